// A study that is watched: what its process tells, as it comes; stopping it, going on with it.
import { ask } from "./ask.js";
import { figures, narrowing } from "./charts.js";
import { watch } from "./live.js";
import { sortable } from "./sorting.js";

const root = document.getElementById("study");
const place = `/studies/${root.dataset.study}`;
const $ = (id) => document.getElementById(id);
const PHASES = { preparing: "Preparing the game …", writing: "Writing tables and the report …" };
let rounds = 0;
let hasOutcome = false;

function span(seconds) {
  const whole = Math.round(seconds);
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor((whole % 3600) / 60)];
  if (hours) return `${hours} h ${String(minutes).padStart(2, "0")} min`;
  return minutes ? `${minutes} min ${String(whole % 60).padStart(2, "0")} s` : `${whole} s`;
}

function said(status) {
  const running = status.state === "running";
  if (running && !status.total) return PHASES[status.phase] ?? "Starting …";
  if (!status.total) return "No games played yet.";
  const most = status.at_most ? "at most " : "";
  const parts = [`${status.done.toLocaleString("en")} of ${most}${status.total.toLocaleString("en")} games`];
  if (running && status.rate) parts.push(`${status.rate.toFixed(status.rate < 10 ? 1 : 0)} games/s`);
  if (status.half_width != null) parts.push(`± ${(status.half_width * 100).toFixed(1)} points`);
  if (running && status.phase === "writing") parts.push(PHASES.writing);
  else if (running && status.left != null) parts.push(`${most}${span(status.left)} left`);
  return parts.join(", ");
}

async function show(status) {
  root.dataset.state = status.state;
  root.dataset.phase = status.phase ?? "";
  $("state").textContent = status.state;
  $("said").textContent = said(status);
  $("bar").max = status.total || 1;
  $("bar").value = status.state === "finished" ? $("bar").max : status.done || 0;
  const running = status.state === "running";
  const over = status.state === "finished" && (status.report || status.lacks);
  $("stop").hidden = !running;
  $("start").hidden = running || Boolean(over);
  $("start").textContent = status.state === "finished" ? "Write the report" : "Resume";
  $("jobs_of").hidden = $("start").hidden;
  const fault = status.state === "failed" ? status.fault : status.lacks ? `No report: ${status.lacks}` : "";
  $("fault").textContent = fault ?? "";
  $("fault").hidden = !fault;
  if (status.rounds?.length) {
    if (status.rounds.length !== rounds) {
      draw(status);
    }
    rounds = status.rounds.length;
  }
  if (status.tables && !hasOutcome) await showOutcome();
  if (status.report && $("report").hidden) showReport();
}

function draw(status) {
  const changes = status.figures.filter((each) => each.figure === "arms");
  const rates = status.figures.filter((each) => each.figure !== "arms");
  $("narrowing").hidden = $("figures").hidden = false;
  $("changes").hidden = !changes.length;
  narrowing($("narrowing").querySelector(".chart"), status.rounds, status.wanted, status.total);
  if (rates.length) figures($("figures").querySelector(".chart"), rates, false);
  if (changes.length) figures($("changes").querySelector(".chart"), changes, true);
  $("more").textContent = status.more_figures ? `${status.more_figures} more ${status.more_figures === 1 ? "result is" : "results are"} not shown.` : "";
}

async function showOutcome() {
  hasOutcome = true;
  const got = await fetch(`${place}/outcome`);
  $("outcome").innerHTML = await got.text();
  $("outcome").querySelectorAll("table.sortable").forEach(sortable);
}

function showReport() {
  const frame = document.createElement("iframe");
  frame.src = `${place}/report`;
  frame.title = "Report of the study";
  $("report").append(frame);
  $("report").hidden = false;
}

async function send(what) {
  const got = await fetch(`${place}/${what}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ jobs: $("jobs").value, state: root.dataset.state }),
  });
  const answer = await got.json();
  if (got.ok) return show(answer);
  $("fault").textContent = [answer.fault, answer.tip].filter(Boolean).join("\n");
  $("fault").hidden = false;
}

$("stop").addEventListener("click", () => send("stop"));
$("start").addEventListener("click", () => send("start"));
watch(`study:${root.dataset.study}`, show, async () => show(await ask(`${place}/state`)));
