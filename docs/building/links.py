"""Links from types in signatures to their descriptions, found in an index instead of by search."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

from sphinx import addnodes
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.util.nodes import find_pending_xref_condition

BEFORE_OTHERS = 5
PYTHON = "py"
INDEX = "_names_of_objects"
UNLINKED = "*"


class TypeLinks(SphinxPostTransform):
    """Give each name of a signature the object that it means; names of other packages stay text.

    Where several objects have the name, none is linked. Links that a page asks for itself
    (`{py:func}`) are left alone: they must lead somewhere, or the build fails.
    """

    default_priority = BEFORE_OTHERS

    def run(self, **_: Any) -> None:
        """Resolve all names of a page."""
        known = self.env.get_domain(PYTHON).data["objects"]
        index = self._index(known)
        for node in list(self.document.findall(addnodes.pending_xref)):
            if (
                node.get("refdomain") != PYTHON
                or node.get("refexplicit")
                or "reftarget" not in node
            ):
                continue
            if self._asked_for(node):
                continue
            target = str(node["reftarget"])
            found = [target] if target in known else index.get(target.rpartition(".")[2], [])
            if len(found) == 1:
                node["reftarget"] = found[0]
                node.attributes.pop("refspecific", None)
            else:
                shown = find_pending_xref_condition(node, UNLINKED)
                node.replace_self(node.children if shown is None else shown.children)

    def _asked_for(self, node: addnodes.pending_xref) -> bool:
        """Whether a page has the link in its own text: signatures and fields name types alone."""
        return node.get("reftype") not in ("class", "obj", "exc")

    def _index(self, known: Any) -> dict[str, list[str]]:
        """Return the last part of each name -> the classes and data that have it."""
        index: dict[str, list[str]] | None = getattr(self.app, INDEX, None)
        if index is None:
            index = defaultdict(list)
            for name, entry in known.items():
                if entry.objtype in ("class", "data", "exception", "type"):
                    index[name.rpartition(".")[2]].append(name)
            setattr(self.app, INDEX, index)
        return index
