"""Reduction of failing runs to fewer and smaller inputs, by removing parts and halving numbers (as
delta debugging: Zeller and Hildebrandt, TSE 2002).
"""

from collections.abc import Callable, Iterator
from itertools import islice

from surefoot.engines.limits import LIMITS
from surefoot.logic import Term
from surefoot.semantics.sampling import Inputs, SampledChoices


def reduced_run(
    failing: SampledChoices,
    repeat: Callable[[Inputs], SampledChoices | None],
    fitted: Callable[[Inputs], Inputs],
) -> SampledChoices:
    """Return a failing run with fewer and smaller inputs than ``failing``, or ``failing`` if
    `LIMITS.fuzz_reducing_runs` runs find none.

    ``repeat`` returns the run on given inputs, or ``None`` unless it fails as ``failing`` does.
    ``fitted`` returns given inputs with the lengths of objects adapted to the bytes of the objects.
    """
    best, left = failing, LIMITS.fuzz_reducing_runs
    is_smaller = True
    while is_smaller and left > 0:
        is_smaller = False
        for candidate in islice(_smaller(best.inputs, fitted), left):
            left -= 1
            found = repeat(candidate)
            if found is not None and _size(found.inputs) < _size(best.inputs):
                best, is_smaller = found, True
                break
    return best


def _size(inputs: Inputs) -> tuple[int, int]:
    """Return the size of ``inputs``, to be compared lexicographically: the number of inputs and the
    magnitudes of those of several bytes; then the sum of the single bytes.
    """
    numbers = [(target, value) for target, values in inputs.items() for value in values if type(value) is int]
    wide = sum(_magnitude(target, value) for target, value in numbers if target.sort.width > 8)
    return wide + sum(map(len, inputs.values())), sum(value for target, value in numbers if target.sort.width <= 8)


def _magnitude(target: Term, value: int) -> int:
    """Return the least of the absolute values of ``value`` with and without sign."""
    return min(value, (1 << target.sort.width) - value)


def _smaller(inputs: Inputs, fitted: Callable[[Inputs], Inputs]) -> Iterator[Inputs]:
    """Yield variants of ``inputs``: with fitted lengths, with smaller numbers, and without a part
    of one stream, the largest parts first.
    """
    yield fitted(inputs)
    for target, values in inputs.items():
        for place, value in enumerate(values[: LIMITS.fuzz_reduced_numbers]):
            if target.sort.width <= 8 or type(value) is not int:
                continue
            for most in (0, *LIMITS.small_inputs, value // 2):
                if most < _magnitude(target, value):
                    yield {**inputs, target: [*values[:place], most, *values[place + 1 :]]}
    for target, values in inputs.items():
        for length in _halves(len(values)):
            for start in range(0, len(values), length):
                shorter = {**inputs, target: [*values[:start], *values[start + length :]]}
                yield fitted(shorter)


def _halves(length: int) -> Iterator[int]:
    """Yield half of ``length``, a quarter of it, and so on, down to 1."""
    while length > 1:
        length //= 2
        yield length
