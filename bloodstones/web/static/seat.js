// A seat at a table: shows what the seat sees, lights what it may choose, sends what is clicked.
import { showAdvice, text } from "./advice.js";
import { ask } from "./ask.js";
import { look, showBoard, showPicture } from "./board.js";
import { dragPieces } from "./drag.js";
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
let past = null; // the number of the step that is shown, null for now
let dragged = null; // what a drag still has to name: the unit, where it goes
const still = matchMedia("(prefers-reduced-motion: reduce)");
const WIDE = 1.2; // times as wide as high: a board with room below it
const narrow = matchMedia("(max-width:900px)");
const MOTION = 420; // milliseconds in which a piece goes to its place

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
  past = null;
  paint(() => showBoard(view), moved);
  placeKey();
  get("hand").innerHTML = view.hand;
  get("hand").hidden = !view.hand;
  fill(get("seats"), view.seats, (seat, number) => {
    const item = document.createElement("li");
    const score = seat.score === null ? "" : `: ${seat.score}`;
    item.textContent = `${seat.name}${score}${seat.strategy === "human" ? "" : ` (${seat.strategy})`}`;
    if (number === view.to_move) item.className = "now";
    return item;
  });
  fill(get("log"), view.log, logLine);
  get("log").scrollTop = get("log").scrollHeight;
  fill(get("words"), view.board, (line) => text("p", line));
  get("question").textContent = question();
  get("hint").hidden = view.over || view.to_move !== view.seat;
  get("undo").hidden = view.over || !view.undo;
  showUndo();
  showStep();
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
  if (dragged) queue.then(carry); // once the decision before is done
}

// The key is below a board that leaves room there, else in the panel beside it.
function placeKey() {
  const svg = get("picture").querySelector("svg");
  const { width, height } = svg?.viewBox.baseVal ?? {};
  const below = !svg || narrow.matches || width > height * WIDE;
  document.querySelector(below ? ".board" : ".side").append(get("key").parentElement);
}

// Draws what `show` shows; pieces move there where anything did.
function paint(show, moving = true) {
  const before = moving ? whereabouts() : null;
  show();
  if (before) move(before);
}

// Motion: pieces go from where they were to where they are.

function middle(piece) {
  const box = piece.getBoundingClientRect();
  const at = new DOMPoint(box.x + box.width / 2, box.y + box.height / 2);
  return at.matrixTransform(piece.parentNode.getScreenCTM().inverse());
}

function whereabouts() {
  if (still.matches) return null;
  return new Map([...get("picture").querySelectorAll("[data-piece]")].map((piece) => [piece.dataset.piece, middle(piece)]));
}

function move(before) {
  for (const piece of get("picture").querySelectorAll("[data-piece]")) {
    const [from, to] = [before.get(piece.dataset.piece), middle(piece)];
    if (!from || Math.hypot(from.x - to.x, from.y - to.y) < 1) continue;
    const there = getComputedStyle(piece).transform;
    const base = there === "none" ? "" : there;
    piece.animate(
      [{ transform: `translate(${from.x - to.x}px, ${from.y - to.y}px) ${base}` }, { transform: base || "none" }],
      { duration: MOTION, easing: "ease-in-out" },
    );
  }
}

// What happened: the steps since one's own last decision, one after the other on demand.

const steps = () => view.happened.steps;

function showStep() {
  get("happened").hidden = !steps().length;
  const [step, count] = [past === null ? null : steps()[past], steps().length];
  const since = view.happened.new ? "since your last decision" : "before your last decision";
  get("step").textContent = step ? `Step ${past + 1} of ${count}` : `${count} ${count === 1 ? "step" : "steps"} ${since}`;
  fill(get("step-said"), step ? step.text : [], (sentence) => text("p", sentence));
  fill(get("faces"), step ? step.faces : [], (face) => text("li", face));
  get("faces").hidden = !step?.faces.length;
  get("earlier").hidden = get("now").hidden = !step;
  get("picture").classList.toggle("past", Boolean(step));
}

