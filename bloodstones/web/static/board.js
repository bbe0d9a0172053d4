// The board of a page with its key and the open cards: how large it is, what it shows, where one looks.
const get = (id) => document.getElementById(id);
const FACTORS = [1, 1.5, 2.2, 3.2]; // of the width at which all letters can be read
const WHOLE = -1; // as wide as its place: on a phone smaller than can be read
const PARTS = ["key", "cards"]; // beside the picture
let level = Number(localStorage.getItem("zoom") || 0);

export function showBoard(shown) {
  for (const part of PARTS) {
    get(part).innerHTML = shown[part];
    (part === "key" ? get(part).parentElement : get(part)).hidden = !shown[part];
  }
  showPicture(shown.picture);
}

export function showPicture(picture) {
  get("picture").innerHTML = picture;
  get("picture").hidden = !picture;
  const svg = get("picture").querySelector("svg");
  get("picture").parentElement.classList.toggle("bare", !svg);
  if (!svg) return;
  svg.setAttribute("role", "group"); // what is lit are buttons in it
  const { width, height } = svg.viewBox.baseVal;
  document.documentElement.style.setProperty("--ratio", width / height);
  resize();
}

function resize() {
  const svg = get("picture").querySelector("svg");
  if (!svg) return;
  svg.style.width = level === WHOLE ? "100%" : `calc(max(100%, var(--floor)) * ${FACTORS[level]})`;
  svg.classList.toggle("whole", level <= 0);
}

function step(by) {
  level = Math.min(FACTORS.length - 1, Math.max(WHOLE, level + by));
  localStorage.setItem("zoom", level);
  resize();
}

// Where the board is larger than its place: move what is lit into the middle.
export function look(elements) {
  const picture = get("picture");
  const boxes = [...elements].filter((each) => picture.contains(each)).map((each) => each.getBoundingClientRect());
  if (!boxes.length) return;
  const middle = (from, to) => (Math.min(...boxes.map((box) => box[from])) + Math.max(...boxes.map((box) => box[to]))) / 2;
  const place = picture.getBoundingClientRect();
  picture.scrollBy(middle("left", "right") - place.left - place.width / 2, middle("top", "bottom") - place.top - place.height / 2);
}

get("key").parentElement.open = !matchMedia("(max-width:900px)").matches;
get("larger").addEventListener("click", () => step(1));
get("smaller").addEventListener("click", () => step(-1));
const coordinates = get("coordinates");
const showCoordinates = () => get("picture").classList.toggle("no-coordinates", !coordinates.checked);
coordinates.checked = localStorage.getItem("coordinates") !== "no";
coordinates.addEventListener("change", () => {
  localStorage.setItem("coordinates", coordinates.checked ? "yes" : "no");
  showCoordinates();
});
showCoordinates();
