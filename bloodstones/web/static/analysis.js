// A record on its board: any moment, the explanation, the engine, another decision to play on from.
import { showAdvice, text } from "./advice.js";
import { answered, ask } from "./ask.js";
import { showBoard, showPicture } from "./board.js";
import { Curve } from "./curve.js";
import { watch } from "./live.js";
import { Notes } from "./notes.js";
import { marksOf, showExplained, titleOf, verdictOf } from "./explained.js";

const get = (id) => document.getElementById(id);
const root = get("analysis");
const base = `/analysis/${root.dataset.record.split("/").map(encodeURIComponent).join("/")}`;
const NEAR = 40; // positions that are kept
const kept = new Map();
let game = null;
let here = 0;
let told = null;
let marks = [];
let curve = null;
let notes = null;
const once = `${Date.now()}-${Math.random()}`; // two clicks make one table
let strengths = ""; // as somebody says; "": as rated

const asked = (path, body, tell = fault) => ask(base + path, body, tell);

function fault(message) {
  get("fault").textContent = message;
  get("fault").hidden = !message;
}

const last = () => game.positions.length - 1;
const seatOf = (place) => game.positions[Math.min(last(), place)];
// The first position after a line of the record.
const placeOf = (line) => {
  const found = game.positions.findIndex((each) => each.line >= line);
  return found < 0 ? last() : found;
};
const turnName = (turn) => (turn === 0 ? "Setup" : `Turn ${turn}`);

// Where one is.

function position(place) {
  const [viewer, arrows] = [get("viewer").value, notes.arrows(place)];
  const key = `${place}/${viewer}/${arrows}`;
  if (!kept.has(key)) {
    const fields = new URLSearchParams();
    if (viewer) fields.set("seat", viewer);
    if (arrows) fields.set("arrows", arrows);
    kept.set(key, asked(`/positions/${place}/data?${fields}`));
    if (kept.size > NEAR) kept.delete(kept.keys().next().value);
  }
  return kept.get(key);
}

function go(place) {
  here = Math.max(0, Math.min(last(), place));
  get("slider").value = here;
  const step = game.positions[here];
  const words = step.text.join("; ") || "Before the first move";
  get("slider").setAttribute("aria-valuetext", `${turnName(step.turn)}: ${words}`);
  get("where").replaceChildren(text("b", turnName(step.turn)), ` ${words} `, text("small", `${here} of ${last()}`));
  history.replaceState(null, "", `#${here}`);
  get("advice").hidden = true;
  curve?.show(here);
  notes.show(here);
  showBalance();
  showVerdict();
  showMove();
  root.setAttribute("aria-busy", "true");
  draw(here);
}

async function draw(place) {
  try {
    const shown = await position(place);
    if (place !== here) return;
    showBoard(shown);
    get("seen").textContent = get("viewer").value ? "" : game.seats[shown.seat].name;
    get("words").replaceChildren(...shown.board.map((line) => text("p", line)));
    get("engine").parentElement.hidden = shown.mover === null || shown.options.length < 2;
    get("other").hidden = here === last();
    get("edit").hidden = shown.mover === null;
    get("edit").href = `/position/${game.game}?${new URLSearchParams({ record: root.dataset.record, place })}`;
    get("question").textContent = shown.mover === null
      ? "A random event is next. It gets new random numbers."
      : `${game.seats[shown.mover].name}: ${shown.question}`;
    get("choice").hidden = shown.mover === null;
    const options = shown.options.map((each) => new Option(each.words, each.code));
    get("code").replaceChildren(new Option("decide in the new game", ""), ...options);
    get("refused").hidden = true;
    get("go-on").action = `${base}/positions/${place}/table`;
    root.removeAttribute("aria-busy");
    root.dataset.position = place;
    fault("");
    if (place < last()) position(place + 1).catch(() => {});
  } catch (error) {
    kept.clear();
    fault(error.message);
  }
}

