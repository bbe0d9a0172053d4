// The editor of positions: pieces on the board, values in a panel, the text; each change is checked.
import { showAdvice, text } from "./advice.js";
import { ask } from "./ask.js";
import { showBoard } from "./board.js";

const root = document.getElementById("editor");
const base = `/position/${root.dataset.game}`;
const get = (id) => document.getElementById(id);
const [rooms, roles] = [JSON.parse(root.dataset.rooms), JSON.parse(root.dataset.roles)];
const strategies = JSON.parse(get("strategies").textContent);
const FEW = 24; // names that all have a number of their own in the panel
const OPEN = "?";
const SVG = "http://www.w3.org/2000/svg";
let data = null; // the position, as the lab sent it
let past = [];
let future = [];
let tool = null; // { field, name, beside } to put, { field, value } to mark, { erase: true }; null: move
let picked = null; // the piece that is moved, an element's data-piece
let area = null; // the number of the area that is looked at
let tab = 0; // whose pieces the palette shows; -1: the areas
let queue = Promise.resolve();
let dragged = null;
let opened = new Set(); // what is unfolded in the panel

// Asking.

function fault(message) {
  get("fault").textContent = message;
  get("fault").hidden = !message;
}

function act(body, keep = true) {
  root.setAttribute("aria-busy", "true");
  queue = queue.then(async () => {
    try {
      const before = data?.text;
      const fresh = await ask(`${base}/data`, typeof body === "function" ? body() : body, wait);
      fault("");
      if (keep && before && before !== fresh.text) {
        past.push(before);
        future = [];
      }
      show(fresh);
    } catch (error) {
      fault(error.message);
    }
    root.removeAttribute("aria-busy");
  });
  return queue;
}

function wait(words) {
  get("waiting").textContent = words;
}

// Changes the values of the position; `change(values)` gets a copy of them.
function edit(change) {
  return act(() => {
    const values = structuredClone(data.values);
    change(values);
    return { text: data.text, values };
  });
}

function step(from, to) {
  if (!from.length) return;
  const there = from.pop();
  to.push(data.text);
  act({ text: there }, false);
}

// Showing.

function show(fresh) {
  if (!fresh.drawn && data) { // too faulty for a picture: the last one stays
    showFaults(fresh);
    get("text").value = fresh.text;
    return;
  }
  data = fresh;
  picked = null;
  if (data.picture !== undefined) showBoard(data);
  get("sheet").innerHTML = data.sheet ?? "";
  get("text").value = data.text;
  get("undo").disabled = !past.length;
  get("redo").disabled = !future.length;
  get("palette").hidden = !data.puts?.length && !data.marks?.length;
  get("advice").hidden = get("answers").hidden = true;
  showFaults(data);
  showPalette();
  showAreas();
  showHere();
  showPanel();
  showPlayers();
  history.replaceState(null, "", location.pathname);
  root.dataset.ready = String(Number(root.dataset.ready ?? 0) + 1);
}

function showFaults(shown) {
  const count = shown.faults.length;
  const turn = shown.over ? "The game is over in this position." : "";
  const options = shown.options.length;
  const moves = shown.mover === null ? turn
    : `${shown.seats[shown.mover]} to move: ${options.toLocaleString("en")} legal ${options === 1 ? "decision" : "decisions"}`;
  get("verdict").textContent = count ? `${count} ${count === 1 ? "fault" : "faults"}` : moves;
  get("faults").replaceChildren(...shown.faults.map((each) => {
    const item = text("li", each.text);
    if (each.area !== null && each.area !== undefined) {
      const button = text("button", "Show on the board", "plain small");
      button.type = "button";
      button.addEventListener("click", () => look(each.area));
      item.append(" ", button);
    }
    return item;
  }));
  get("faults").hidden = !count;
  for (const id of ["odds", "hint", "chances", "play"]) if (get(id)) get(id).disabled = count > 0 || shown.mover === null;
  if (count || shown.mover === null) get("sitting").hidden = true;
  for (const part of get("picture").querySelectorAll(".faulty")) part.classList.remove("faulty");
  for (const each of shown.faults) {
    for (const part of get("picture").querySelectorAll(`[data-area="${each.area}"]`)) {
      part.classList.add("faulty");
      part.querySelector?.("title")?.replaceChildren(each.text);
    }
  }
}

// The palette.

