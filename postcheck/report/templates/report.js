
"use strict";
// Steps from mark to mark and between a mark and its source; the page is complete without it.
(function () {
  let current = null; // the number link of the passage in hand

  const post = (node) => node.closest(".post");
  const card = (link) => document.getElementById(link.id.replace(/m(\d+)$/, "c$1"));
  const link = (card) => document.getElementById(card.id.replace(/c(\d+)$/, "m$1"));
  const shown = (node) => node.getClientRects().length > 0;
  const links = (root) => Array.from(root.querySelectorAll(".text a.n")).filter(shown);
  const split = (pane) => getComputedStyle(pane).overflowY === "auto";

  function scrollTo(node) {
    const pane = node.closest(".pane");
    if (!split(pane)) {
      node.scrollIntoView({ block: "center" });
      return;
    }
    const offset = node.getBoundingClientRect().top - pane.getBoundingClientRect().top;
    pane.scrollTop += offset - pane.clientHeight / 4;
  }

  function clear() {
    document.querySelectorAll(".now").forEach((node) => node.classList.remove("now"));
  }

  function choose(next, focusCard) {
    clear();
    leader = null;
    current = next;
    const number = next.id.replace(/^.*m/, "");
    post(next).querySelectorAll(".text mark").forEach((mark) => {
      if (mark.dataset.h.split(" ").includes(number)) mark.classList.add("now");
    });
    const source = card(next);
    source.classList.add("now");
    scrollTo(focusCard || split(next.closest(".pane")) ? source : next);
    if (split(next.closest(".pane"))) {
      scrollTo(next);
      next.closest(".panes").scrollIntoView({ block: "nearest" });
    }
    (focusCard ? source : next).focus({ preventScroll: true });
  }

  function step(by) {
    if (current && !current.isConnected) current = null; // another result has taken its place
    const all = links(current ? post(current) : document);
    if (!all.length) return;
    const at = all.indexOf(current);
    const from = at < 0 ? (by > 0 ? -1 : 0) : at;
    choose(all[(from + by + all.length) % all.length], false);
  }

  function back() {
    if (!current) return;
    const last = current;
    clear();
    scrollTo(last);
    last.focus({ preventScroll: true });
  }

  document.addEventListener("click", (event) => {
    const number = event.target.closest("a.n");
    const mark = event.target.closest(".text mark");
    const button = event.target.closest(".prev, .next");
    if (number && number.closest(".text")) {
      event.preventDefault();
      choose(number, true);
    } else if (number) {
      event.preventDefault();
      choose(link(number.closest(".card")), false);
    } else if (mark) {
      const numbers = mark.dataset.h.split(" ");
      const key = post(mark).id;
      const at = current ? numbers.indexOf(current.id.replace(/^.*m/, "")) : -1;
      const next = numbers[(at + 1) % numbers.length];
      choose(document.getElementById(key + "m" + next), true);
    } else if (button) {
      if (!current || post(current) !== post(button)) current = null;
      const first = links(post(button))[0];
      if (current) step(button.classList.contains("next") ? 1 : -1);
      else if (first) choose(first, false);
    }
  });

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    if (event.target.matches("textarea, select, input:not([type=checkbox])")) return;
    if (event.key === "n") step(1);
    else if (event.key === "p") step(-1);
    else if (event.key === "Escape") back();
  });

  // The pane that the reader moves leads, the other follows: between two passages in step.
  let leader = null;
  ["pointerdown", "wheel", "touchstart", "keydown"].forEach((kind) =>
    document.addEventListener(kind, (event) => {
      leader = event.target.closest(".pane") || leader;
    }, { passive: true }));

  function stops(pane) {
    const zero = pane.getBoundingClientRect().top - pane.scrollTop;
    const nodes = Array.from(pane.querySelectorAll(".text a.n, .card")).filter(shown);
    return [0, ...nodes.map((node) => node.getBoundingClientRect().top - zero), pane.scrollHeight];
  }

  function follow(pane) {
    const section = pane.closest(".evidence");
    const other = section.querySelector(pane.classList.contains("left") ? ".right" : ".left");
    if (pane !== leader || !other || !section.querySelector(".lock").checked || !split(pane)) return;
    const room = pane.scrollHeight - pane.clientHeight;
    const part = room > 0 ? pane.scrollTop / room : 0;
    const line = pane.scrollTop + part * pane.clientHeight;
    const here = stops(pane);
    const there = stops(other);
    let at = 0;
    while (at + 2 < here.length && here[at + 1] <= line) at += 1;
    const share = (line - here[at]) / Math.max(here[at + 1] - here[at], 1);
    const target = there[at] + Math.min(share, 1) * (there[at + 1] - there[at]);
    other.scrollTop = target - part * other.clientHeight;
  }

  const waiting = new Set();
  document.addEventListener("scroll", (event) => {
    const pane = event.target;
    if (!pane.classList || !pane.classList.contains("pane") || waiting.has(pane)) return;
    waiting.add(pane);
    requestAnimationFrame(() => { waiting.delete(pane); follow(pane); });
  }, { capture: true, passive: true });

  document.querySelectorAll(".steps, .keys").forEach((node) => { node.hidden = false; });
})();
