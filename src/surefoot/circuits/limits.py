"""Tunable limits of the package; `surefoot engines --limits` prints them."""

from typing import Final

from surefoot.base.records import TunableLimits


class CircuitLimits(TunableLimits):
    """Tunable limits."""

    compared_index_width: int = 8
    """Maximal index width, in bits, of arrays whose equality is blasted."""
    support_inputs: int = 256
    """Maximal size of a support; larger ones are not kept."""
    counted_inputs: int = 1024
    """Maximal number of inputs with a bit of their own in supports; a node that depends on any
    other input has too many.
    """
    table_inputs: int = 14
    """Maximal number of inputs of a truth table."""
    table_cases: int = 1024
    """Maximal number of cases of a disjunction whose common literals are computed."""
    table_bits: int = 1 << 30
    """Maximal number of bits of all truth tables of a decision."""


LIMITS: Final = CircuitLimits()
