// Answers while one types: asks as the form would, and keeps the question in the address.
const form = document.querySelector("form.question");
const answer = document.getElementById("answer");
const PAUSE = 250; // milliseconds without a key
let waiting = 0;
let number = 0;

async function ask() {
  const fields = new URLSearchParams();
  for (const [name, value] of new FormData(form)) if (value !== "") fields.append(name, value);
  const mine = ++number;
  history.replaceState(null, "", `?${fields}`);
  fields.set("fragment", "1");
  const got = await fetch(`?${fields}`);
  const content = await got.text();
  if (mine !== number) return;
  answer.innerHTML = content;
  document.getElementById("example")?.remove();
  clearTimeout(settled);
  if (!answer.querySelector(".fault")) settled = setTimeout(keep, SETTLED, location.search);
}

// Questions that were left standing for a while are kept in this browser, the last ones first.
const RECENT = 6;
const SETTLED = 2500; // milliseconds
const key = `recent:${location.pathname}`;
let settled = 0;

function kept() {
  try {
    const list = JSON.parse(localStorage.getItem(key) ?? "[]");
    return Array.isArray(list) ? list.filter((each) => typeof each === "string" && each.startsWith("?")) : [];
  } catch {
    return [];
  }
}

function keep(query) {
  localStorage.setItem(key, JSON.stringify([query, ...kept().filter((each) => each !== query)].slice(0, RECENT)));
  list();
}

// A question in a few words: what was chosen or typed and is not as the form begins.
function words(query) {
  const values = [];
  for (const [name, value] of new URLSearchParams(query)) {
    const field = form.elements.namedItem(name);
    const thing = name.split(".").at(-1).replaceAll("_", " ");
    if (name.includes(".")) values.push(`${value} ${thing}`);
    else if (field?.type === "checkbox") values.push(thing);
    else if (field) values.push(value);
  }
  return values.join(" · ") || "defaults";
}

function list() {
  const recent = document.getElementById("recent");
  const items = kept().map((query) => {
    const [item, link] = [document.createElement("li"), document.createElement("a")];
    link.href = query;
    link.textContent = words(query);
    item.append(link);
    return item;
  });
  recent.querySelector("ul").replaceChildren(...items);
  recent.hidden = !items.length;
}

list();

form.addEventListener("input", () => {
  clearTimeout(waiting);
  waiting = setTimeout(ask, PAUSE);
});
form.addEventListener("submit", (event) => {
  event.preventDefault();
  ask();
});