async function go(place) {
  const here = place < 0 || place >= steps().length ? null : place;
  const version = view.version;
  try {
    const parts = here === null ? {} : await asked(`/steps/${here}/data`);
    if (version !== view.version) return;
    past = here;
    paint(() => showBoard({ ...view, ...parts }));
    showStep();
    list();
  } catch (error) {
    fault(error.message);
  }
}

const onward = () => go(past === null ? 0 : past + 1);

// The log and the board light each other.

function logLine({ text: sentence, areas, fresh }) {
  const line = text("li", sentence, fresh ? "fresh" : "");
  if (!areas.length) return line;
  line.dataset.areas = areas.join(" ");
  line.tabIndex = -1;
  for (const event of ["mouseenter", "focus"]) line.addEventListener(event, () => point(areas, true));
  for (const event of ["mouseleave", "blur"]) line.addEventListener(event, () => point(areas, false));
  return line;
}

function point(areas, on) {
  for (const area of areas) {
    for (const part of document.querySelectorAll(`.board [data-area="${area}"]`)) part.classList.toggle("pointed", on);
  }
}

// Shows the newest line of the log that names one of the areas.
function toLog(areas) {
  const line = [...get("log").querySelectorAll("[data-areas]")].findLast((each) =>
    each.dataset.areas.split(" ").some((area) => areas.includes(area)));
  if (!line) return;
  get("log").scrollTop = line.offsetTop - get("log").offsetTop;
  line.focus({ preventScroll: true });
}

// Undo: after replies one is asked again; other people are asked.

function showUndo() {
  const request = view.undo_request;
  const people = view.seats.filter((seat, number) => seat.strategy === "human" && number !== view.seat).length;
  get("undo-refused").hidden = !view.undo_refused;
  get("undo-why").textContent = view.undo_refused ?? "";
  get("undo-anyway").textContent = people ? "Ask the other players" : "Undo anyway";
  const isAsked = Boolean(request?.waits.includes(view.seat));
  get("undo-asked").hidden = !request || (request.seat !== view.seat && !isAsked);
  get("undo-allow").hidden = get("undo-decline").hidden = !isAsked;
  if (!request) return;
  const waits = request.waits.map((seat) => view.seats[seat].name).join(" and ");
  const mine = request.declined ? `${request.declined} declined the undo.` : `Waiting for ${waits} to allow the undo.`;
  get("undo-who").textContent = isAsked ? `Allow ${request.name} to undo the last choice?` : mine;
}

