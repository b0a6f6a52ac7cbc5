// The self-check: live count, files dropped, results put in place. Without it the form works too.

const form = document.getElementById("check");
const box = document.getElementById("text");
const carried = document.getElementById("draft");
const result = document.getElementById("result");
const reading = document.getElementById("reading");
const posts = document.getElementById("posts");
const go = document.getElementById("go");
const PAUSE = 50; // milliseconds without a key before the count is asked for

const plain = (text) => text.replace(/\r\n|\r/g, "\n");
const chosen = (name) => new FormData(form).get(name);

function element(name, words, className) {
  const made = document.createElement(name);
  made.textContent = words;
  if (className) made.className = className;
  return made;
}

// ---- the live count

let composing = false; // what an input method shows before the words are chosen is no text yet
let timer = 0;
let asking = null;

function countSoon(pause = PAUSE) {
  clearTimeout(timer);
  timer = setTimeout(count, pause);
}

async function count() {
  if (composing) return;
  if (asking) asking.abort();
  asking = new AbortController();
  const body = JSON.stringify({
    text: box.value, ruleset: chosen("ruleset"), kind: chosen("kind"),
    draft: carried.value ? JSON.parse(carried.value) : null,
  });
  try {
    const answer = await fetch("/count.json", {
      method: "POST", body, signal: asking.signal, headers: { "Content-Type": "application/json" },
    });
    const counted = await answer.json();
    if (answer.ok) showCount(counted);
    else showDistance([element("p", counted.error.message, "short")]);
  } catch (error) {
    if (error.name !== "AbortError") showDistance([element("p", "连不上服务器，字数没有更新", "short")]);
  }
}

const labels = Object.fromEntries(
  Array.from(document.querySelectorAll("[data-count]"), (cell) => [
    cell.dataset.count, cell.closest("div").querySelector("dt").textContent,
  ]));

function showCount({ counts, counts_unmarked: other, lengths }) {
  for (const [name, number] of Object.entries(counts)) {
    document.querySelector(`[data-count="${name}"]`).textContent = number;
  }
  const first = lengths[0] || { metric: "words", count: counts.words, minimum: 0 };
  document.getElementById("count").textContent = first.count;
  document.getElementById("metric").textContent = labels[first.metric];
  const part = first.minimum ? Math.min(first.count / first.minimum, 1) : 1;
  const meter = document.getElementById("meter");
  meter.setAttribute("width", Math.round(1000 * part));
  meter.closest("svg").classList.toggle("full", part >= 1);
  const parted = lengths.some((one) => one.missing !== first.missing);
  showDistance((parted ? lengths : lengths.slice(0, 1)).map(distance));
  document.getElementById("unmarked").textContent = other
    ? `“ ” … · 若按西文计：字数 ${other.words}，中文字符 ${other.cjk}。纯文本不带 Word 的标记，两种都有可能。`
    : "";
}

function distance({ clause, metric, minimum, missing }, index) {
  const by = index ? `若按${labels[metric]}：` : "";
  return missing
    ? element("p", `${by}还差 ${missing} 字（${clause}：至少 ${minimum}）`, "short")
    : element("p", `${by}够了（${clause}：至少 ${minimum}）`, "enough");
}

function showDistance(lines) {
  document.getElementById("distance").replaceChildren(...lines);
}

// ---- files

async function readFile(file) {
  posts.replaceChildren();
  if (file.size > Number(form.dataset.bytes)) {
    say(`文件太大：最多 ${Math.floor(form.dataset.bytes / 1000000)} MB`, "fault");
    return;
  }
  say(`正在读 ${file.name} ……`);
  const body = new FormData();
  body.append("file", file);
  const answer = await ask("/read.json", body);
  if (!answer) return;
  const found = await answer.json();
  if (!answer.ok) say([found.error.message, found.error.remedy].filter(Boolean).join("　"), "fault");
  else if (found.posts.length === 1) take(found.posts[0], file.name);
  else offer(found.posts, file.name);
}

async function ask(address, body) {
  try {
    return await fetch(address, { method: "POST", body });
  } catch {
    say("连不上服务器，请稍后再试", "fault");
    return null;
  }
}

function say(words, className = "hint") {
  reading.replaceChildren(element("p", words, className));
}

function take(post, name) {
  box.value = plain(post.text);
  carried.value = JSON.stringify(post);
  document.getElementById("file").value = "";
  posts.replaceChildren();
  const kind = form.querySelector(`input[name="kind"][value="${post.kind}"]`);
  if (kind) kind.checked = true;
  say([`已读入 ${name}。`, ...post.notices].join("　"));
  changed();
  countSoon(0);
  box.focus();
}

function offer(found, name) {
  document.getElementById("file").value = "";
  say(found.length ? `${name} 里有 ${found.length} 帖，点一帖来查：` : `${name} 里的帖子都太长`);
  posts.replaceChildren(...found.map((post) => {
    const about = [post.floor, post.author, post.title, post.text.slice(0, 40)].filter(Boolean);
    const button = element("button", about.join("　"));
    button.type = "button";
    button.addEventListener("click", () => take(post, about.slice(0, 2).join("　")));
    return button;
  }));
}