const seatOf = (put) => data.fields[put.field].seat ?? 0;
const list = (number) => data.lists[number];

function button(words, pressed, click) {
  const made = text("button", words, "plain");
  made.type = "button";
  made.setAttribute("aria-pressed", pressed);
  made.addEventListener("click", click);
  return made;
}

// A piece as the board draws it; its styles are those of the board.
function token(put, item) {
  const board = get("picture").querySelector("svg");
  const drawn = document.createElementNS(SVG, "svg");
  drawn.setAttribute("viewBox", "-13 -13 26 26");
  drawn.setAttribute("class", `${board?.getAttribute("class") ?? ""} token`);
  drawn.setAttribute("aria-hidden", "true");
  drawn.innerHTML = item.token;
  return drawn;
}

function showPalette() {
  if (get("palette").hidden) return;
  const tabs = data.puts.length ? data.seats.map((name, seat) => [name, seat]) : [];
  if (data.marks.length) tabs.push(["Areas", -1]);
  if (!tabs.some(([, each]) => each === tab)) tab = tabs[0][1];
  get("tabs").replaceChildren(...tabs.map(([name, each]) => button(name, each === tab, () => { tab = each; showPalette(); })));
  const parts = tab < 0 ? data.marks.map(markTool) : data.puts.filter((put) => seatOf(put) === tab).flatMap(putTools);
  get("items").replaceChildren(...parts);
  get("move").setAttribute("aria-pressed", tool === null);
  get("erase").setAttribute("aria-pressed", Boolean(tool?.erase));
  const held = tool?.erase ? "Erase: choose a piece." : tool?.words ? `${tool.words}: choose an area.` : "";
  get("holding").textContent = held;
}

function putTools(put) {
  return put.items.map((item) => {
    const placed = isPlaced(put.field, item.name);
    const is = tool && tool.field === put.field && tool.name === item.name;
    const made = button("", Boolean(is), () => hold({ field: put.field, name: item.name, beside: item.beside, words: item.words }));
    made.append(token(put, item), text("span", placed ? `${item.words} (on the board)` : item.words));
    made.draggable = true;
    made.addEventListener("dragstart", (event) => {
      hold({ field: put.field, name: item.name, beside: item.beside, words: item.words });
      event.dataTransfer.setData("text/plain", item.words);
    });
    return made;
  });
}

// Whether a piece of which there is one is on the board.
function isPlaced(field, name) {
  const [kind, value] = [data.fields[field].kind, data.values[field]];
  return kind === "values" ? Boolean(value[name]) : kind === "choice" ? Boolean(value) : false;
}

function markTool(field) {
  const { words, options, most, least } = data.fields[field];
  const label = text("label", `${words} `);
  const control = choice(`mark-${field}`, options, least, Math.min(most, 99));
  control.addEventListener("change", () => hold({ field, value: control.value, words: `${words} ${control.value || "none"}` }));
  control.addEventListener("focus", () => hold({ field, value: control.value, words: `${words} ${control.value || "none"}` }));
  label.append(control);
  return label;
}

// A field for a name among options, or for a number where there are none.
function choice(id, options, least, most) {
  const names = list(options);
  const control = document.createElement(names.length ? "select" : "input");
  control.id = id;
  const called = (name) => (isSeats(names) ? data.seats[name] : name.replaceAll("_", " "));
  if (names.length) control.append(new Option("none", ""), ...names.map((name) => new Option(called(name), name)));
  else Object.assign(control, { type: "number", min: least, max: most });
  return control;
}

function hold(wanted) {
  tool = wanted;
  picked = null;
  showPalette();
  light();
}

// Areas.

function showAreas() {
  const options = Object.entries(data.areas ?? {}).map(([number, name]) => new Option(name, number));
  get("area").replaceChildren(new Option("none", ""), ...options);
  if (area !== null && data.areas?.[area] === undefined) area = null;
  get("area").value = area ?? "";
  light();
}

function light() {
  for (const part of get("picture").querySelectorAll("[data-area]")) part.classList.toggle("picked", part.dataset.area === String(area));
  for (const part of get("picture").querySelectorAll("[data-piece]")) part.classList.toggle("picked", part.dataset.piece === picked);
}

function look(number) {
  area = String(number);
  get("area").value = area;
  light();
  showHere();
  get("picture").querySelector(`[data-area="${area}"]`)?.scrollIntoView({ block: "nearest" });
}