// Whoever plays all seats on this page allows an undo in the others' place.
async function undoAnyway() {
  await decide("/undo", { anyway: true });
  for (const seat of view.undo_request?.waits ?? []) {
    if (!others[seat]) continue;
    const there = others[seat].split("?")[0];
    try {
      await ask(`${there}/undo/answer`, { position: view.position, allowed: true }, fault);
    } catch (error) {
      fault(error.message);
    }
    await act("/state");
  }
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

// What narrows: parts that some of the choices name and others do not; the last choice is made by any.
function narrowing(options) {
  const counts = new Map();
  for (const option of options) for (const target of new Set(option.targets)) counts.set(target, (counts.get(target) ?? 0) + 1);
  return new Set([...counts.keys()].filter((target) => options.length === 1 || counts.get(target) < options.length));
}

function light() {
  const lit = past === null ? narrowing(chosen()) : new Set();
  for (const element of parts()) {
    const picked = narrowed.includes(name(element));
    const on = lit.has(name(element)) || picked;
    element.classList.toggle("lit", on);
    element.classList.toggle("picked", picked);
    for (const [attribute, value] of [["tabindex", "0"], ["role", "button"]]) {
      if (on) element.setAttribute(attribute, value);
      else element.removeAttribute(attribute);
    }
  }
  const starts = past === null ? new Set(view.options.flatMap((option) => option.targets)) : new Set();
  for (const piece of get("picture").querySelectorAll("[data-piece]")) {
    piece.classList.toggle("movable", namesOf(piece).some((each) => starts.has(each)));
  }
}

function mark(option, on) {
  for (const element of parts()) {
    if (option.targets.includes(name(element))) element.classList.toggle("named", on);
  }
}

// The names of an element: its own, and that of the area that it is on.
function namesOf(element) {
  const on = element.dataset.on === undefined ? [] : [`area-${element.dataset.on}`];
  return [name(element), ...on];
}

// One click after the other narrows the choices: a unit, then where it goes. A click on what no
// choice that is left names begins again; another one on the same takes it back.
function pick(element) {
  const touched = namesOf(element);
  const among = (options) => {
    const lit = narrowing(options);
    return touched.find((each) => lit.has(each));
  };
  const again = touched.find((each) => narrowed.includes(each));
  const further = again ? undefined : among(chosen());
  const first = among(view.options);
  if (again) narrowed = narrowed.filter((each) => each !== again);
  else if (further) narrowed = [...narrowed, further];
  else if (first) narrowed = [first];
  else return toLog(touched.filter((each) => each.startsWith("area-")).map((each) => each.slice(5)));
  const options = chosen();
  if (options.length === 1 && !again) choose(options[0]);
  else list();
}

// A drag from a unit to an area names both: at once, or in the decisions that follow each other.
function carry() {
  const { starts, ends, version } = dragged;
  const has = (option, names) => names.some((each) => option.targets.includes(each));
  const options = view.to_move === view.seat && version !== view.version ? view.options : [];
  dragged.version = view.version;
  const both = options.filter((option) => has(option, ends) && (dragged.named || has(option, starts)));
  const start = dragged.named ? undefined : starts.find((each) => options.some((option) => option.targets.includes(each)));
  const first = start ? options.filter((option) => option.targets.includes(start)) : [];
  if (both.length || first.length !== 1) {
    dragged = null;
    if (both.length === 1) return choose(both[0]);
    if (!both.length && !first.length) return list();
    narrowed = [...starts, ...ends].filter((each) => (both.length ? both : first).every((option) => option.targets.includes(each)));
    return list();
  }
  dragged.named = start === starts[0];
  return choose(first[0]);
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
    if (advice.version === view.version) {
      showAdvice(get("advice"), advice);
      if (advice.picture && past === null) { showPicture(advice.picture); list(); }
      const advised = view.options.find((option) => option.code === advice.code);
      if (advised && !advice.picture) mark(advised, true); // without a board: its cards
    }
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
const PARTS = "[data-area],[data-piece],[data-card]";
play.addEventListener("click", (event) => {
  if (past !== null && event.target.closest(".picture")) { go(steps().length); return; }
  const shown = event.target.closest("[data-fight],[data-move]");
  if (shown) { toLog((shown.dataset.fight ?? shown.dataset.move).split("-")); return; }
  const element = event.target.closest(PARTS);
  if (element) pick(element);
});
dragPieces(get("picture"), (event) => (past === null ? event.target.closest("[data-piece].movable") : null), (piece, below) => {
  const to = below.closest(PARTS);
  if (!to) return;
  const [starts, ends] = [namesOf(piece), namesOf(to)];
  if (starts[1] === ends[ends.length - 1]) return; // within the area
  dragged = { starts, ends, named: false, version: -1 };
  carry();
});
play.addEventListener("keydown", (event) => {
  const element = event.target.closest(".lit");
  if (element && (event.key === "Enter" || event.key === " ")) {
    event.preventDefault();
    pick(element);
  }
});
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") {
    narrowed = [];
    get("find").value = "";
    if (past === null) list();
    else go(steps().length);
  }
  if (event.key === " " && view && steps().length && !event.target.closest("a,button,input,select,summary,textarea,[role=button]")) {
    event.preventDefault();
    onward();
  }
});
get("log").addEventListener("keydown", (event) => {
  const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!by) return;
  const lines = [...get("log").querySelectorAll("[data-areas]")];
  const here = lines.indexOf(document.activeElement);
  const next = lines.at(here < 0 ? -1 : Math.min(lines.length - 1, Math.max(0, here + by)));
  if (!next) return;
  event.preventDefault();
  next.focus();
});
get("onward").addEventListener("click", onward);
get("earlier").addEventListener("click", () => go(past - 1));
get("now").addEventListener("click", () => go(steps().length));
get("undo-anyway").addEventListener("click", undoAnyway);
get("undo-allow").addEventListener("click", () => decide("/undo/answer", { allowed: true }));
get("undo-decline").addEventListener("click", () => decide("/undo/answer", { allowed: false }));
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
