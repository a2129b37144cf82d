"""Inputs that are lengths of input objects, such as n in ``text = malloc(n)``.

A mutation that changes the number of bytes of an object has to change the length, too: bytes beyond
the end of the object have no effect, and an object that is much larger than its bytes makes runs
long.
"""

from collections.abc import Mapping

from surefoot.logic import Term
from surefoot.semantics.limits import LIMITS
from surefoot.semantics.sampling import Inputs


class InputLengths:
    """Map from input objects to the inputs that determine their sizes, learnt from runs."""

    def __init__(self) -> None:
        self._length_of: dict[Term, tuple[Term, int]] = {}
        """The input of each object, and the difference between size and input."""

    def learn(self, inputs: Inputs, sizes: Mapping[Term, int]) -> None:
        """Find inputs that agree with the ``sizes`` of objects in a run on ``inputs``; small sizes
        may agree by chance.
        """
        for key, size in sizes.items():
            if key in self._length_of or size < LIMITS.matched_size:
                continue
            for target, values in inputs.items():
                if target.sort.width >= LIMITS.length_width and len(values) == 1:
                    difference = size - int(values[0])  # type: ignore[arg-type]  # of a bit-vector
                    if abs(difference) <= LIMITS.length_difference:
                        self._length_of[key] = (target, difference)
                        break

    def fitted(self, inputs: Inputs) -> Inputs:
        """Return ``inputs`` with lengths that fit the bytes of the objects."""
        found = dict(inputs)
        for key, (target, difference) in self._length_of.items():
            if key in found:
                found[target] = [max(0, len(found[key]) - difference)]
        return found

    @property
    def inputs(self) -> tuple[Term, ...]:
        """The inputs that determine sizes."""
        return tuple(dict.fromkeys(target for target, _ in self._length_of.values()))
