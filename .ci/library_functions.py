"""Writes the list of modelled functions in docs/library.md from the code."""

import sys
from pathlib import Path
from textwrap import fill

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "src"))

from surefoot.frontend.library import model_names  # noqa: E402
from surefoot.frontend.lower.library.known_functions import handled_names, refused_names  # noqa: E402

BEGIN, END = "<!-- functions: .ci/library_functions.py -->\n", "<!-- end of functions -->\n"


def section() -> str:
    """Return the lists of functions with a model, and of refused ones."""
    modelled = sorted({*model_names(), *handled_names()} - refused_names(), key=lambda name: (name.strip("_"), name))
    refused = sorted(refused_names())
    return "\n".join(
        (
            f"Functions with a model ({len(modelled)}):\n",
            _listed(modelled),
            "",
            "Refused, because threads and processes are not modelled:\n",
            _listed(refused),
            "",
        )
    )


def _listed(names: list[str]) -> str:
    return fill(
        " ".join(names),
        98,
        break_long_words=False,
        break_on_hyphens=False,
        initial_indent="    ",
        subsequent_indent="    ",
    )


def main() -> None:
    """Replace the section between its marks."""
    page = ROOT / "docs" / "library.md"
    before, _, rest = page.read_text("utf-8").partition(BEGIN)
    _, _, after = rest.partition(END)
    page.write_text(f"{before}{BEGIN}\n{section()}\n{END}{after}", "utf-8")


if __name__ == "__main__":
    main()
