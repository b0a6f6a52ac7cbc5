/* What helps where there is a script: copying an announcement, clocks that go on. */
"use strict";

for (const button of document.querySelectorAll("button.copy")) {
  button.hidden = false;
  button.addEventListener("click", async () => {
    const box = document.getElementById(button.dataset.copy);
    const said = button.parentElement.querySelector("[role=status]");
    try {
      await navigator.clipboard.writeText(box.value);
      said.textContent = "已复制";
    } catch {
      box.focus();
      box.select();
      said.textContent = "已选中，请按 Ctrl+C";
    }
  });
}

const left = (due) => {
  const minutes = Math.floor(Math.abs(due - Date.now()) / 60000);
  const [days, hours, rest] = [Math.floor(minutes / 1440), Math.floor(minutes / 60) % 24, minutes % 60];
  const parts = days ? [`${days} 天`, hours ? `${hours} 小时` : ""] : [hours ? `${hours} 小时` : "", `${rest} 分`];
  return (due >= Date.now() ? "还剩 " : "已过 ") + parts.filter(Boolean).join(" ");
};
setInterval(() => {
  for (const clock of document.querySelectorAll(".clock[data-due]")) {
    const due = Date.parse(clock.dataset.due);
    clock.textContent = left(due);
    clock.classList.toggle("over", due < Date.now());
  }
}, 30000);