// A drag from one area to another draws an arrow, which is kept with the note; the same again takes it away.
let from = null;
const areaAt = (event) => {
  const part = event.target.closest("#picture [data-area],#picture [data-piece]");
  return part ? (part.dataset.area ?? part.dataset.on) : null;
};

async function drawArrow(event) {
  const [start, end] = [from, areaAt(event)];
  from = null;
  if (start === null || end === null || start === end) return;
  await notes.draw(`${start}-${end}`);
  draw(here);
}

function turn(by) {
  const now = seatOf(here).turn;
  let place = here;
  if (by > 0) {
    while (place < last() && game.positions[place].turn === now) place += 1;
  } else {
    if (place > 0) place -= 1;
    const before = game.positions[place].turn;
    while (place > 0 && game.positions[place - 1].turn === before) place -= 1;
  }
  go(place);
}

// What happened.

function listMoves() {
  let before = null;
  const items = [];
  game.positions.forEach((each, place) => {
    if (place === 0) return;
    if (each.turn !== before) {
      items.push(text("li", turnName(each.turn), "turn"));
      before = each.turn;
    }
    const item = document.createElement("li");
    item.dataset.place = place;
    if (each.seat >= 0) item.style.setProperty("--seat", game.seats[each.seat].colour);
    if (each.chance) item.className = "chance";
    const button = text("button", each.text.join("; ") || "…");
    button.type = "button";
    button.addEventListener("click", () => go(place));
    item.append(button);
    items.push(item);
  });
  get("moves").replaceChildren(...items);
}

function markMoves() {
  for (const old of get("moves").querySelectorAll(".mark")) old.remove();
  for (const mark of marks) {
    const item = get("moves").querySelector(`[data-place="${mark.first}"]`);
    item.querySelector("button").prepend(text("span", mark.sign, `mark ${mark.kind}`), " ");
  }
  notes.mark(get("moves"));
}

function showMove() {
  get("moves").querySelector(".now")?.classList.remove("now");
  const item = get("moves").querySelector(`[data-place="${here}"]`);
  if (!item) { get("moves").scrollTop = 0; return; }
  item.classList.add("now");
  const list = get("moves");
  const top = item.offsetTop - list.offsetTop;
  if (top < list.scrollTop || top > list.scrollTop + list.clientHeight - item.offsetHeight) {
    list.scrollTop = top - list.clientHeight / 2;
  }
}

// The explanation.

const point = () => told.points.findLast((each) => each.place <= here) ?? told.points[0];

function showBalance() {
  if (!told) return;
  const now = point();
  get("balance").replaceChildren(...now.chances.map((chance, seat) => {
    const part = document.createElement("span");
    part.style.setProperty("--seat", game.seats[seat].colour);
    part.style.flexGrow = Math.max(chance.value, .02);
    part.title = game.seats[seat].name;
    const half = chance.n > 1 ? ` ± ${Math.round(50 * (chance.high - chance.low))}` : "";
    part.append(text("i", ""), text("b", `${Math.round(100 * chance.value)} %${half}`), text("small", game.seats[seat].name));
    return part;
  }));
  get("balance").hidden = get("balance-note").hidden = false;
  const end = now === told.points.at(-1);
  get("balance-note").textContent = end ? "Final result." :
    `Chance of winning at the start of turn ${now.turn}, ± half of the 95 % interval (n = ${now.chances[0].n.toLocaleString("en")}).`;
}

function showVerdict() {
  const mark = marks.find((each) => here >= each.place && here <= each.end && here === each.place) ??
    marks.find((each) => here >= each.first && here <= each.end);
  get("verdict").hidden = !mark;
  if (mark) get("verdict").replaceChildren(...verdictOf(mark, told, game.seats));
}

