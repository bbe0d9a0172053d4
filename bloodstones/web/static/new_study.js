// A study that is written: faults beside their lines while one types, its plan on request.
const form = document.querySelector("form.write");
const text = document.getElementById("text");
const gutter = document.querySelector(".gutter");
const notes = document.querySelector(".notes");
const list = document.getElementById("faults");
const size = document.getElementById("size");
const plan = document.getElementById("plan");
const PAUSE = 300; // milliseconds without a key
const LINE = 21; // pixels, as in the style sheet
const TOP = 8;
let waiting = 0;
let number = 0;
let faults = [...list.children].map((item) => ({ line: Number(item.dataset.line), sentence: "" }));

const counted = (count, word) => `${count.toLocaleString("en")} ${word}${count === 1 ? "" : "s"}`;

function draw() {
  const lines = text.value.split("\n");
  text.rows = Math.max(lines.length + 1, 14);
  const bad = new Set(faults.map((fault) => fault.line));
  gutter.replaceChildren();
  for (let line = 1; line <= text.rows; line++) {
    const mark = document.createElement(bad.has(line) ? "b" : "span");
    mark.textContent = line <= lines.length ? `${bad.has(line) ? "✕ " : ""}${line}\n` : "\n";
    gutter.append(mark);
  }
  notes.replaceChildren();
  for (const fault of faults) {
    if (!fault.line || !fault.sentence) continue;
    const note = document.createElement("span");
    note.textContent = `← ${fault.sentence}`;
    note.style.top = `${TOP + (fault.line - 1) * LINE}px`;
    note.style.left = `calc(${(lines[fault.line - 1] ?? "").length + 2}ch + .4rem)`;
    notes.append(note);
  }
}

function showFaults() {
  list.replaceChildren();
  for (const fault of faults) {
    const item = document.createElement("li");
    const button = document.createElement("button");
    item.dataset.line = fault.line;
    button.type = "button";
    button.className = "plain";
    button.textContent = `${fault.line ? `Line ${fault.line}: ` : ""}${fault.sentence}`;
    item.append(button);
    list.append(item);
  }
  draw();
}

async function check(measured) {
  const mine = ++number;
  const got = await fetch("/studies/check", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ text: text.value, jobs: form.elements.jobs.value, measured }),
  });
  const answer = await got.json();
  if (mine !== number) return;
  faults = answer.faults ?? [{ line: 0, sentence: answer.fault }];
  size.textContent = faults.length
    ? ""
    : `${counted(answer.cells, "cell")}, ${counted(answer.games, "game")}`;
  showFaults();
  form.dataset.checked = text.value.length;
  if (measured) document.getElementById("planned").innerHTML = answer.plan ? `<h2>Plan</h2>${answer.plan}` : "";
}

text.addEventListener("input", () => {
  draw();
  clearTimeout(waiting);
  waiting = setTimeout(check, PAUSE, false);
});
list.addEventListener("click", (event) => {
  const line = Number(event.target.closest("li")?.dataset.line);
  if (!line) return;
  const lines = text.value.split("\n");
  const start = lines.slice(0, line - 1).join("\n").length + (line > 1 ? 1 : 0);
  text.focus();
  text.setSelectionRange(start, start + lines[line - 1].length);
});
plan.addEventListener("click", async () => {
  plan.disabled = true;
  size.textContent = "Measuring the speed in a few games …";
  try {
    await check(true);
  } finally {
    plan.disabled = false;
  }
});
// Another game has other boards, roles and numbers.
document.getElementById("game").addEventListener("change", (event) => {
  location.href = `/studies/new?game=${encodeURIComponent(event.target.value)}`;
});
draw();
if (!list.children.length) check(false);