const areaName = (number) => data.areas[number];

// What is on an area: [field, name, count].
function on(name) {
  const found = [];
  for (const put of data.puts ?? []) {
    const [kind, value] = [data.fields[put.field].kind, data.values[put.field]];
    if (typeof value === "string" ? kind !== "choice" : false) continue; // of another form
    for (const item of put.items) {
      const count = kind === "areas" ? value[name]?.[item.name]
        : kind === "values" ? Number(value[item.name] === name)
          : kind === "choice" ? Number(value === name) : value[name];
      if (count) found.push({ put, item, count });
    }
  }
  return found;
}

function showHere() {
  if (area === null) return get("here").replaceChildren();
  const name = areaName(area);
  const parts = [text("h3", `Area ${name}`)];
  const rows = on(name).map(({ put, item, count }) => {
    const row = document.createElement("li");
    const words = `${data.seats[seatOf(put)]}: ${item.words}`;
    row.append(token(put, item), text("span", count > 1 ? `${words} × ${count}` : words));
    const one = !["areas", "places", "counts"].includes(data.fields[put.field].kind);
    const fewer = button(one ? "Erase" : "−", false, () => edit((values) => take(values, put.field, item.name, name)));
    fewer.setAttribute("aria-label", `${one ? "Erase" : "One less"}: ${words}`);
    fewer.removeAttribute("aria-pressed");
    row.append(fewer);
    if (!one) {
      const more = button("+", false, () => edit((values) => give(values, put, item, name)));
      more.setAttribute("aria-label", `One more: ${words}`);
      more.removeAttribute("aria-pressed");
      row.append(more);
    }
    for (const key of Object.keys(item.beside)) row.append(besides(key, put, item));
    return row;
  });
  const listed = document.createElement("ul");
  listed.append(...rows);
  if (rows.length) parts.push(listed);
  else parts.push(text("p", "No pieces are here.", "dim small"));
  for (const field of data.marks) {
    const { words, options, least, most, empty } = data.fields[field];
    const label = text("label", `${words} `);
    const control = choice(`here-${field}`, options, least, most);
    control.value = data.values[field][name] ?? (list(options).length ? "" : empty);
    control.addEventListener("change", () => edit((values) => mark(values, field, name, control.value)));
    label.append(control, " ");
    parts.push(label);
  }
  focused(get("here"), () => get("here").replaceChildren(...parts));
}

// A number that a piece has beside its place, such as its strength.
function besides(key, put, item) {
  const field = data.fields.findIndex((each) => each.key === key && each.seat === data.fields[put.field].seat);
  const label = text("label", `${key} `);
  const control = Object.assign(document.createElement("input"), { type: "number", min: 0, value: data.values[field][item.name] ?? 0 });
  control.id = `beside-${field}-${item.name}`;
  control.addEventListener("change", () => edit((values) => count(values[field], item.name, Number(control.value))));
  label.append(control);
  return label;
}

function count(counts, name, number) {
  if (number) counts[name] = number;
  else delete counts[name];
}

function give(values, { field }, { name, beside }, place) {
  const kind = data.fields[field].kind;
  if (kind === "areas") {
    values[field][place] ??= {};
    values[field][place][name] = (values[field][place][name] ?? 0) + 1;
  } else if (kind === "values") {
    const fresh = !values[field][name];
    values[field][name] = place;
    for (const [key, number] of Object.entries(fresh ? beside : {})) values[near(field, key)][name] = number;
  } else if (kind === "choice") values[field] = place;
  else values[field][place] = (values[field][place] ?? 0) + 1;
}

function take(values, field, name, place) {
  const kind = data.fields[field].kind;
  if (kind === "areas") count(values[field][place], name, values[field][place][name] - 1);
  else if (kind === "values") {
    delete values[field][name];
    const item = data.puts.find((put) => put.field === field).items.find((each) => each.name === name);
    for (const key of Object.keys(item.beside)) delete values[near(field, key)][name];
  } else if (kind === "choice") values[field] = "";
  else count(values[field], place, values[field][place] - 1);
}

const near = (field, key) => data.fields.findIndex((each) => each.key === key && each.seat === data.fields[field].seat);

function mark(values, field, place, value) {
  const { kind, empty } = data.fields[field];
  if (value === "" || value === empty) delete values[field][place];
  else values[field][place] = kind === "counts" ? Number(value) : value;
}

