"""What can be asked about maps: a question a module, each a command below `bloodstones maps`.

What they share is in `common` (kinds of parameters) and `figures` (tables). Start reading in
`show`. `LINES` has the first line of each, so that a list of them imports none.
"""

from __future__ import annotations

from typing import Final

LINES: Final = {
    "check": "Check maps for faults.",
    "compare": "Compare the figures of several maps.",
    "draw": "Draw a map.",
    "generate": "Generate a map from parameters and a random seed.",
    "judge": "Evaluate a map by playing games on it.",
    "list": "List the shipped maps.",
    "show": "Show the figures and areas of a map.",
}
