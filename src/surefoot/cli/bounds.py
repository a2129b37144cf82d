"""The options that say how large the bounded model of a J program is."""

import argparse
from typing import TYPE_CHECKING

from surefoot.errors import UsageError

if TYPE_CHECKING:
    from surefoot.frontend.j.bounds import Bounds

_NUMBERS = ("bits", "elements", "depth")


def add_bounds(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    group = parser.add_argument_group("bounds of J programs (.j)")
    group.add_argument("--bits", metavar="N", help="bits of an int, which is signed (default: 32)")
    group.add_argument("--elements", metavar="N", help="elements of arrays without a size, MAXSIZE (default: 15)")
    group.add_argument("--depth", metavar="N", help="active calls of a recursive function (default: 15)")
    group.add_argument(
        "--quantifiers",
        choices=("auto", "loops", "formulas"),
        default="auto",
        help="what forall and exists become: loops, or formulas where possible (default: auto, formulas where they are small)",
    )
    group.add_argument(
        "--abstract-products",
        action="store_true",
        help="products, quotients and remainders of two unknown numbers are any number: proofs hold, violations may be spurious",
    )


def bounds_of(options: argparse.Namespace) -> "Bounds":
    """What ``options`` say; raises `UsageError`."""
    from surefoot.frontend.j.bounds import USUAL, Bounds, QuantifierForm

    chosen = {name: getattr(options, name) for name in _NUMBERS}
    for name, text in chosen.items():
        if text is not None and not (text.isascii() and text.isdigit() and len(text) < 10):
            raise UsageError(f"--{name}: expected a number, not {text!r}")
    numbers = {name: getattr(USUAL, name) if text is None else int(text) for name, text in chosen.items()}
    return Bounds(
        numbers["bits"],
        numbers["elements"],
        numbers["depth"],
        quantifiers=QuantifierForm(options.quantifiers),
        abstract_products=options.abstract_products,
    )
