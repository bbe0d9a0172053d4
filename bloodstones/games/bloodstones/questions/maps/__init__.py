"""What can be asked about maps: a question a module, each a command below `bloodstones maps`.

What they share is in `common` (kinds of parameters) and `figures` (tables). Start reading in
`show`. `LINES` has the first line of each, so that a list of them imports none.
"""

from __future__ import annotations

from typing import Final

LINES: Final = {
    "check": "Check maps: the first ten faults and warnings of each at once.",
    "compare": "Show the figures of maps side by side.",
    "draw": "Draw a map.",
    "generate": "Make a map from parameters and a seed; the same ones give the same file.",
    "judge": "Play games on a map and judge it: seats, factions, citadel areas, leads, battles.",
    "list": "List the shipped maps.",
    "show": "Show the figures and areas of a map.",
}
