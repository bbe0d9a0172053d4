// Sends a record that is chosen or dropped, and goes to its analysis once it is known to be legal.
import { answered } from "./ask.js";

const get = (id) => document.getElementById(id);
const checking = get("checking").textContent;

async function send(file) {
  get("fault").hidden = true;
  get("checking").hidden = false;
  try {
    const place = `/analysis?name=${encodeURIComponent(file.name)}`;
    const tell = (words) => { get("checking").textContent = words || checking; };
    location.href = (await answered(place, { method: "POST", body: file }, tell)).place;
  } catch (error) {
    get("fault").textContent = error.message;
    get("fault").hidden = false;
  }
  get("checking").hidden = true;
  get("file").value = "";
}

get("file").addEventListener("change", () => { if (get("file").files.length) send(get("file").files[0]); });
get("drop").addEventListener("submit", (event) => event.preventDefault());
for (const kind of ["dragenter", "dragover"]) {
  get("drop").addEventListener(kind, (event) => { event.preventDefault(); get("drop").classList.add("over"); });
}
get("drop").addEventListener("dragleave", () => get("drop").classList.remove("over"));
get("drop").addEventListener("drop", (event) => {
  event.preventDefault();
  get("drop").classList.remove("over");
  if (event.dataTransfer.files.length) send(event.dataTransfer.files[0]);
});
