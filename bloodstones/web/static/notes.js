// Notes of one's own on the moments of a record: written beside the board, marked in the list. Arrows
// that one draws on the board are the last line of a note.
import { text } from "./advice.js";

const MOST = 40; // arrows on a position
const PAUSE = 600; // milliseconds without a key after which a note is kept

const ARROWS = /\n?\[arrows ([\d -]+)\]$/;

function split(note) {
  const found = ARROWS.exec(note);
  return found ? [note.slice(0, found.index), found[1].split(" ")] : [note, []];
}

export class Notes {
  // `keep(place, text, seen)` keeps a note and returns all of them; `changed()` shows the marks anew.
  constructor(kept, keep, changed) {
    this.kept = kept;
    this.keep = keep;
    this.changed = changed;
    this.place = 0;
    this.waiting = 0;
    this.drawn = [];
    this.area = document.getElementById("note");
    this.standing = document.getElementById("note-kept");
    this.area.addEventListener("input", () => {
      clearTimeout(this.waiting);
      this.standing.textContent = "…";
      this.waiting = setTimeout(() => this.write(), PAUSE);
    });
    this.area.addEventListener("change", () => this.write());
  }

  // Shows the note on a moment; what was just written on another one is kept first.
  show(place) {
    if (place === this.place && this.waiting) return;
    if (this.waiting) this.write();
    this.place = place;
    [this.area.value, this.drawn] = split(this.kept[place] ?? "");
    this.standing.textContent = "";
    if (this.area.value) this.area.closest("details").open = true;
  }

  // The arrows on a moment, as `12-35 14-20`.
  arrows(place) {
    return (place === this.place ? this.drawn : split(this.kept[place] ?? "")[1]).join(" ");
  }

  // Draws an arrow, or takes it away.
  async draw(arrow) {
    this.drawn = this.drawn.includes(arrow) ? this.drawn.filter((each) => each !== arrow) : [...this.drawn, arrow].slice(-MOST);
    await this.write();
  }

  async write() {
    clearTimeout(this.waiting);
    this.waiting = 0;
    const drawn = this.drawn.length ? `\n[arrows ${this.drawn.join(" ")}]` : "";
    const [place, words] = [this.place, `${this.area.value.trim()}${drawn}`];
    const seen = this.kept[place] ?? "";
    if (words.trim() === seen) return;
    try {
      this.kept = (await this.keep(place, words, seen)).notes;
      const same = (this.kept[place] ?? "") === words.trim();
      if (place === this.place) {
        this.standing.textContent = same ? "Saved." : "Another tab changed this note. Here is the newer text.";
        if (!same) [this.area.value, this.drawn] = split(this.kept[place] ?? "");
      }
      this.changed();
    } catch (error) {
      if (place === this.place) this.standing.textContent = error.message;
    }
  }

  mark(list) {
    for (const old of list.querySelectorAll(".noted")) old.remove();
    for (const [place, words] of Object.entries(this.kept)) {
      const sign = text("span", "✎", "noted");
      sign.title = split(words)[0] || "arrows";
      list.querySelector(`[data-place="${place}"] button`)?.prepend(sign, " ");
    }
  }
}
