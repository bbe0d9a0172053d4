// Strength over speed of the strategies of a ladder; the speed is measured on request.
import { ask } from "./ask.js";
import { strengths } from "./charts.js";
import { sortable } from "./sorting.js";

const ladder = document.getElementById("ladder");
const chart = document.getElementById("chart");
const button = document.getElementById("measure");
const measuring = document.getElementById("measuring");
const parts = [...document.querySelectorAll(".ladder")];
const number = (text) => (text === "" || text === undefined ? null : Number(text));

function draw() {
  parts.forEach((part) => (part.hidden = part.dataset.ladder !== ladder.value));
  const shown = parts.find((part) => !part.hidden);
  const rows = [...shown.querySelectorAll("tbody tr")].map((row) => ({
    name: row.dataset.name,
    strength: number(row.dataset.strength),
    low: number(row.dataset.low),
    high: number(row.dataset.high),
    time: number(row.querySelector(".time").dataset.sort),
  }));
  strengths(chart, rows.filter((row) => row.strength !== null));
}

async function measure() {
  button.disabled = true;
  measuring.textContent = "Timing each strategy for half a second …";
  const tell = (words) => { measuring.textContent = words || "Timing each strategy for half a second …"; };
  let answer = {};
  try {
    answer = await ask(`/strategies/${button.dataset.game}/speed`, {}, tell);
    measuring.textContent = "";
  } catch (error) {
    measuring.textContent = error.message;
  }
  button.disabled = false;
  for (const row of document.querySelectorAll(".ladder tbody tr")) {
    const time = answer.milliseconds?.[row.dataset.strategy];
    if (time === undefined) continue;
    const cell = row.querySelector(".time");
    cell.dataset.sort = time;
    cell.textContent = time.toPrecision(3);
  }
  draw();
}

if (ladder) {
  document.querySelectorAll("table.sortable").forEach(sortable);
  ladder.addEventListener("change", draw);
  button.addEventListener("click", measure);
  draw();
}