document.getElementById("file").addEventListener("change", (event) => {
  if (event.target.files.length) readFile(event.target.files[0]);
});
const files = (transfer) => transfer && Array.from(transfer.types).includes("Files");
document.addEventListener("dragover", (event) => {
  if (!files(event.dataTransfer)) return;
  event.preventDefault();
  document.body.classList.add("dropping");
});
document.addEventListener("dragleave", (event) => {
  if (!event.relatedTarget) document.body.classList.remove("dropping");
});
document.addEventListener("drop", (event) => {
  document.body.classList.remove("dropping");
  if (!files(event.dataTransfer)) return;
  event.preventDefault();
  if (event.dataTransfer.files.length) readFile(event.dataTransfer.files[0]);
});
box.addEventListener("paste", (event) => {
  if (event.clipboardData.getData("text/plain") || !event.clipboardData.files.length) return;
  event.preventDefault();
  readFile(event.clipboardData.files[0]);
});

// ---- what is typed and chosen

box.addEventListener("compositionstart", () => { composing = true; });
box.addEventListener("compositionend", () => { composing = false; countSoon(); });
box.addEventListener("input", () => {
  changed();
  countSoon();
});
form.addEventListener("change", (event) => {
  if (event.target === box || event.target.type === "file") return;
  changed();
  offerKinds();
  countSoon(0);
});

function offerKinds() {
  const kinds = document.getElementById("ruleset").selectedOptions[0].dataset.kinds.split(" ");
  form.querySelectorAll('input[name="kind"]').forEach((one) => {
    one.disabled = !kinds.includes(one.value);
    if (one.disabled && one.checked) form.querySelector(`input[value="${kinds[0]}"]`).checked = true;
  });
}

function changed() {
  const stale = document.getElementById("stale");
  if (!stale) return;
  stale.hidden = false;
  result.querySelectorAll('[name="waiver"], [name="waived_for"]').forEach((one) => one.remove());
  result.querySelectorAll("button[form]").forEach((one) => { one.disabled = true; });
}

// ---- the check

form.addEventListener("submit", async (event) => {
  const { submitter } = event;
  if (submitter && submitter.hasAttribute("formaction")) return; // a file to keep
  event.preventDefault();
  const body = new FormData(form, submitter);
  go.disabled = true;
  go.textContent = "正在检查……";
  result.classList.add("waiting");
  const answer = await ask("/check", body);
  if (answer) put(new DOMParser().parseFromString(await answer.text(), "text/html"));
  result.classList.remove("waiting");
  go.disabled = false;
  go.textContent = "检查";
});

function put(page) {
  const found = page.getElementById("result") || page.querySelector("main");
  result.replaceChildren(...found.childNodes);
  document.title = page.title;
  prepare();
  const target = document.getElementById("assumption") || result;
  target.focus({ preventScroll: true });
  target.scrollIntoView({ block: "start" });
}

function prepare() {
  result.querySelectorAll(".steps, .keys").forEach((one) => { one.hidden = false; });
  const print = document.getElementById("print");
  if (!print) return;
  print.hidden = false;
  print.addEventListener("click", () => window.print());
}

document.addEventListener("keydown", (event) => {
  if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && !event.isComposing) {
    event.preventDefault();
    form.requestSubmit(go);
  }
});

// ---- why a passage is marked, while the pointer or the focus is on it

const tip = element("div", "", "tip");
tip.setAttribute("role", "tooltip");
tip.hidden = true;
document.body.append(tip);

function show(node, numbers) {
  const key = node.closest(".post").id;
  const cards = numbers.map((number) => document.getElementById(`${key}c${number}`)).filter(Boolean);
  if (!cards.length) return;
  tip.replaceChildren(...cards.map((card) => element("div", reason(card))));
  tip.hidden = false;
  const place = node.getClientRects()[0];
  const left = Math.min(place.left, document.documentElement.clientWidth - tip.offsetWidth - 8);
  tip.style.left = `${Math.max(left, 8) + window.scrollX}px`;
  tip.style.top = `${place.bottom + window.scrollY + 6}px`;
}

function reason(card) {
  const name = card.querySelector("h3").textContent.trim().split("　")[0];
  const source = card.querySelector(".source");
  return [name, card.querySelector("h3 ~ p").textContent, source && source.textContent]
    .filter(Boolean).join("　");
}

result.addEventListener("pointerover", (event) => {
  const mark = event.target.closest(".text mark");
  if (mark) show(mark, mark.dataset.h.split(" "));
});
result.addEventListener("pointerout", () => { tip.hidden = true; });
result.addEventListener("focusin", (event) => {
  const number = event.target.closest(".text a.n");
  if (number && number.matches(":focus-visible")) show(number, [number.id.replace(/^.*m/, "")]);
});
result.addEventListener("focusout", () => { tip.hidden = true; });

document.body.classList.add("scripted");
document.querySelectorAll(".keys-hint").forEach((one) => { one.hidden = false; });
document.getElementById("all-counts").open = window.matchMedia("(min-width: 56rem)").matches;
offerKinds();
prepare();
if (box.value || !document.getElementById("stale")) countSoon(0);
