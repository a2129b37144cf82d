"""Blocks of iterations: from a given state, a number of loop iterations in which the variables have
closed forms.

A candidate is interpolated from the states of the first iterations and then proved by induction.
Let z(k) be the candidate state after k times ``period`` iterations, and let z(0) be the given
state. If, for polynomials in k and for k < n, the guard of the edge holds in z(k) and after each of
the ``period`` iterations but the last, and these iterations lead to z(k + 1), then the run makes n
times ``period`` iterations and reaches z(n).

The polynomials are those of narrowed variables (`narrowing`), and so are the terms of the proof;
single iterations follow the edge itself.
"""

from collections.abc import Iterable, Mapping, Sequence

from surefoot.base.errors import invariant
from surefoot.base.records import dataclass
from surefoot.logic import BitVecSort, Evaluator, Term, Value, default_value, same_value, variables_of
from surefoot.systems.closed_forms.narrowing import NarrowIterations, as_they_are, in_few_bits
from surefoot.systems.closed_forms.newton import FOREVER, following, interpolated, reduced
from surefoot.systems.closed_forms.term_iterations import Course, PolynomialCourse, Steady, TermIterations, number_in
from surefoot.systems.control.runs import Assignment
from surefoot.systems.control.system import Edge
from surefoot.systems.limits import LIMITS


@dataclass(frozen=True, slots=True)
class BlockOfIterations:
    """``times`` times ``period`` iterations of a loop, with closed forms of its variables."""

    times: int
    period: int
    courses: Mapping[Term, Course]
    """Closed forms of the variables of ``narrow``."""
    narrow: NarrowIterations

    @property
    def iterations(self) -> int:
        """The number of iterations; the loop does not terminate if it is `FOREVER` or more."""
        return self.times * self.period

    def state(self, number: int) -> dict[Term, Value]:
        """Return the state after ``number`` times ``period`` iterations.

        Requires: 0 <= number <= times.
        """
        values = {
            symbol: number_in(course, symbol.sort.width, number)
            if isinstance(course, PolynomialCourse)
            else course.value
            for symbol, course in self.courses.items()
        }
        return self.narrow.state(values)


