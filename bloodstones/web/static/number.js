// A number of the rules is turned: what it changes is asked anew, the address keeps its value.
const form = document.getElementById("slider");
const value = document.getElementById("value");
const shown = document.getElementById("shown");
const effects = document.getElementById("effects");
const PAUSE = 150; // milliseconds without a move
let waiting = 0;
let number = 0;

async function ask() {
  const mine = ++number;
  history.replaceState(null, "", `?value=${value.value}`);
  const got = await fetch(`?value=${value.value}&fragment=1`);
  const content = await got.text();
  if (mine === number) effects.innerHTML = content;
}

value.addEventListener("input", () => {
  shown.textContent = value.value;
  clearTimeout(waiting);
  waiting = setTimeout(ask, PAUSE);
});
form.addEventListener("submit", (event) => event.preventDefault());
