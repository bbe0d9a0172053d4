// Two charts of a study that is played, as SVG: the widest interval by games, every figure by now.
const SVG = "http://www.w3.org/2000/svg";
const NARROWEST = 300; // pixels
const WIDEST = 720;
const LEFT = 44;
const RIGHT = 14;
const PERCENT = 100;

function add(parent, tag, attributes, text) {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  if (text !== undefined) made.textContent = text;
  parent.append(made);
  return made;
}

const widthOf = (holder) => Math.min(WIDEST, Math.max(NARROWEST, holder.clientWidth));

function canvas(holder, width, height, words) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
  svg.style.maxWidth = `${width}px`;
  svg.setAttribute("role", "img");
  svg.setAttribute("aria-label", words);
  holder.replaceChildren(svg);
  return svg;
}

const shown = (share) => (share * PERCENT).toFixed(1);

// Half of the widest interval after each round, in percentage points, beside the one wanted.
export function narrowing(holder, rounds, wanted, total) {
  const width = widthOf(holder);
  const height = 220;
  const foot = height - 34;
  const widest = Math.max(...rounds.map((each) => each.half_width), wanted ?? 0);
  const most = widest * 1.1;
  const games = Math.max(total ?? 0, rounds[rounds.length - 1].games);
  const x = (n) => LEFT + ((width - LEFT - RIGHT) * n) / games;
  const y = (half) => foot - ((foot - 12) * half) / most;
  const last = rounds[rounds.length - 1];
  const svg = canvas(holder, width, height, `± ${shown(last.half_width)} points after ${last.games} games`);
  add(svg, "line", { class: "axis", x1: LEFT, x2: width - RIGHT, y1: foot, y2: foot });
  add(svg, "line", { class: "axis", x1: LEFT, x2: LEFT, y1: 8, y2: foot });
  for (const share of [0, 0.5, 1]) {
    const half = widest * share;
    add(svg, "text", { class: "dim", x: LEFT - 6, y: y(half) + 4, "text-anchor": "end" }, shown(half));
    const place = share === 0 ? "start" : share === 1 ? "end" : "middle";
    add(svg, "text", { class: "dim", x: x(games * share), y: foot + 16, "text-anchor": place },
      Math.round(games * share).toLocaleString("en"));
  }
  add(svg, "text", { class: "dim", x: LEFT + 6, y: 16 }, "± points");
  add(svg, "text", { class: "dim", x: width - RIGHT, y: foot + 30, "text-anchor": "end" }, "games");
  if (wanted) {
    add(svg, "line", { class: "wanted", x1: LEFT, x2: width - RIGHT, y1: y(wanted), y2: y(wanted) });
    add(svg, "text", { class: "dim", x: width - RIGHT, y: y(wanted) - 4, "text-anchor": "end" },
      `target ± ${shown(wanted)}`);
  }
  const points = rounds.map((each) => `${x(each.games)},${y(each.half_width)}`);
  add(svg, "polyline", { class: "line", points: points.join(" ") });
  for (const each of rounds) {
    const dot = add(svg, "circle", { class: "dot", cx: x(each.games), cy: y(each.half_width), r: 4 });
    add(dot, "title", {}, `${each.games.toLocaleString("en")} games: ± ${shown(each.half_width)} points`);
  }
}

const named = (each) => {
  const of = each.figure === "seats" ? `seat ${Number(each.of) + 1}` : each.of.replaceAll("_", " ");
  return each.arm && each.arm !== "base" ? `${of} (${each.arm.replaceAll("_", " ")})` : of;
};

const LETTER = 6.4; // pixels, about
const STEP = 22;

// Rows of a panel: the figures, under a heading where another table begins.
function rowsOf(list) {
  const rows = [];
  let table = "";
  for (const each of list) {
    if (each.table && each.table !== table) rows.push({ heading: each.table });
    table = each.table;
    rows.push(each);
  }
  return rows;
}

