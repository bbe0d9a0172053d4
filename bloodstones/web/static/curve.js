// The chances of winning over a game: a line a seat with its 95 % interval, marks on what moved them.
const SVG = "http://www.w3.org/2000/svg";
const [WIDE, HIGH] = [1000, 200];

function make(name, attributes, parent) {
  const element = document.createElementNS(SVG, name);
  for (const key in attributes) element.setAttribute(key, attributes[key]);
  parent.append(element);
  return element;
}

export class Curve {
  // `last`: the number of the last position; `go(place)`: where a click leads.
  constructor(chart, last, go) {
    this.chart = chart;
    this.svg = chart.querySelector("svg");
    this.marks = chart.querySelector("div");
    this.last = Math.max(1, last);
    chart.addEventListener("click", (event) => {
      if (event.target.closest("button")) return;
      const box = this.svg.getBoundingClientRect();
      go(Math.round((event.clientX - box.left) / box.width * this.last));
    });
    this.go = go;
  }

  // `points`: place, and by seat value, low, high; `seats`: name and colour; `marks`: place, seat,
  // height, sign, kind and title.
  draw(points, seats, marks) {
    this.chart.hidden = false;
    this.svg.replaceChildren();
    const across = (place) => place / this.last * WIDE;
    const down = (chance) => (1 - chance) * HIGH;
    for (const share of [.25, .5, .75]) {
      make("line", { class: share === .5 ? "half" : "rule", x1: 0, x2: WIDE, y1: down(share), y2: down(share) }, this.svg);
    }
    const line = (seat, key) => points.map((point) => `${across(point.place)},${down(point.chances[seat][key])}`);
    seats.forEach((each, seat) => {
      const band = make("polygon", { class: "band", points: [...line(seat, "low"), ...line(seat, "high").reverse()].join(" ") }, this.svg);
      band.style.setProperty("--seat", each.colour);
    });
    seats.forEach((each, seat) => {
      const drawn = make("polyline", { class: "seat", points: line(seat, "value").join(" "), "data-seat": seat }, this.svg);
      drawn.style.setProperty("--seat", each.colour);
      make("title", {}, drawn).textContent = each.name;
    });
    this.now = make("line", { class: "here", y1: 0, y2: HIGH }, this.svg);
    this.marks.replaceChildren(...marks.map((mark) => {
      const button = document.createElement("button");
      button.type = "button";
      button.className = `mark ${mark.kind}`;
      button.textContent = mark.sign;
      button.title = mark.title;
      button.setAttribute("aria-label", mark.title);
      button.style.left = `${mark.place / this.last * 100}%`;
      button.style.top = `${(1 - mark.height) * 100}%`;
      button.addEventListener("click", () => this.go(mark.place));
      return button;
    }));
  }

  show(place) {
    if (!this.now) return;
    const x = place / this.last * WIDE;
    this.now.setAttribute("x1", x);
    this.now.setAttribute("x2", x);
  }
}
