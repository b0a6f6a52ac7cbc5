(() => {
  "use strict";
  const table = document.getElementById("rows");
  const body = table.tBodies[0];
  const form = document.querySelector(".filters");
  const rows = Array.from(body.rows);
  const texts = rows.map((row) => row.textContent.toLowerCase());
  const words = document.getElementById("words");
  const selects = Array.from(form.querySelectorAll("select[data-by]"));
  const found = document.getElementById("found");

  const filter = () => {
    const wanted = words.value.trim().toLowerCase().split(/\s+/).filter(Boolean);
    let shown = 0;
    rows.forEach((row, at) => {
      const fits = selects.every((one) => !one.value || row.dataset[one.dataset.by] === one.value)
        && wanted.every((word) => texts[at].includes(word));
      row.hidden = !fits;
      shown += fits ? 1 : 0;
    });
    found.textContent = shown === rows.length ? `${shown} 行` : `${shown} / ${rows.length} 行`;
  };

  const collator = new Intl.Collator("zh-CN", { numeric: true });
  const order = document.getElementById("order");
  const headers = Array.from(table.querySelectorAll("th[data-sort]"));
  const sort = (at, down) => {
    const number = headers[at].classList.contains("num");
    const keyed = Array.from(body.rows, (row) => {
      const cell = row.cells[at];
      const text = cell.textContent.trim();
      return [number ? Number(cell.dataset.n ?? (text || -1)) : text, row];
    });
    keyed.sort((one, two) => (number ? one[0] - two[0] : collator.compare(one[0], two[0])));
    if (down) keyed.reverse();
    const parts = document.createDocumentFragment();
    keyed.forEach(([, row]) => parts.append(row));
    body.append(parts);
    headers.forEach((header) => header.removeAttribute("aria-sort"));
    headers[at].setAttribute("aria-sort", down ? "descending" : "ascending");
    order.value = `${at} ${down ? 1 : 0}`;
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
  form.hidden = false;
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("input", filter);
  filter();
})();
