// A seat at a table: shows what the seat sees, lights what it may choose, sends what is clicked.
import { showAdvice, text } from "./advice.js";
import { ask } from "./ask.js";
import { look, showBoard } from "./board.js";
import { watch } from "./live.js";

const root = document.getElementById("table");
const base = `/seats/${root.dataset.seat}`;
const get = (id) => document.getElementById(id);
const BUSY = 429; // another tab has asked for a hint
const MANY = 6; // choices among which one wants to search
const others = JSON.parse(root.dataset.others); // seats that are played on this page as well
let view = null;
let narrowed = []; // the names of what was clicked, all of which a choice must have
let queue = Promise.resolve();
let waiting = 0; // requests in the queue
let deciding = false;
let thinking = false;

const asked = (path, body, tell = fault) => ask(base + path, body, tell);

// One request after the other: what is shown last is what was asked for last.
function act(path, body) {
  waiting += 1;
  root.setAttribute("aria-busy", "true");
  queue = queue.then(async () => {
    try {
      const fresh = await asked(path, body);
      fault("");
      show(fresh);
    } catch (error) {
      fault(error.message);
    }
    waiting -= 1;
    if (!waiting) root.removeAttribute("aria-busy");
  });
  return queue;
}

// A second click while a decision is on its way is none. What is sent names the position that it was
// made for, so that the lab applies it to no other one.
async function decide(path, body) {
  if (deciding) return;
  deciding = true;
  await act(path, { ...body, position: view.position });
  deciding = false;
}

function fault(text) {
  get("fault").textContent = text;
  get("fault").hidden = !text;
}

function show(fresh) {
  const moved = !view || fresh.version !== view.version;
  view = fresh;
  if (others[view.to_move]) return location.replace(others[view.to_move]);
  if (moved) narrowed = [];
  root.dataset.version = view.version;
  get("turn").textContent = view.over ? "game over" : `turn ${view.turn}`;
  showBoard(view);
  get("hand").innerHTML = view.hand;
  get("hand").hidden = !view.hand;
  fill(get("seats"), view.seats, (seat, number) => {
    const item = document.createElement("li");
    const score = seat.score === null ? "" : `: ${seat.score}`;
    item.textContent = `${seat.name}${score}${seat.strategy === "human" ? "" : ` (${seat.strategy})`}`;
    if (number === view.to_move) item.className = "now";
    return item;
  });
  fill(get("log"), view.log, (sentence) => text("li", sentence));
  get("log").scrollTop = get("log").scrollHeight;
  fill(get("words"), view.board, (line) => text("p", line));
  get("question").textContent = question();
  get("undo").hidden = get("hint").hidden = view.over || view.to_move !== view.seat;
  get("find").parentElement.hidden = view.options.length < MANY;
  get("over").hidden = !view.over;
  get("live").parentElement.hidden = view.over;
  list();
  if (!moved) return;
  look(document.querySelectorAll(".play .lit"));
  get("advice").hidden = true;
  get("hint-said").textContent = "";
  odds();
  liven();
}

function question() {
  if (view.over) {
    const winners = view.ending.winners.map((seat) => view.seats[seat].name).join(" and ");
    return winners ? `${winners} won.` : "Nobody won.";
  }
  if (view.to_move !== view.seat) return `Waiting for ${view.seats[view.to_move].name}.`;
  return view.question.charAt(0).toUpperCase() + view.question.slice(1);
}

function fill(place, things, made) {
  place.replaceChildren(...things.map(made));
}

// What can be clicked: parts of the board, and of the cards beside it.
const parts = () => document.querySelectorAll(["area", "piece", "card"].map((kind) => `.play [data-${kind}]`).join());

function name(element) {
  const { area, piece, card } = element.dataset;
  if (area !== undefined) return `area-${area}`;
  return card === undefined ? `piece-${piece}` : `card-${card}`;
}

function chosen() {
  const wanted = get("find").value.trim().toLowerCase();
  return view.options.filter((option) =>
    narrowed.every((name) => option.targets.includes(name)) &&
    (!wanted || option.words.toLowerCase().includes(wanted)));
}

function list() {
  const options = chosen();
  fill(get("options"), options, (option) => {
    const item = document.createElement("li");
    const button = text("button", option.words);
    button.type = "button";
    button.addEventListener("click", () => choose(option));
    button.addEventListener("mouseenter", () => mark(option, true));
    button.addEventListener("mouseleave", () => mark(option, false));
    item.append(button);
    return item;
  });
  const some = narrowed.length && options.length < view.options.length;
  get("narrowed").hidden = !some;
  get("narrowed").firstElementChild.textContent = `${options.length} of ${view.options.length} options`;
  light();
}