class LoopIterations:
    """The iterations of a loop along an edge from a location to itself.

    ``absent`` are conditions that hold in no iteration of a block. ``inputs`` are symbols of
    unknown value: an iteration that depends on one is in no block.
    """

    def __init__(self, edge: Edge, absent: Sequence[Term] = (), inputs: Sequence[Term] = ()) -> None:
        self._guard = edge.guard
        self._absent = tuple(absent)
        self._inputs = {symbol: default_value(symbol.sort) for symbol in inputs}
        self.moving: Mapping[Term, Term] = {
            symbol: value for symbol, value in edge.update.items() if value is not symbol
        }
        """The variables that an iteration changes, with their new values."""
        mentioned = frozenset(variables_of(edge.guard, *self.moving.values(), *self._absent))
        self.needed = mentioned.union(self.moving).difference(self._inputs)
        """The symbols that determine the iterations."""
        self._narrowest = in_few_bits(edge.guard, self.moving, absent)
        self._as_they_are = as_they_are(edge.guard, self.moving, absent)

    def _narrow(self, start: Assignment) -> NarrowIterations:
        """Return the iterations in as few bits as they need from ``start`` on; their results fit,
        but ``start`` need not.
        """
        fits = self._evaluator(start).value(self._narrowest.fits)
        return self._narrowest if fits else self._as_they_are

    def block(self, start: Assignment) -> BlockOfIterations | None:
        """Return the longest block from ``start`` that is found, if there is one.

        Requires: ``start`` has a value for each of `needed`.
        """
        longest: BlockOfIterations | None = None
        for count in (LIMITS.first_sampled_iterations, LIMITS.sampled_iterations):
            states = self._first_states(start, count)
            longest = self._longest(states, longest)
            if len(states) <= count or (longest is not None and longest.iterations > count):
                break
        return longest

    def _longest(self, states: Sequence[Assignment], known: BlockOfIterations | None) -> BlockOfIterations | None:
        """Return the longest of the ``known`` block and those interpolated from the first
        ``states``.
        """
        longest = known
        narrow = self._narrow(states[0])
        narrow_states = [narrow.narrow_state(each) for each in states]
        for period in LIMITS.periods:
            if len(states) <= period * (LIMITS.predicted_states + 1):
                break
            candidate = _candidate(narrow.update, narrow_states[::period])
            found = None if candidate is None else self.checked(candidate, states[0], period)
            if found is not None and (longest is None or found.iterations > longest.iterations):
                longest = found
            if longest is not None and longest.iterations >= len(states):
                break
        return longest

    def is_iteration(self, before: Assignment, after: Assignment) -> bool:
        """Return whether one iteration leads from ``before`` to ``after``.

        Requires: both have a value for each of `needed`.
        """
        now = self._evaluator(before)
        if not now.value(self._guard) or any(now.value(each) for each in self._absent):
            return False
        expected = {
            symbol: now.value(self.moving[symbol]) if symbol in self.moving else before[symbol] for symbol in before
        }
        return all(same_value(value, after[symbol], symbol.sort) for symbol, value in expected.items())

    def _evaluator(self, state: Assignment) -> Evaluator:
        return Evaluator({**self._inputs, **state}.__getitem__)

    def _first_states(self, start: Assignment, count: int) -> list[Assignment]:
        here = start
        found = [here]
        for _ in range(count):
            now = self._evaluator(here)
            if not now.value(self._guard) or any(now.value(each) for each in self._absent):
                break
            here = {**here, **{symbol: now.value(value) for symbol, value in self.moving.items()}}
            found.append(here)
        return found

    def checked(self, candidate: Mapping[Term, Course], start: Assignment, period: int) -> BlockOfIterations | None:
        """Return the block from ``start`` in which the candidate ``candidate`` about narrowed
        variables holds; see the module.
        """
        narrow = self._narrow(start)
        first = narrow.narrow_state(start)
        if not all(_is_first(symbol, candidate[symbol], first[symbol]) for symbol in narrow.update):
            return None
        kept = {symbol: _held(symbol, value) for symbol, value in first.items() if symbol not in candidate}
        kept |= {symbol: _held(symbol, value, 0) for symbol, value in self._inputs.items()}
        here: Mapping[Term, Course] = candidate
        times = FOREVER
        for _ in range(period):
            terms = TermIterations({**kept, **here})
            goes_on = terms.truth(narrow.guard)
            stays_away = [terms.truth(each) for each in narrow.absent]
            if not goes_on.value or any(each.value for each in stays_away):
                return None
            here = {symbol: terms.course(value) for symbol, value in narrow.update.items()}
            times = min(times, goes_on.iterations, *(each.iterations for each in (*stays_away, *here.values())))
            if times < LIMITS.block_repetitions:
                return None
        if not all(_is_next(symbol, candidate[symbol], here[symbol]) for symbol in candidate):
            return None
        block = BlockOfIterations(times, period, candidate, narrow)
        self._validate(block, start)
        return block

    def _validate(self, block: BlockOfIterations, start: Assignment) -> None:
        """Check some iterations one by one, as a test of the rules about terms."""
        for number in dict.fromkeys((0, block.times // 3, block.times // 2, block.times - 1)):
            here: Assignment = {**start, **block.state(number)}
            for _ in range(block.period):
                now = self._evaluator(here)
                is_iteration = now.value(self._guard) and not any(now.value(each) for each in self._absent)
                invariant(is_iteration, "an iteration of a block is none of the loop")
                here = {**here, **{symbol: now.value(value) for symbol, value in self.moving.items()}}
            after = block.state(number + 1).items()
            invariant(
                all(same_value(here[symbol], value, symbol.sort) for symbol, value in after), "a closed form is wrong"
            )


def _candidate(variables: Iterable[Term], states: Sequence[Assignment]) -> dict[Term, Course] | None:
    """Return polynomials of small degree that interpolate ``variables``, if there are any."""
    found: dict[Term, Course] = {}
    for symbol in variables:
        sort = symbol.sort
        values = [each[symbol] for each in states]
        if isinstance(sort, BitVecSort):
            polynomial = interpolated([int(each) for each in values], 1 << sort.width)  # type: ignore[arg-type]
            if len(polynomial) > len(values) - LIMITS.predicted_states:
                return None
            found[symbol] = PolynomialCourse(polynomial)
        elif all(same_value(each, values[0], sort) for each in values):
            found[symbol] = Steady(values[0])
        else:
            return None
    return found


def _is_first(symbol: Term, course: Course, value: Value) -> bool:
    """Return whether the first value of ``course`` is ``value``."""
    first = number_in(course, symbol.sort.width, 0) if isinstance(course, PolynomialCourse) else course.value
    return same_value(first, value, symbol.sort)


def _held(symbol: Term, value: Value, iterations: int = FOREVER) -> Course:
    if isinstance(symbol.sort, BitVecSort):
        return PolynomialCourse((int(value),), iterations)  # type: ignore[arg-type]
    return Steady(value, iterations)


def _is_next(symbol: Term, before: Course, after: Course) -> bool:
    """Return whether ``after`` is ``before`` shifted by one."""
    match before, after:
        case PolynomialCourse(polynomial), PolynomialCourse(later):
            return reduced(following(polynomial), 1 << symbol.sort.width) == later
        case Steady(value), Steady(later):
            return same_value(value, later, symbol.sort)
        case _:
            return False
