(() => {
  "use strict";
  const STEP = 500; // rows that are laid out at a time; the others wait in memory
  const table = document.getElementById("rows");
  const body = table.tBodies[0];
  const form = document.querySelector(".filters");
  const words = document.getElementById("words");
  const selects = Array.from(form.querySelectorAll("select[data-by]"));
  const order = document.getElementById("order");
  const found = document.getElementById("found");
  const more = document.getElementById("more");
  const headers = Array.from(table.querySelectorAll("th[data-sort]"));
  const collator = new Intl.Collator("zh-CN", { numeric: true });
  let rows = Array.from(body.rows, (row) => ({ row, text: row.textContent.toLowerCase() }));
  let fitting = rows;
  let shown = STEP;

  const draw = (all) => {
    const now = all ? fitting : fitting.slice(0, shown);
    body.replaceChildren(...now.map((one) => one.row));
    more.hidden = now.length === fitting.length;
    const of = fitting.length === rows.length ? "" : ` / ${rows.length}`;
    found.textContent = `${fitting.length}${of} 行${more.hidden ? "" : `，先列 ${now.length} 行`}`;
  };

  const filter = () => {
    const wanted = words.value.trim().toLowerCase().split(/\s+/).filter(Boolean);
    fitting = rows.filter(({ row, text }) =>
      selects.every((one) => !one.value || row.dataset[one.dataset.by] === one.value)
      && wanted.every((word) => text.includes(word)));
    shown = STEP;
    draw();
  };

  const sort = (at, down) => {
    const number = headers[at].classList.contains("num");
    const keyed = rows.map((one) => {
      const cell = one.row.cells[at];
      const text = cell.textContent.trim();
      return [number ? Number(cell.dataset.n ?? (text || -1)) : text, one];
    });
    keyed.sort((one, two) => (number ? one[0] - two[0] : collator.compare(one[0], two[0])));
    if (down) keyed.reverse();
    rows = keyed.map(([, one]) => one);
    headers.forEach((header) => header.removeAttribute("aria-sort"));
    headers[at].setAttribute("aria-sort", down ? "descending" : "ascending");
    order.value = `${at} ${down ? 1 : 0}`;
    filter();
  };

  headers.forEach((header, at) => {
    ["▲", "▼"].forEach((sign, down) => order.append(new Option(`${header.textContent} ${sign}`, `${at} ${down}`)));
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = header.textContent;
    button.addEventListener("click", () => sort(at, header.getAttribute("aria-sort") === "ascending"));
    header.replaceChildren(button);
  });
  order.addEventListener("change", () => {
    const [at, down] = order.value.split(" ").map(Number);
    sort(at, down === 1);
  });
  more.addEventListener("click", () => {
    shown += STEP;
    draw();
  });
  window.addEventListener("beforeprint", () => draw(true));
  window.addEventListener("afterprint", () => draw());
  form.hidden = false;
  form.addEventListener("submit", (event) => event.preventDefault());
  words.addEventListener("input", filter);
  selects.forEach((one) => one.addEventListener("input", filter));
  filter();
})();
