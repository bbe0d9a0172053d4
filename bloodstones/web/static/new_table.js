// Another board or number of players shows other seats; what is chosen is described; Begin begins once.
import { untilReady } from "./preparing.js";

const get = (id) => document.getElementById(id);
const form = get("players").form;

for (const id of ["players", "board"]) {
  get(id)?.addEventListener("change", () => form.querySelector("[formmethod=get]").click());
}

for (const select of form.querySelectorAll(".strategy")) {
  const says = () => {
    select.closest("fieldset").querySelector(".does").textContent = select.selectedOptions[0].dataset.does;
  };
  select.addEventListener("change", says);
  says();
}

get("add").addEventListener("click", () => {
  const [line, lines] = [get("known").value.trim(), get("changes").value.trimEnd()];
  if (line) get("changes").value = lines ? `${lines}\n${line}` : line;
  get("known").value = "";
  get("changes").focus();
});

// The rules compile while one chooses who plays; Begin waits for them.
if (form.dataset.preparing) {
  const tell = (words) => { get("wait").textContent = `${words} You can fill in the form meanwhile.`; };
  untilReady(form.dataset.preparing, tell).then(() => { get("wait").textContent = "The rules are ready."; }, () => {});
}

let begun = false;
form.addEventListener("submit", (event) => {
  if (event.submitter !== get("begin")) return;
  if (begun) event.preventDefault();
  begun = true;
  get("wait").textContent = "Setting up the game …";
});
addEventListener("pageshow", () => { begun = false; });