function explainedBy(result) {
  told = result;
  for (const each of told.points) each.place = each.line <= 1 ? 0 : placeOf(each.line);
  told.points.at(-1).place = last();
  marks = marksOf(told, placeOf);
  const heights = (mark) => {
    const before = told.points.findLast((each) => each.place <= mark.place) ?? told.points[0];
    return before.chances[mark.swing.seat].value;
  };
  curve.draw(told.points, game.seats, marks.map((mark) => ({
    place: mark.place, height: heights(mark), sign: mark.sign, kind: mark.kind, title: titleOf(mark, game.seats),
  })));
  curve.show(here);
  markMoves();
  showExplained(get("found"), told, marks, game.seats, go);
  get("next-mark").hidden = !told.costly_decisions.length;
  showBalance();
  showVerdict();
  root.dataset.explained = told.playouts;
}

function progress(standing) {
  get("bar").value = standing.done / Math.max(1, standing.total);
  get("so-far").textContent = standing.done
    ? `${standing.done.toLocaleString("en")} of ${standing.total.toLocaleString("en")} playouts`
    : "Preparing …";
}

async function explain(playouts) {
  get("explain").hidden = get("finer").hidden = true;
  get("progress").hidden = false;
  progress({ done: 0, total: playouts });
  try {
    await asked("/explanation", { playouts, strengths });
    await over(playouts);
    await known(playouts);
  } catch (error) {
    fault(error.message);
  }
  get("progress").hidden = true;
  const finer = game.budgets.find((each) => each > playouts);
  get("explain").hidden = Boolean(told);
  get("finer").hidden = !finer;
  if (finer) get("finer").textContent = `Narrow the intervals with ${finer.toLocaleString("en")} playouts`;
}

// Waits until an explanation is there, and shows how far it is.
function over(playouts) {
  return new Promise((done) => {
    const topic = new URLSearchParams({ record: root.dataset.record, playouts, strengths });
    const told = (standing) => {
      progress(standing);
      if (!standing.over) return;
      leave();
      done();
    };
    const leave = watch(`explanation:${topic}`, told, async () => told(await asked(`/explanation?${query(playouts)}`)));
  });
}

const query = (playouts) => new URLSearchParams({ playouts, strengths });

// Shows an explanation if it is there.
async function known(playouts) {
  const found = await asked(`/explanation?${query(playouts)}`);
  if (found.fault) throw new Error(found.fault);
  if (found.result) explainedBy(found.result);
  return found;
}

// How strong the players are: as rated, as somebody says, or all alike.

function strengthForm() {
  get("strong").hidden = !game.rated.length;
  get("strengths").replaceChildren(...game.seats.map((seat) => {
    const line = text("p", "");
    const label = text("label", `${seat.name} plays as well as `);
    const select = document.createElement("select");
    if (!game.rated.includes(seat.strategy)) select.append(new Option(`choose (${seat.strategy} is not rated)`, ""));
    select.append(...game.rated.map((id) => new Option(id, id, false, id === seat.strategy)));
    label.append(select);
    line.append(label);
    return line;
  }));
}

function explainWith(told) {
  strengths = told;
  get("so-strong").disabled = get("equals").disabled = true;
  return explain(game.budgets[0]).finally(() => {
    get("so-strong").disabled = get("equals").disabled = false;
  });
}

function soStrong() {
  const chosen = [...get("strengths").querySelectorAll("select")].map((each) => each.value);
  if (chosen.every(Boolean)) return explainWith(chosen.join(","));
  return fault("Choose a strategy of similar strength for each player.");
}

function nextMark() {
  const called = marks.filter((mark) => mark.swing.judgement);
  const mistakes = called.length ? called : marks.filter((mark) => mark.kind === "decisions");
  const next = mistakes.find((mark) => mark.place > here) ?? mistakes[0];
  if (next) go(next.place);
}

// The engine, and a table from here.

