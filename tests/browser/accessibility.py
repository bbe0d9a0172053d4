"""Whether a page can be used by everybody: axe-core, and what it does not look at.

axe-core checks names of controls, contrast, headings, roles and the size of targets. It comes with
`axe-playwright-python`, which `make browser-test` installs; without it names and contrast are still
checked. Beside it: nothing is wider than the screen, ids are single, words on a board stand out,
focus can be seen.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from importlib.util import find_spec
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Page

STOPS = 25  # presses of Tab
LEAST_CONTRAST = 4.5
# Names of what can be reached by keyboard, and pictures; a page has one main heading and language.
UNNAMED = """() => [...document.querySelectorAll(
  "a[href],button,input:not([type=hidden]),select,textarea,img,svg[role=img],iframe")]
  .filter(each => each.offsetParent !== null || each instanceof SVGElement)
  .filter(each => each.tabIndex >= 0 || each.tagName === "IMG")
  .filter(each => !(each.getAttribute("aria-label") || each.getAttribute("aria-labelledby")
    || each.getAttribute("alt") !== null || each.title || each.textContent.trim()
    || each.labels?.length))
  .map(each => each.outerHTML.slice(0, 120))"""
CONTRAST = """() => {
  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const shade = (colour) => {
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    const [r, g, b] = [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3).map((c) => {
      c /= 255; return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4; });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const behind = (each) => {
    for (let at = each; at; at = at.parentElement) {
      const colour = getComputedStyle(at).backgroundColor;
      if (!/, 0\\)$|transparent/.test(colour)) return colour;
    }
    return "rgb(255, 255, 255)";
  };
  const weak = [];
  for (const each of document.querySelectorAll("main *")) {
    const own = [...each.childNodes].some((n) => n.nodeType === 3 && n.textContent.trim());
    if (!own || each.offsetParent === null || each.closest("svg")) continue;
    const [a, b] = [shade(getComputedStyle(each).color), shade(behind(each))].sort((x, y) => y - x);
    const ratio = (a + 0.05) / (b + 0.05);
    if (ratio < 4.5) weak.push(`${ratio.toFixed(2)} ${each.outerHTML.slice(0, 100)}`);
  }
  return weak;
}"""
OPTIONS = {"resultTypes": ["violations"], "rules": {"target-size": {"enabled": True}}}

DOUBLE_IDS = """() => {
  const ids = [...document.querySelectorAll("[id]")].map((each) => each.id);
  return ids.filter((id, place) => ids.indexOf(id) !== place);
}"""

# What has the focus, and how it looks: the same without it shows no focus.
FOCUSED = """() => {
  const element = document.activeElement;
  if (element === document.body) return null;
  const look = () => [element, ...element.children].map((each) => {
    const style = getComputedStyle(each);
    const line = style.outlineStyle === "none" ? "" : style.outlineWidth + style.outlineColor;
    return line + style.boxShadow + style.stroke + style.strokeWidth + style.borderColor;
  }).join();
  const focused = look();
  element.blur();
  const seen = look() !== focused;
  element.focus({ focusVisible: true, preventScroll: true });
  return [element.outerHTML.slice(0, 120), seen];
}"""

# Words of a picture in view, with their contrast to the edge around them or to what lies below.
PICTURED = """() => {
  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const rgb = (colour) => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    return canvas.getImageData(0, 0, 1, 1).data;
  };
  const light = (colour) => {
    const parts = [...rgb(colour)].slice(0, 3).map((part) => part / 255)
      .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2];
  };
  const contrast = (one, other) => {
    const [low, high] = [light(one), light(other)].sort((a, b) => a - b);
    return (high + 0.05) / (low + 0.05);
  };
  const below = (text) => {
    const box = text.getBoundingClientRect();
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    const lying = document.elementsFromPoint(x, y);
    if (!lying.some((each) => text.closest("svg").contains(each))) return null;
    for (const each of lying) {
      const style = getComputedStyle(each);
      if (each.closest("text")) continue;
      const drawn = each instanceof SVGGeometryElement;
      const colour = drawn ? style.fill : style.backgroundColor;
      const shown = colour !== "none" && !colour.startsWith("url") && rgb(colour)[3] === 255;
      if (shown && Number(style.fillOpacity) === 1) return colour;
    }
    return null;
  };
  const found = [];
  for (const text of document.querySelectorAll("#picture svg text")) {
    const style = getComputedStyle(text);
    const edged = style.stroke !== "none" && parseFloat(style.strokeWidth) > 0;
    const ground = edged ? style.stroke : below(text);
    if (ground) found.push([text.textContent, contrast(style.fill, ground)]);
  }
  return found;
}"""


@cache
def axe() -> str:
    """The script of axe-core, "" where it is not installed."""
    if find_spec("axe_playwright_python") is None:
        return ""
    return files("axe_playwright_python").joinpath("axe.min.js").read_text(encoding="utf-8")


def violations(page: Page) -> list[str]:
    """What axe-core finds wrong with a page."""
    if not axe():
        return []
    page.evaluate(axe())
    found = page.evaluate("async (how) => (await axe.run(document, how)).violations", OPTIONS)
    return [
        f"{each['id']}: {each['help']}: {[node['html'][:120] for node in each['nodes']][:3]}"
        for each in found
    ]


def faint_words(page: Page) -> list[str]:
    """Words of the picture that hardly stand out from what lies below them."""
    return [
        f"{words!r} of the picture: {contrast:.2f}"
        for words, contrast in page.evaluate(PICTURED)
        if contrast < LEAST_CONTRAST
    ]


def looks_right(page: Page) -> None:
    """Nothing is wider than the screen, nothing lacks a name, every text can be read."""
    faults = violations(page) + faint_words(page)
    for kind, look in (("no name", UNNAMED), ("faint", CONTRAST), ("id twice", DOUBLE_IDS)):
        faults += [f"{kind}: {each}" for each in page.evaluate(look)]
    if page.evaluate("() => document.documentElement.scrollWidth > innerWidth"):
        faults.append("wider than the screen")
    if not page.locator("h1").count():
        faults.append("no heading")
    assert not faults, "\n".join([page.url, *faults])


def shows_focus(page: Page) -> None:
    """The first stops of the Tab key can be seen."""
    unseen = unseen_stops(page)
    assert not unseen, "\n".join([page.url, *unseen])


def unseen_stops(page: Page) -> list[str]:
    """The first stops of the Tab key that look as without focus."""
    faults = []
    page.evaluate("() => document.activeElement.blur()")
    for _ in range(STOPS):
        page.keyboard.press("Tab")
        found = page.evaluate(FOCUSED)
        if found is None:
            break
        if not found[1]:
            faults.append(found[0])
    return faults
