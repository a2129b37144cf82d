"""How much is done to confirm a proof before it is called `safe`."""

from enum import Enum

LEAST_SECONDS = 1.0
"""However quickly a proof was found, so long may its fast confirmation take."""


class Confirmation(Enum):
    """The user's choice; only what was confirmed is ever called safe."""

    OFF = "off"
    """Nothing: a proof is only claimed, and the verdict is unknown."""
    FAST = "fast"
    """As with STRICT, but in no more time than it took to find the proof, and a second at least."""
    STRICT = "strict"
    """Another solver proves it again from the program, within the time limit."""
    REFUTATION = "refutation"
    """As with STRICT, and that solver is `bits`, whose refutation of the clauses a checker of ours follows step by step."""