async function engine() {
  const [button, place] = [get("engine"), here];
  const words = button.textContent;
  button.disabled = true;
  button.textContent = "Thinking …";
  try {
    const advice = await asked(`/positions/${place}/hint`, {});
    if (place === here) {
      showAdvice(get("advice"), advice);
      if (advice.picture) showPicture(advice.picture);
    }
  } catch (error) {
    fault(error.message);
  }
  button.disabled = false;
  button.textContent = words;
}

async function playOn(event) {
  event.preventDefault();
  const form = get("go-on");
  try {
    const body = new URLSearchParams([...new FormData(form), ["once", once]]);
    location.href = (await answered(form.action, { method: "POST", body })).place;
  } catch (error) {
    get("refused").textContent = error.message;
    get("refused").hidden = false;
  }
}

function seatForm() {
  get("sitting").replaceChildren(...game.seats.map((seat, place) => {
    const line = text("p", "");
    const label = text("label", `${seat.name} is played by `);
    const select = document.createElement("select");
    select.name = `strategy_${place}`;
    select.append(new Option("human player", "human", true, true));
    for (const { id, does, strength } of game.strategies) select.append(new Option(`${id}: ${strength || does}`, id));
    label.append(select);
    line.append(label);
    return line;
  }));
}

const DOES = {
  ArrowLeft: () => go(here - 1), ArrowRight: () => go(here + 1), Home: () => go(0), End: () => go(last()),
  PageUp: () => turn(-1), PageDown: () => turn(1), m: nextMark, M: nextMark,
};
const TYPED = "INPUT:not([type=range]), SELECT, TEXTAREA";

async function open() {
  game = await asked("/data");
  get("title").textContent = `${game.title}: ${game.seats.map((seat) => seat.name).join(" against ")}`;
  get("result").textContent = game.result;
  document.title = `Analysis: ${game.title} · bloodstones`;
  get("file").href = `${base}/record`;
  get("slider").max = last();
  game.seats.forEach((seat, place) => get("viewer").append(new Option(`${seat.name} (${seat.strategy})`, place)));
  curve = new Curve(get("chart"), last(), go);
  seatForm();
  strengthForm();
  listMoves();
  notes = new Notes(
    game.notes,
    (place, words, seen) => asked(`/positions/${place}/note`, { text: words, seen }),
    () => notes.mark(get("moves")),
  );
  notes.mark(get("moves"));
  for (const [id, does] of Object.entries({
    first: DOES.Home, last: DOES.End, back: DOES.ArrowLeft, on: DOES.ArrowRight,
    "turn-back": DOES.PageUp, "turn-on": DOES.PageDown, "next-mark": nextMark, engine, "so-strong": soStrong, equals: () => explainWith("equal"),
  })) get(id).addEventListener("click", does);
  get("picture").addEventListener("pointerdown", (event) => { from = event.pointerType === "touch" || event.button ? null : areaAt(event); });
  get("picture").addEventListener("pointerup", drawArrow);
  get("slider").addEventListener("input", () => go(Number(get("slider").value)));
  get("go-on").addEventListener("submit", playOn);
  get("viewer").addEventListener("change", () => draw(here));
  document.addEventListener("keydown", (event) => {
    const does = DOES[event.key];
    if (!does || event.ctrlKey || event.altKey || event.metaKey || event.target.matches(TYPED)) return;
    event.preventDefault();
    does();
  });
  window.addEventListener("hashchange", () => { const place = Number(location.hash.slice(1)); if (place !== here) go(place); });
  const [quick, fine] = game.budgets;
  get("explain").addEventListener("click", () => explain(quick));
  get("finer").addEventListener("click", () => explain(fine));
  go(location.hash ? Number(location.hash.slice(1)) || 0 : 0);
  for (const playouts of [...game.budgets].reverse()) {
    const found = await asked(`/explanation?${query(playouts)}`);
    if (found.result || (found.begun && !found.over)) return explain(playouts);
  }
  return explain(quick);
}

open().catch((error) => {
  fault(error.message);
  get("result").textContent = "";
  root.removeAttribute("aria-busy");
});
