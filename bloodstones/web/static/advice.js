// What the engine would do, with the chances of what it compared; the same on every page.
export function text(kind, words, name = "") {
  const element = document.createElement(kind);
  element.textContent = words;
  if (name) element.className = name;
  return element;
}

const percent = (share) => Math.round(100 * share);

export function interval(low, high) {
  return `${percent(low)}–${percent(high)} %`;
}

export function showAdvice(place, advice) {
  const rows = advice.chances.map((each) => {
    const row = document.createElement("tr");
    if (each.code === advice.code) row.className = "strong";
    const bar = text("td", each.words, "barred");
    bar.style.setProperty("--share", `${percent(each.chance)}%`);
    row.append(bar, text("td", `${percent(each.chance)} %`, "number"),
      text("td", interval(each.low, each.high), "number"), text("td", each.n, "number"));
    return row;
  });
  const parts = [text("h2", `${advice.strategy} would ${advice.words}`)];
  const best = advice.chances.find((each) => each.code === advice.code);
  if (best && advice.wins) {
    const share = text("p", "", "chance");
    share.append(text("b", `${percent(best.chance)} %`), ` chance of winning (95 % interval ${interval(best.low, best.high)})`);
    share.style.setProperty("--share", `${percent(best.chance)}%`);
    parts.push(share);
  }
  const second = advice.chances.find((each) => each.code !== advice.code);
  if (second) {
    const named = best && second.chance > best.chance ? "Best in the playouts" : "Second best";
    parts.push(text("p", `${named}: ${second.words}, ${percent(second.chance)} %.`));
  }
  if (rows.length) {
    const table = document.createElement("table");
    const head = document.createElement("tr");
    head.append(text("th", ""), ...[advice.wins ? "Win chance" : "Value", "95 %", "n"].map((each) => text("th", each, "number")));
    table.append(head, ...rows);
    parts.push(table);
  }
  parts.push(text("p", advice.reasons.join(" "), "dim small"));
  place.replaceChildren(...parts);
  place.hidden = false;
}