// On the board.

const pieceOf = (id) => data.pieces?.[id];

function carry(id, from, to) {
  const piece = pieceOf(id);
  if (!piece || from === to) return;
  edit((values) => {
    const { kind } = data.fields[piece.field];
    if (kind === "values") values[piece.field][piece.name] = areaName(to); // it keeps what it has beside
    else {
      take(values, piece.field, piece.name, areaName(from));
      give(values, piece, { name: piece.name, beside: {} }, areaName(to));
    }
  });
}

function touch(element) {
  const { piece, on: under } = element.dataset;
  const place = element.dataset.area ?? under;
  area = place;
  if (tool?.erase) {
    if (piece && pieceOf(piece)) edit((values) => take(values, pieceOf(piece).field, pieceOf(piece).name, areaName(under)));
  } else if (tool) use(place);
  else if (picked && picked !== piece) {
    const from = get("picture").querySelector(`[data-piece="${CSS.escape(picked)}"]`).dataset.on;
    carry(picked, from, place);
  } else picked = piece && picked !== piece && pieceOf(piece) ? piece : null;
  get("area").value = area;
  light();
  showHere();
}

function use(place) {
  const name = areaName(place);
  if (tool.value !== undefined) edit((values) => mark(values, tool.field, name, tool.value));
  else edit((values) => give(values, tool, tool, name));
}

const part = (event) => event.target.closest?.("#picture [data-piece],#picture [data-area]");

get("picture").addEventListener("click", (event) => {
  if (part(event)) touch(part(event));
});
get("picture").addEventListener("pointerdown", (event) => {
  const element = part(event);
  dragged = element?.dataset.piece && !tool && pieceOf(element.dataset.piece) ? { id: element.dataset.piece, from: element.dataset.on } : null;
});
addEventListener("pointerup", (event) => {
  if (!dragged) return;
  const under = document.elementsFromPoint(event.clientX, event.clientY).find((each) => each.closest?.("#picture [data-area]"));
  const { id, from } = dragged;
  dragged = null;
  const to = under?.closest("[data-area]").dataset.area;
  if (to === undefined || to === from) return;
  area = to;
  carry(id, from, to);
});
get("picture").addEventListener("dragover", (event) => { if (tool) event.preventDefault(); });
get("picture").addEventListener("drop", (event) => {
  event.preventDefault();
  const element = part(event);
  if (tool && element) touch(element);
});
get("move").addEventListener("click", () => hold(null));
get("erase").addEventListener("click", () => hold({ erase: true }));
get("area").addEventListener("change", () => { if (get("area").value) look(get("area").value); else { area = null; light(); showHere(); } });
get("put").addEventListener("click", () => {
  if (area === null || !tool || tool.erase) return fault("Choose a piece and an area first.");
  use(area);
});

// The panel of values.

function focused(place, change) {
  const id = place.contains(document.activeElement) ? document.activeElement.id : "";
  change();
  if (id) get(id)?.focus();
}

function showPanel() {
  opened = new Set([...get("panel").querySelectorAll("details[open]")].map((each) => each.dataset.of));
  const groups = [null, ...data.seats.keys()].map((seat) => {
    const group = document.createElement("fieldset");
    group.append(text("legend", seat === null ? "Game" : data.seats[seat]));
    const all = data.fields.map((field, number) => ({ field, number })).filter(({ field }) => field.seat === seat);
    const shown = all.filter(({ field }) => !field.put && !data.marks.includes(data.fields.indexOf(field)));
    const main = shown.filter(({ field }) => field.main !== null).sort((one, other) => one.field.main - other.field.main);
    group.append(...main.map(({ field, number }) => control(field, number)));
    const rest = shown.filter(({ field }) => field.main === null);
    if (rest.length) {
      const more = document.createElement("details");
      more.dataset.of = String(seat);
      more.open = opened.has(String(seat));
      more.append(text("summary", "More values"), ...rest.map(({ field, number }) => control(field, number)));
      group.append(more);
    }
    return group;
  });
  focused(get("panel"), () => get("panel").replaceChildren(...groups));
}

function labelled(words, ...controls) {
  const label = text("label", `${words} `);
  label.append(...controls);
  return label;
}

