// What an explanation says: marks on moments, and the panels below the board.
import { text } from "./advice.js";

const SIGNS = { inaccuracy: "?!", mistake: "?", blunder: "??", decisions: "·", luck: "⚄", good: "!" };
const SHOWN = 8; // turning points

export const points = (share) => {
  const rounded = Math.round(100 * share);
  return `${rounded > 0 ? "+" : ""}${rounded}`.replace("-", "−");
};
export const change = (each) => `${points(each.value)} (${points(each.low)} to ${points(each.high)})`;
const percent = (share) => `${Math.round(100 * share)} %`;

// The moments that an explanation names, each once: the place before them, and what they are called.
export function marksOf(told, placeOf) {
  const found = new Map();
  for (const swing of [...told.costly_decisions, ...told.turning_points]) {
    const first = Math.max(1, placeOf(Math.min(...swing.lines)));
    const end = Math.max(first, placeOf(Math.max(...swing.lines)));
    if (found.has(first)) {
      found.get(first).swings.push(swing);
      continue;
    }
    const called = swing.judgement ?? "decisions";
    const kind = swing.chance ? "luck" : called;
    const loss = kind !== "luck" && (swing.judgement || swing.instead);
    const shown = kind === "decisions" && !loss ? "good" : kind;
    found.set(first, { place: first - 1, first, end, kind: shown, sign: SIGNS[shown], swing, swings: [swing] });
  }
  return [...found.values()].sort((one, other) => one.first - other.first);
}

export function titleOf(mark, seats) {
  const { swing } = mark;
  const name = swing.chance ?? (swing.judgement ? swing.judgement : "decisions");
  const whose = swing.decider === null ? "" : `, ${seats[swing.decider].name}`;
  return `Turn ${swing.turn}${whose}, ${name}: ${seats[swing.seat].name} ${percent(swing.before.value)} ${change(swing.change)}`;
}

// What a mark says in full: what was done, what it did, what the engine would have done.
export function verdictOf(mark, told, seats) {
  const { swing } = mark;
  const parts = [text("h2", "")];
  parts[0].append(text("span", mark.sign, `mark ${mark.kind}`), ` ${titleOf(mark, seats)}`);
  for (const line of swing.text) parts.push(text("p", line));
  if (swing.instead || swing.judgement) {
    const instead = (swing.instead ?? []).join("; ") || "do nothing";
    parts.push(text("p", `${told.strategy} would: ${instead}`, "instead"));
  }
  parts.push(text("p", `95 % interval, n = ${swing.change.n.toLocaleString("en")}`, "dim small"));
  return parts;
}

function swings(title, list, marks, seats, go, none) {
  const card = document.createElement("section");
  card.append(text("h2", title));
  if (!list.length) card.append(text("p", none, "dim"));
  const items = document.createElement("ol");
  for (const swing of list) {
    const mark = marks.find((each) => each.swings.includes(swing));
    const item = document.createElement("li");
    const button = document.createElement("button");
    button.type = "button";
    button.append(text("span", mark.sign, `mark ${mark.kind}`), ` ${titleOf({ ...mark, swing }, seats)}`);
    button.addEventListener("click", () => go(mark.place));
    item.append(button, text("p", swing.text.join("; "), "dim small"));
    item.style.setProperty("--seat", seats[swing.seat].colour);
    items.append(item);
  }
  card.append(items);
  return card;
}

function luck(told, seats) {
  const card = document.createElement("section");
  card.append(text("h2", "Effect of luck on the chance of winning, in percentage points"));
  if (told.joined) {
    card.append(text("p", `${told.joined}.`, "dim"));
    return card;
  }
  const table = document.createElement("table");
  const row = (name, cells, kind, strong) => {
    const line = document.createElement("tr");
    if (strong) line.className = "strong";
    line.append(text(kind, name), ...cells);
    table.append(line);
  };
  row("", seats.map((seat) => text("th", seat.name, "number")), "th");
  const figures = (list) => list.map((each) => {
    const cell = text("td", change(each), each.told_apart_from_0 ? "number" : "number dim");
    if (!each.told_apart_from_0) cell.append(" ?");
    return cell;
  });
  for (const [name, list] of Object.entries(told.luck)) if (name !== "all") row(name, figures(list), "td");
  row("all luck", figures(told.luck.all), "td", true);
  row("own decisions", figures(told.decisions), "td", true);
  if (told.fading) row("fading advantage in strength", figures(told.fading), "td");
  const wide = text("div", "", "scroll");
  wide.append(table);
  card.append(wide, text("p", `? ${told.unsure}`, "dim small"));
  return card;
}

function turns(told, seats) {
  const card = document.createElement("details");
  card.append(text("summary", "Chance of winning turn by turn, with scores in brackets"));
  const table = document.createElement("table");
  const head = document.createElement("tr");
  head.append(text("th", "turn", "number"), ...seats.map((seat) => text("th", seat.name, "number")));
  table.append(head, ...told.points.map((point, place) => {
    const row = document.createElement("tr");
    row.append(text("td", place === told.points.length - 1 ? "end" : point.turn, "number"));
    point.chances.forEach((chance, seat) => {
      const half = chance.n > 1 ? ` ±${Math.round(50 * (chance.high - chance.low))}` : "";
      const cell = text("td", `${percent(chance.value)}${half} (${point.scores[seat]})`, "number");
      if (point.leader === seat) cell.classList.add("strong");
      row.append(cell);
    });
    return row;
  }));
  const wide = text("div", "", "scroll");
  wide.append(table);
  card.append(wide);
  return card;
}

export function showExplained(place, told, marks, seats, go) {
  const none = "No significant difference from 0 with this many playouts.";
  const costly = swings("Costliest decisions", told.costly_decisions, marks, seats, go, none);
  if (told.called) costly.append(text("p", told.called, "dim small"));
  const sums = document.createElement("div");
  sums.append(luck(told, seats), turns(told, seats));
  place.replaceChildren(
    costly,
    swings("Turning points", told.turning_points.slice(0, SHOWN), marks, seats, go, none),
    sums,
    text("p", told.strength, "dim small strength"),
  );
  place.hidden = false;
}
