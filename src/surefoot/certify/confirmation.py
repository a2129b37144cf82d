"""Modes of confirming a proof (`--certify`)."""

from enum import Enum


class Confirmation(Enum):
    """Effort to confirm a proof. Only confirmed proofs make a program `safe`."""

    OFF = "off"
    """No effort: the proof is not checked, and the verdict is `unknown`."""
    FAST = "fast"
    """As STRICT, with no more time than the proof took to find, but at least `LIMITS.fast_seconds`.
    """
    STRICT = "strict"
    """Another solver proves it from the program, within the time limit."""
    REFUTATION = "refutation"
    """As STRICT by `bits`, whose refutation of the clauses is checked step by step."""