function input(id, value, change, more = {}) {
  const made = Object.assign(document.createElement("input"), { id, value, ...more });
  made.addEventListener("change", () => change(made.value));
  return made;
}

const numeric = { type: "number" };

// The control of a field; a text that has another form than the field stays a text.
function control(field, number) {
  const value = data.values[number];
  const id = `f-${number}`;
  const set = (fresh) => edit((values) => { values[number] = fresh; });
  const faulty = data.faults.filter((each) => each.field === number);
  const made = body(field, number, value, id, set);
  const whole = document.createElement("div");
  whole.className = "value";
  whole.append(...[made].flat());
  for (const each of faulty) whole.append(text("p", each.text, "fault small"));
  return whole;
}

function body(field, number, value, id, set) {
  const { kind, words } = field;
  if (kind === "choice") {
    const select = choice(id, field.options, 0, 0);
    if (!list(field.options).includes(value)) select.append(new Option(value, value));
    select.value = value;
    select.addEventListener("change", () => set(select.value));
    return labelled(words, select);
  }
  if (kind === "number") return labelled(words, input(id, value ?? "", (fresh) => set(fresh === "" ? null : Number(fresh)), { ...numeric, min: field.least, max: field.most, placeholder: field.empty }));
  if (typeof value === "string" || kind === "text" || kind === "areas") {
    const written = typeof value === "string" ? value : "";
    if (typeof value !== "string" && Object.keys(value).length) return labelled(words, text("span", JSON.stringify(value), "dim small"));
    return labelled(words, input(id, written, set));
  }
  const group = document.createElement("details");
  group.dataset.of = id;
  group.open = opened.has(id);
  const entries = Object.entries(value).filter(([, each]) => each !== 0);
  const sum = value[OPEN] !== undefined ? `${value[OPEN]} unknown` : entries.map(([name, each]) => (kind === "values" || kind === "row" ? `${name} ${each}` : each === 1 ? name : `${name} × ${each}`)).join(", ").replaceAll("_", " ");
  group.append(text("summary", `${words}: ${sum || "none"}`));
  if (field.open) group.append(openHand(field, number, value, id));
  if (value[OPEN] !== undefined) return group;
  const names = list(field.names);
  const shown = kind !== "values" && names.length <= FEW ? names : names.filter((name) => value[name] !== undefined);
  const put = (name, fresh) => edit((values) => {
    if (fresh === "" || fresh === "0" && kind !== "values") delete values[number][name];
    else values[number][name] = kind === "values" ? fresh : Number(fresh);
  });
  const cells = document.createElement("div");
  cells.className = "counts";
  cells.append(...shown.map((name) => {
    const words_ = name.replaceAll("_", " ");
    if (kind !== "values" || !list(field.options).length) {
      return labelled(words_, input(`${id}-${name}`, value[name] ?? 0, (fresh) => put(name, fresh), { ...numeric, min: field.least }));
    }
    const select = choice(`${id}-${name}`, field.options, 0, 0);
    select.value = value[name];
    select.addEventListener("change", () => put(name, select.value));
    return labelled(words_, select);
  }));
  group.append(cells);
  const others = names.filter((name) => !shown.includes(name));
  if (others.length) {
    const add = document.createElement("select");
    add.id = `${id}-add`;
    add.append(new Option("add …", ""), ...others.map((name) => new Option(name.replaceAll("_", " "), name)));
    add.setAttribute("aria-label", `Add to ${words}`);
    add.addEventListener("change", () => { if (add.value) put(add.value, kind === "values" ? list(field.options)[0] ?? "1" : "1"); });
    group.append(add);
  }
  return group;
}

const isSeats = (names) => names.length === data.seats.length && names.every((name, seat) => name === String(seat));

// A hand that is unknown: so many cards, dealt from those that are left.
function openHand(field, number, value, id) {
  const isOpen = value[OPEN] !== undefined;
  const size = isOpen ? value[OPEN] : Object.values(value).reduce((sum, each) => sum + each, 0);
  const check = Object.assign(document.createElement("input"), { type: "checkbox", id: `${id}-open`, checked: isOpen });
  check.addEventListener("change", () => edit((values) => { values[number] = check.checked ? { [OPEN]: size } : {}; }));
  const parts = [check, " unknown "];
  const label = document.createElement("label");
  label.append(...parts);
  if (!isOpen) return label;
  const many = input(`${id}-size`, size, (fresh) => edit((values) => { values[number] = { [OPEN]: Number(fresh) }; }), { ...numeric, min: 0 });
  const both = document.createElement("p");
  both.append(label, labelled("cards", many));
  return both;
}