// Figures with their intervals, those of earlier rounds fainter behind them; rates or changes.
export function figures(holder, list, changes) {
  const width = widthOf(holder);
  const top = 24;
  const rows = rowsOf(list);
  const height = top + rows.length * STEP + 6;
  const ends = list.flatMap((each) => each.course).flatMap(([mean, half]) => [mean - half, mean + half]);
  const low = Math.min(0, ...ends);
  const high = Math.max(0, ...ends);
  const longest = Math.max(...list.map((each) => named(each).length));
  const left = Math.min(width / 2, longest * LETTER + 12);
  const x = (value) => left + ((width - left - RIGHT) * (value - low)) / (high - low || 1);
  const svg = canvas(holder, width, height, `${list.length} ${list.length === 1 ? "result with its interval" : "results with their intervals"}`);
  const ticks = changes ? [low, 0, high] : [0, high / 2, high];
  for (const tick of new Set(ticks)) {
    const place = tick === high ? "end" : tick === low ? "start" : "middle";
    add(svg, "line", { class: "axis", x1: x(tick), x2: x(tick), y1: top - 6, y2: height - 6 });
    add(svg, "text", { class: "dim", x: x(tick), y: 12, "text-anchor": place },
      changes ? `${tick > 0 ? "+" : ""}${shown(tick)}`.replace("-", "−") : `${(tick * PERCENT).toFixed(0)} %`);
  }
  rows.forEach((each, number) => {
    const y = top + number * STEP + 8;
    if (each.heading) {
      add(svg, "text", { class: "dim", x: 0, y: y + 4 }, each.heading);
      return;
    }
    add(svg, "text", { x: left - 8, y: y + 4, "text-anchor": "end" }, named(each));
    each.course.forEach(([mean, half], place) => {
      const newest = place === each.course.length - 1;
      const opacity = newest ? 1 : 0.12 + (0.25 * place) / each.course.length;
      add(svg, "line", { class: "span", x1: x(mean - half), x2: x(mean + half), y1: y, y2: y, opacity });
      if (!newest) return;
      const dot = add(svg, "circle", { class: "dot", cx: x(mean), cy: y, r: 5 });
      add(dot, "title", {}, `${shown(mean)} ± ${shown(half)}, n = ${each.values.toLocaleString("en")}`);
    });
  });
}

// Strength with its interval over the time of a decision; one below the other while no time is known.
export function strengths(holder, rows) {
  const width = widthOf(holder);
  const timed = rows.filter((row) => row.time !== null && row.time > 0);
  const ends = rows.flatMap((row) => [row.strength, row.low ?? row.strength, row.high ?? row.strength]);
  const [least, most] = [Math.min(...ends), Math.max(...ends)];
  if (!timed.length) {
    const left = Math.min(width / 2, Math.max(...rows.map((row) => row.name.length)) * LETTER + 12);
    const height = rows.length * STEP + 30;
    const x = (value) => left + ((width - left - RIGHT) * (value - least)) / (most - least || 1);
    const svg = canvas(holder, width, height, "Strengths with their intervals, strongest first");
    rows.forEach((row, place) => {
      const y = 14 + place * STEP;
      add(svg, "text", { x: left - 8, y: y + 4, "text-anchor": "end" }, row.name);
      if (row.low !== null && row.high !== null)
        add(svg, "line", { class: "span", x1: x(row.low), x2: x(row.high), y1: y, y2: y, opacity: 0.5 });
      add(svg, "circle", { class: "dot", cx: x(row.strength), cy: y, r: 5 });
    });
    add(svg, "text", { class: "dim", x: width - RIGHT, y: height - 6, "text-anchor": "end" }, "stronger →");
    return;
  }
  const height = 380;
  const foot = height - 36;
  const times = timed.map((row) => Math.log10(row.time));
  const first = Math.floor(Math.min(...times));
  const last = Math.ceil(Math.max(...times)) || first + 1;
  const reach = width - LEFT - RIGHT;
  const x = (time) => LEFT + (reach * (Math.log10(time) - first)) / (last - first || 1);
  const y = (value) => foot - ((foot - 14) * (value - least)) / (most - least || 1);
  const svg = canvas(holder, width, height, "Strength against time per decision");
  add(svg, "line", { class: "axis", x1: LEFT, x2: width - RIGHT, y1: foot, y2: foot });
  add(svg, "line", { class: "axis", x1: LEFT, x2: LEFT, y1: 8, y2: foot });
  for (let power = first; power <= last; power++) {
    const place = power === last ? "end" : "middle";
    add(svg, "text", { class: "dim", x: x(10 ** power), y: foot + 16, "text-anchor": place }, `${10 ** power} ms`);
  }
  for (let value = Math.ceil(least); value <= most; value++)
    add(svg, "text", { class: "dim", x: LEFT - 6, y: y(value) + 4, "text-anchor": "end" }, value);
  add(svg, "text", { class: "dim", x: width - RIGHT, y: foot + 32, "text-anchor": "end" }, "time per decision");
  add(svg, "text", { class: "dim", x: LEFT + 6, y: 14 }, "strength");
  const taken = [];
  for (const row of timed) {
    const [cx, cy] = [x(row.time), y(row.strength)];
    if (row.low !== null && row.high !== null)
      add(svg, "line", { class: "span", x1: cx, x2: cx, y1: y(row.low), y2: y(row.high), opacity: 0.4 });
    add(svg, "circle", { class: "dot", cx, cy, r: 5 });
    const right = cx < width * 0.6;
    let at = cy + 4;
    while (taken.some(([side, before]) => side === right && Math.abs(before - at) < 12)) at += 12;
    taken.push([right, at]);
    add(svg, "text", { x: cx + (right ? 9 : -9), y: at, "text-anchor": right ? "start" : "end" }, row.name);
  }
}