function light() {
  const lit = new Set(chosen().flatMap((option) => option.targets));
  for (const element of parts()) {
    const on = lit.has(name(element));
    element.classList.toggle("lit", on);
    element.classList.toggle("picked", narrowed.includes(name(element)));
    for (const [attribute, value] of [["tabindex", "0"], ["role", "button"]]) {
      if (on) element.setAttribute(attribute, value);
      else element.removeAttribute(attribute);
    }
  }
}

function mark(option, on) {
  for (const element of document.querySelectorAll(".play .lit")) {
    if (option.targets.includes(name(element))) element.classList.toggle("named", on);
  }
}

// One click after the other narrows the choices: a unit, then where it goes. A click on what no
// choice that is left names begins anew; another one on the same takes it back.
function pick(element) {
  const on = element.dataset.on === undefined ? [] : [`area-${element.dataset.on}`];
  const touched = [name(element), ...on];
  const among = (options) => touched.find((each) => options.some((option) => option.targets.includes(each)));
  const again = touched.find((each) => narrowed.includes(each));
  const further = among(chosen().filter(() => !again));
  const first = among(view.options);
  if (again) narrowed = narrowed.filter((each) => each !== again);
  else if (further) narrowed = [...narrowed, further];
  else if (first) narrowed = [first];
  else return;
  const options = chosen();
  if (options.length === 1 && !again) choose(options[0]);
  else list();
}

function choose(option) {
  get("find").value = "";
  decide("/choose", { code: option.code });
}

// One hint at a time; a live one is asked for again when the table has moved on meanwhile.
async function hint() {
  if (thinking) return;
  const [button, asked_for] = [get("hint"), view.version];
  get("hint-said").textContent = "";
  thinking = button.disabled = true;
  button.textContent = "Thinking …";
  const tell = (words) => { get("hint-said").textContent = words; };
  try {
    const advice = await asked("/hint", {}, tell);
    fault("");
    if (advice.version === view.version) showAdvice(get("advice"), advice);
  } catch (error) {
    if (asked_for === view.version) (error.status === BUSY ? tell : fault)(error.message);
  } finally {
    thinking = button.disabled = false;
    button.textContent = "Hint";
    if (asked_for !== view.version) liven();
  }
}

function liven() {
  if (get("live").checked && view.options.length > 1) hint();
}

// The exact odds of the battle that is being decided.
async function odds() {
  if (!root.dataset.odds) return;
  get("odds").hidden = true;
  if (!view.options.length) return;
  try {
    const found = await asked("/odds/data");
    if (found.version !== view.version || !(found.odds.length || found.refused)) return;
    fill(get("odds"), found.odds, (each) => {
      const part = document.createElement("div");
      part.innerHTML = each.html;
      if (each.place) {
        const link = text("a", "Open these odds");
        link.href = each.place;
        part.append(link);
      }
      return part;
    });
    if (found.refused) get("odds").append(text("p", found.refused, "dim"));
    get("odds").hidden = false;
  } catch (error) {
    fault(error.message);
  }
}

const play = document.querySelector(".play");
play.addEventListener("click", (event) => {
  const element = event.target.closest("[data-area],[data-piece],[data-card]");
  if (element) pick(element);
});
play.addEventListener("keydown", (event) => {
  const element = event.target.closest(".lit");
  if (element && (event.key === "Enter" || event.key === " ")) {
    event.preventDefault();
    pick(element);
  }
});
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") { narrowed = []; get("find").value = ""; list(); }
});
get("find").addEventListener("keydown", (event) => {
  const options = chosen();
  if (event.key === "Enter" && options.length === 1) choose(options[0]);
});
get("all").addEventListener("click", () => { narrowed = []; list(); });
get("find").addEventListener("input", list);
get("undo").addEventListener("click", () => decide("/undo", {}));
get("hint").addEventListener("click", hint);
get("live").checked = localStorage.getItem("live") === "yes";
get("live").addEventListener("change", () => {
  localStorage.setItem("live", get("live").checked ? "yes" : "no");
  liven();
});

// News of another position are looked into once what was asked before is shown; a tab that nobody sees
// asks when it is seen.
let stale = false;
function moved(position) {
  queue.then(() => {
    if (position && position === view?.position) return;
    stale = document.hidden;
    if (!stale) act("/state");
  });
}
document.addEventListener("visibilitychange", () => { if (stale && !document.hidden) moved(""); });
act("/state");
watch(`seat:${root.dataset.seat}`, moved, () => moved(""));