// What one can do from here.

async function asked(path, words, showing) {
  fault("");
  wait(words);
  const before = data.text;
  try {
    const answer = await ask(base + path, { text: data.text }, wait);
    if (data.text === before) showing(answer);
  } catch (error) {
    fault(error.message);
  }
  wait("");
}

function showAnswers({ html, none }) {
  get("answers").replaceChildren(...html.map((each) => {
    const made = document.createElement("div");
    made.innerHTML = each;
    return made;
  }));
  if (none) get("answers").append(text("p", none, "dim"));
  get("answers").hidden = false;
}

get("odds")?.addEventListener("click", () => asked("/odds", "Computing the odds …", showAnswers));
get("hint").addEventListener("click", () => asked("/hint", "Thinking …", (advice) => showAdvice(get("advice"), advice)));
get("chances").addEventListener("click", () => asked("/chances", "Playing 1,000 games from here …", showAnswers));

function showPlayers() {
  const kept = [...get("players").querySelectorAll("select")].map((each) => each.value);
  get("players").replaceChildren(...data.seats.map((name, seat) => {
    const select = document.createElement("select");
    select.append(new Option("human player", "human"), ...strategies.map((each) => new Option(each.id, each.id)));
    select.value = kept[seat] ?? (seat === (data.mover ?? 0) ? "human" : strategies[0]?.id ?? "random");
    return labelled(name, select);
  }));
}

get("play").addEventListener("click", () => {
  get("sitting").hidden = !get("sitting").hidden;
  get("play").setAttribute("aria-expanded", !get("sitting").hidden);
});
get("sitting").addEventListener("submit", async (event) => {
  event.preventDefault();
  const chosen = [...get("players").querySelectorAll("select")].map((each) => each.value);
  try {
    const once = `${Date.now()}-${Math.random()}`;
    location.href = (await ask(`${base}/table`, { text: data.text, strategies: chosen, once }, wait)).place;
  } catch (error) {
    fault(error.message);
  }
});

// Text, set-up, undo.

get("load").addEventListener("click", () => act({ text: get("text").value.trim() }));
get("copy").addEventListener("click", async () => {
  get("text").select();
  await navigator.clipboard?.writeText(get("text").value).catch(() => {});
  wait("The text is copied.");
});
get("undo").addEventListener("click", () => step(past, future));
get("redo").addEventListener("click", () => step(future, past));
addEventListener("keydown", (event) => {
  if (!event.ctrlKey || ["TEXTAREA", "INPUT"].includes(event.target.tagName)) return;
  if (event.key === "z") step(past, future);
  else if (event.key === "y") step(future, past);
  else return;
  event.preventDefault();
});

const setup = get("setup");

function showSetup() {
  const board = setup.elements.board.value;
  const counts = rooms[board] ?? Object.values(rooms)[0];
  const before = Number(setup.elements.players.value);
  setup.elements.players.replaceChildren(...counts.map((each) => new Option(each, each)));
  const players = counts.includes(before) ? before : counts[0];
  setup.elements.players.value = players;
  const names = roles[players] ?? [];
  get("setup-roles").replaceChildren(...(names.length ? [...Array(players).keys()] : []).map((seat) => {
    const select = document.createElement("select");
    select.name = `role_${seat}`;
    select.append(...names.map((name) => new Option(name.replaceAll("_", " "), name)));
    select.value = names[seat % names.length];
    return labelled(`Seat ${seat + 1}`, select);
  }));
}

const chosenSetup = () => ({ setup: Object.fromEntries(new FormData(setup)) });
setup.elements.board.addEventListener("change", showSetup);
setup.elements.players.addEventListener("change", showSetup);
setup.addEventListener("submit", (event) => {
  event.preventDefault();
  act(chosenSetup());
});
showSetup();

// What it begins with is in the address: a text, a moment of a record, a table; else the set-up.
const query = new URLSearchParams(location.search);
if (query.has("text")) act({ text: query.get("text") });
else if (query.has("record")) act({ record: query.get("record"), place: query.get("place") });
else if (query.has("table")) act({ table: query.get("table"), seat: query.get("seat") });
else act(chosenSetup());
