"""A fragment of HTML as a tree; one that is not well-formed is an error."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser

VOID = ("input", "img", "br", "rect")


@dataclass
class Element:
    """An element: its tag, attributes, children, and the text in it."""

    tag: str
    attributes: dict[str, str | None]
    children: list[Element | str] = field(default_factory=list)

    def all(self, tag: str, **attributes: str) -> Iterator[Element]:
        """Yield the elements below that have a tag and attributes, in their order."""
        for child in self.children:
            if isinstance(child, Element):
                wanted = attributes.items()
                if child.tag == tag and all(child.attributes.get(k) == v for k, v in wanted):
                    yield child
                yield from child.all(tag, **attributes)

    def one(self, tag: str, **attributes: str) -> Element:
        """Return the only such element."""
        (found,) = self.all(tag, **attributes)
        return found

    @property
    def text(self) -> str:
        """The text in it, blanks as one."""
        parts = (child if isinstance(child, str) else child.text for child in self.children)
        return " ".join("".join(f"{part} " for part in parts).split())


class Reader(HTMLParser):
    """Reads a fragment; an element that is not closed, or out of order, is an error."""

    def __init__(self) -> None:
        super().__init__()
        self.open = [Element("", {})]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        names = [name for name, _ in attrs]
        assert len(set(names)) == len(names), f"an attribute of {tag} twice: {names}"
        element = Element(tag, dict(attrs))
        self.open[-1].children.append(element)
        if tag not in VOID:
            self.open.append(element)

    def handle_endtag(self, tag: str) -> None:
        if tag in VOID:
            return
        closed = self.open.pop()
        assert closed.tag == tag, f"expected </{closed.tag}>, got </{tag}>"

    def handle_data(self, data: str) -> None:
        self.open[-1].children.append(data)


def parse(fragment: str) -> Element:
    """Return the tree of a fragment."""
    reader = Reader()
    reader.feed(fragment)
    reader.close()
    (root,) = reader.open
    return root
