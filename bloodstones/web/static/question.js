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
  if (mine === number) answer.innerHTML = content;
}

form.addEventListener("input", () => {
  clearTimeout(waiting);
  waiting = setTimeout(ask, PAUSE);
});
form.addEventListener("submit", (event) => {
  event.preventDefault();
  ask();
});
