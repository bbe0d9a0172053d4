"""How the documentation is built: `make docs`.

Pages are Markdown. `building/` generates pages from the code, the registers and the reports in
`generated/`. Kernels are plain functions here, so that they show their arguments.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

os.environ["NUMBA_DISABLE_JIT"] = "1"
os.environ["COLUMNS"] = "80"
DOCS = Path(__file__).parent
sys.path[:0] = [str(DOCS.parent), str(DOCS)]

from bloodstones import __version__  # noqa: E402

project = "bloodstones"
author = "the bloodstones contributors"
copyright = f"2026, {author}, MIT licence"
release = version = __version__

extensions = [
    "myst_parser",
    "sphinx.ext.autodoc",
    "sphinx.ext.napoleon",
    "sphinx_copybutton",
    "sphinx_design",
    "building",
]
exclude_patterns = ["_build", "building", "notebooks"]
myst_enable_extensions = ["attrs_inline", "colon_fence", "deflist"]
myst_heading_anchors = 3
nitpicky = True
default_role = "code"
pygments_style = "tango"

autodoc_preserve_defaults = True  # by their names: a path would tell of this machine
autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_typehints_format = "short"
autodoc_inherit_docstrings = False
autodoc_use_type_comments = False
autodoc_default_options = {"members": True, "ignore-module-all": True}
python_use_unqualified_type_names = True
napoleon_google_docstring = False
napoleon_use_ivar = True
napoleon_use_rtype = False
add_module_names = False
toc_object_entries = False

copybutton_prompt_text = r">>> |\.\.\. |\$ "
copybutton_prompt_is_regexp = True

html_theme = "pydata_sphinx_theme"
html_title = "bloodstones"
html_context = {"default_mode": "auto"}
html_copy_source = False
html_show_search_summary = False  # it would fetch pages, which no browser does from disk
html_show_sourcelink = False
html_sidebars = {name: [] for name in ("install", "generated/reports", "generated/gallery")}
html_static_path = ["static"]
html_css_files = ["site.css"]
html_theme_options = {
    "logo": {"text": "bloodstones"},
    "navbar_end": ["theme-switcher"],
    "footer_start": ["copyright"],
    "footer_end": [],
    "secondary_sidebar_items": ["page-toc"],
    "show_prev_next": True,
    "navigation_depth": 2,
    "show_nav_level": 1,
    "pygments_light_style": "tango",
    "pygments_dark_style": "monokai",
    "back_to_top_button": False,
}
