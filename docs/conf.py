"""Sphinx configuration of the site: `sphinx-build -W docs docs/_build/html`."""

import shutil
import sys
from pathlib import Path

from sphinx.application import Sphinx

DOCS = Path(__file__).parent
ROOT = DOCS.parent
sys.path.insert(0, str(ROOT / "tools"))

import equidyn  # noqa: E402
from documenting import (  # noqa: E402
    downloads,
    fonts,
    formulation_pages,
    generated,
    pictures,
    races,
    records,
    reference,
    sources,
)
from documenting.course import files_that_lack_a_library, numbered  # noqa: E402
from documenting.kernels import look_for_replies  # noqa: E402
from documenting.markdown import toctree  # noqa: E402
from equidyn.output.files import write_text  # noqa: E402

project = "equidyn"
author = "the equidyn authors"
copyright = author
version = release = equidyn.__version__

extensions = [
    "documenting.excerpts",
    "documenting.mathml",
    "documenting.notebooks",
    "documenting.pages",
    "myst_nb",
    "numpydoc",
    "sphinx.ext.autodoc",
    "sphinx.ext.autosummary",
    "sphinx_design",
]
# parts of pages, and leftovers of a build
exclude_patterns = ["_build", "moving", "recorded/*.md", "texts"]
nitpicky = True
default_role = "autolink"
# other libraries, and names with another meaning in their context
nitpick_ignore = [
    ("py:obj", "Arm.from_dh"),
    ("py:obj", "arm"),
    ("py:obj", "casadi.Function"),
    ("py:obj", "mujoco.MjModel"),
    ("py:obj", "pinocchio.Model"),
    ("py:obj", "roboticstoolbox.DHRobot"),
]

myst_enable_extensions = ["dollarmath", "colon_fence"]
myst_heading_anchors = 3
html_math_renderer = "mathml"

look_for_replies()
# continuous integration has executed the notebooks before, and switches this off
nb_execution_mode = "cache"
nb_execution_raise_on_error = True
nb_execution_in_temp = True
nb_execution_timeout = 300
# of libraries that are too large for the site alone: without them these are shown without results
nb_execution_excludepatterns = files_that_lack_a_library()
nb_merge_streams = True
nb_ipywidgets_js = {}  # would be fetched from the network, and no page needs them
# folded cells of a notebook are the solutions of its exercises
nb_code_prompt_show = "Show the solution"
nb_code_prompt_hide = "Hide the solution"

# the docstrings state types, with shapes and units
autodoc_typehints = "none"
toc_object_entries_show_parents = "hide"
autodoc_member_order = "alphabetical"
numpydoc_show_class_members = False
templates_path = ["_templates"]

html_theme = "pydata_sphinx_theme"
html_title = "equidyn"
html_static_path = ["_static", "moving"]
html_css_files = ["site.css"]
html_favicon = "_static/favicon.svg"
html_context = {"default_mode": "auto"}
# pages without subpages, or with one
html_sidebars = {
    page: []
    for page in (
        "benchmarks",
        "beyond_one_machine",
        "changes",
        "coming_from",
        "conventions",
        "from_cpp",
        "gallery",
        "generated_code",
        "gradients",
        "lab",
        "lessons",
        "many_arms",
        "marking",
        "methods",
        "motion",
        "platforms",
        "real_robot",
        "reliability",
        "speed",
        "start",
        "teaching",
        "test_vectors",
        "your_own",
        "your_robot",
    )
}
html_show_sourcelink = False
html_copy_source = False
html_show_copyright = False
html_theme_options = {
    "logo": {"text": "equidyn"},
    "show_toc_level": 2,
    "navigation_with_keys": False,
    "header_links_before_dropdown": 5,
    # code and tables take the space of the contents where chapters are listed at the left
    "secondary_sidebar_items": {
        "course/*": [],
        "formulations/*": [],
        "sources/*": [],
        "*": ["page-toc"],
        "reference/**": ["page-toc"],
    },
}


def setup(app: Sphinx) -> None:
    """Connect to Sphinx: generate pages before it looks for pages."""
    app.connect("config-inited", lambda app, config: make_pages())
    app.connect("autodoc-process-signature", without_refusals)


def make_pages() -> None:
    """Write the index pages and the formulations, and copy the notebooks."""
    for folder in (
        "course",
        "formulations",
        "moving",
        "recorded",
        "reference",
        "sources",
        "vectors",
    ):
        shutil.rmtree(DOCS / folder, ignore_errors=True)
        (DOCS / folder).mkdir()
    formulation_pages.write_all(DOCS / "formulations")
    races.write(DOCS / "recorded")
    pictures.draw_motion(DOCS / "recorded" / "breakdown.svg")
    records.write(DOCS / "recorded")
    generated.write(DOCS / "recorded")
    # for machines without a font for mathematics
    fonts.write_mathematics(DOCS / "moving" / "mathematics.woff")
    downloads.write_laboratory(DOCS / "moving", DOCS / "recorded" / "lab.md")
    downloads.write_vectors(DOCS / "vectors", DOCS / "recorded" / "vectors.md")
    write_text(DOCS / "reference" / "index.md", reference.index(text("reference")))
    sources.write_all(DOCS / "sources", text("sources"))
    notebooks = sorted((ROOT / "notebooks").glob("*.ipynb"))
    for path in notebooks:
        write_text(DOCS / "course" / path.name, numbered(path))
    leading = toctree((path.stem for path in notebooks), hidden=True)
    write_text(DOCS / "course" / "index.md", f"{text('course')}\n{leading}")


def text(page: str) -> str:
    """Return the handwritten part of a generated page."""
    return (DOCS / "texts" / f"{page}.md").read_text(encoding="utf-8")


def without_refusals(
    app: Sphinx, what: str, name: str, thing: object, options: object, arguments: str, result: str
) -> tuple[str, str] | None:
    """Remove the signature of a class that is not made by calling it."""
    return ("", result) if arguments == "(*_, **__)" else None
