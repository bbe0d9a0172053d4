// A seat at a table: shows what the seat sees, lights what it may choose, sends what is clicked.
import { showAdvice, text } from "./advice.js";

const root = document.getElementById("table");
const base = `/seats/${root.dataset.seat}`;
const get = (id) => document.getElementById(id);
const SIZES = [100, 150, 220, 320];
const others = JSON.parse(root.dataset.others); // seats that are played on this page as well
let view = null;
let narrowed = null; // the name of what was clicked
let queue = Promise.resolve();
let waiting = 0; // requests in the queue
let deciding = false;
let thinking = false;
let size = Number(localStorage.getItem("size") || 0);

async function ask(path, body) {
  const sent = body === undefined ? {} : {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  };
  const answer = await fetch(base + path, sent);
  const content = await answer.json();
  if (!answer.ok) throw new Error(content.tip ? `${content.fault}\nTip: ${content.tip}` : content.fault);
  return content;
}

// One request after the other: what is shown last is what was asked for last.
function act(path, body) {
  waiting += 1;
  root.setAttribute("aria-busy", "true");
  queue = queue.then(async () => {
    try {
      const fresh = await ask(path, body);
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

// A second click while a decision is on its way is none.
async function decide(path, body) {
  if (deciding) return;
  deciding = true;
  await act(path, body);
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
  if (moved) narrowed = null;
  root.dataset.version = view.version;
  get("turn").textContent = view.over ? "over" : `turn ${view.turn}`;
  get("picture").innerHTML = view.picture;
  get("picture").querySelector("svg")?.setAttribute("role", "group"); // what is lit are buttons in it
  resize();
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
  get("over").hidden = !view.over;
  get("live").parentElement.hidden = view.over;
  list();
  if (!moved) return;
  get("advice").hidden = true;
  odds();
  liven();
}

function question() {
  if (view.over) {
    const winners = view.ending.winners.map((seat) => view.seats[seat].name).join(" and ");
    return winners ? `${winners} won.` : "Nobody won.";
  }
  if (view.to_move !== view.seat) return `${view.seats[view.to_move].name} is to move.`;
  return view.question.charAt(0).toUpperCase() + view.question.slice(1);
}

function fill(place, things, made) {
  place.replaceChildren(...things.map(made));
}

function names(element) {
  const { area, piece, card } = element.dataset;
  if (area !== undefined) return [`area-${area}`];
  if (card !== undefined) return [`card-${card}`];
  return [`piece-${piece}`, ...(element.dataset.on ? [`area-${element.dataset.on}`] : [])];
}

function chosen() {
  const wanted = get("find").value.trim().toLowerCase();
  return view.options.filter((option) =>
    (!narrowed || option.targets.some((target) => narrowed.includes(target))) &&
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
  const some = narrowed && options.length < view.options.length;
  get("narrowed").hidden = !some;
  get("narrowed").firstElementChild.textContent = `${options.length} of ${view.options.length} choices.`;
  light();
}

function light() {
  const lit = new Set(chosen().flatMap((option) => option.targets));
  for (const element of get("picture").querySelectorAll("[data-area],[data-piece],[data-card]")) {
    const on = names(element).some((name) => lit.has(name));
    element.classList.toggle("lit", on);
    for (const [name, value] of [["tabindex", "0"], ["role", "button"]]) {
      if (on) element.setAttribute(name, value);
      else element.removeAttribute(name);
    }
  }
}

function mark(option, on) {
  for (const element of get("picture").querySelectorAll(".lit")) {
    if (names(element).some((name) => option.targets.includes(name))) {
      element.style.strokeDasharray = on ? "6 3" : "";
    }
  }
}

function pick(element) {
  const touched = names(element).filter((name) => view.options.some((o) => o.targets.includes(name)));
  if (!touched.length) return;
  narrowed = touched.slice(0, 1);
  const options = chosen();
  if (options.length === 1) choose(options[0]);
  else list();
}

function choose(option) {
  get("find").value = "";
  decide("/choose", { code: option.code });
}

// One hint at a time; a live one is asked for again when the table has moved on meanwhile.
async function hint() {
  if (thinking) return;
  const [button, asked] = [get("hint"), view.version];
  thinking = button.disabled = true;
  button.textContent = "Thinking …";
  try {
    const advice = await ask("/hint", {});
    fault("");
    if (advice.version === view.version) showAdvice(get("advice"), advice);
  } catch (error) {
    if (asked === view.version) fault(error.message);
  } finally {
    thinking = button.disabled = false;
    button.textContent = "Hint";
    if (asked !== view.version) liven();
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
    const found = await ask("/odds/data");
    if (found.version !== view.version || !found.odds.length) return;
    fill(get("odds"), found.odds, (each) => {
      const part = document.createElement("div");
      part.innerHTML = each.html;
      if (each.place) {
        const link = text("a", "Ask more about it");
        link.href = each.place;
        part.append(link);
      }
      return part;
    });
    get("odds").hidden = false;
  } catch (error) {
    fault(error.message);
  }
}

function resize() {
  const svg = get("picture").querySelector("svg");
  if (svg) svg.style.width = `${SIZES[size]}%`;
}

function step(by) {
  size = Math.min(SIZES.length - 1, Math.max(0, size + by));
  localStorage.setItem("size", size);
  resize();
}

get("picture").addEventListener("click", (event) => {
  const element = event.target.closest(".lit");
  if (element) pick(element);
});
get("picture").addEventListener("keydown", (event) => {
  const element = event.target.closest(".lit");
  if (element && (event.key === "Enter" || event.key === " ")) {
    event.preventDefault();
    pick(element);
  }
});
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") { narrowed = null; get("find").value = ""; list(); }
});
get("all").addEventListener("click", () => { narrowed = null; list(); });
get("find").addEventListener("input", list);
get("undo").addEventListener("click", () => decide("/undo", {}));
get("hint").addEventListener("click", hint);
get("live").checked = localStorage.getItem("live") === "yes";
get("live").addEventListener("change", () => {
  localStorage.setItem("live", get("live").checked ? "yes" : "no");
  liven();
});
get("larger").addEventListener("click", () => step(1));
get("smaller").addEventListener("click", () => step(-1));

// A server that was started again counts its versions anew: what is new after each connection is asked for.
const events = new EventSource(`${base}/events`);
events.addEventListener("open", () => act("/state"));
events.addEventListener("message", (event) => {
  if (view && Number(event.data) !== view.version) act("/state");
});
