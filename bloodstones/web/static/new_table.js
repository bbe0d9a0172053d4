// Another board or number of players shows other seats; what is chosen is told; a slow start is said.
const get = (id) => document.getElementById(id);
const form = get("players").form;
const SLOW = 3000; // milliseconds after which a start is slow

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

form.addEventListener("submit", (event) => {
  if (event.submitter !== get("begin")) return;
  get("wait").textContent = "Setting up the table …";
  setTimeout(() => {
    get("wait").textContent = "Setting up the table … The rules of a game are compiled before its first table, which takes a minute or two.";
  }, SLOW);
});
