"""Modes of confirming a proof (`--certify`)."""

from enum import Enum


class Confirmation(Enum):
    """Effort to confirm a proof. Only confirmed proofs make a program `safe`."""

    OFF = "off"
    """Proofs are not confirmed: the verdict on each is `unknown`."""
    FAST = "fast"
    """As STRICT, with no more time than the proof took to find, but at least `LIMITS.fast_seconds`.
    """
    STRICT = "strict"
    """Another solver proves it from the program, within the time limit."""
    REFUTATION = "refutation"
    """As STRICT, where the confirming solver is `bits` with its refutations checked clause by
    clause.
    """
