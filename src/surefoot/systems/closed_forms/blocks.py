"""Blocks of rounds: from one state, so many rounds of a loop in which its variables have a closed form.

The form is guessed from the states of the first rounds and then shown to hold by induction. Let z(k) be the guessed state after k times
``period`` rounds. z(0) must be the state itself. If in z(k) the guard of the edge holds, and again after each of the ``period`` rounds but the last,
and these rounds lead to z(k + 1), all this as polynomials in k and for k < n, then the run goes n times ``period`` rounds and is in z(n).
Polynomials are those of variables in few bits (`narrowing`), and so are the terms they are shown for; rounds that are made one by one follow the edge as it is.
"""

from collections.abc import Iterable, Mapping, Sequence

from surefoot.base.errors import invariant
from surefoot.base.records import dataclass
from surefoot.logic import BitVecSort, Evaluator, Term, Value, default_value, same_value, variables_of
from surefoot.systems.closed_forms.narrowing import NarrowRounds, as_they_are, in_few_bits
from surefoot.systems.closed_forms.newton import FOREVER, following, interpolated, reduced
from surefoot.systems.closed_forms.term_rounds import Course, PolynomialCourse, Steady, TermRounds, number_in
from surefoot.systems.control.runs import Assignment
from surefoot.systems.control.system import Edge
from surefoot.systems.limits import LIMITS


@dataclass(frozen=True, slots=True)
class BlockOfRounds:
    """``times`` times ``period`` rounds of a loop, and what its variables are on the way."""

    times: int
    period: int
    courses: Mapping[Term, Course]
    """Of the variables of ``narrow``."""
    narrow: NarrowRounds

    @property
    def rounds(self) -> int:
        """How many rounds these are; without an end if there are `FOREVER` or more."""
        return self.times * self.period

    def state(self, number: int) -> dict[Term, Value]:
        """The state after ``number`` times ``period`` rounds.  Requires  0 <= number <= times."""
        values = {
            symbol: number_in(course, symbol.sort.width, number)
            if isinstance(course, PolynomialCourse)
            else course.value
            for symbol, course in self.courses.items()
        }
        return self.narrow.state(values)


class LoopRounds:
    """The rounds of a loop along an edge from a location to itself.

    ``absent`` are conditions that must not hold in a round that is to be in a block. ``inputs`` are symbols whose values are
    not known: a round that depends on one is in no block.
    """

    def __init__(self, edge: Edge, absent: Sequence[Term] = (), inputs: Sequence[Term] = ()) -> None:
        self._guard = edge.guard
        self._absent = tuple(absent)
        self._inputs = {symbol: default_value(symbol.sort) for symbol in inputs}
        self.moving: Mapping[Term, Term] = {
            symbol: value for symbol, value in edge.update.items() if value is not symbol
        }
        """What a round changes."""
        mentioned = frozenset(variables_of(edge.guard, *self.moving.values(), *self._absent))
        self.needed = mentioned.union(self.moving).difference(self._inputs)
        """The symbols whose values decide how rounds go."""
        self._narrowest = in_few_bits(edge.guard, self.moving, absent)
        self._as_they_are = as_they_are(edge.guard, self.moving, absent)

    def _narrow(self, start: Assignment) -> NarrowRounds:
        """The rounds in as few bits as they need from ``start`` on: what a round makes fits, but ``start`` need not."""
        fits = self._evaluator(start).value(self._narrowest.fits)
        return self._narrowest if fits else self._as_they_are

    def block(self, start: Assignment) -> BlockOfRounds | None:
        """The longest block from ``start`` that is found, if there is any.

        Requires  ``start`` has a value for each of `needed`
        """
        longest: BlockOfRounds | None = None
        for count in (LIMITS.first_sampled_iterations, LIMITS.sampled_iterations):
            states = self._first_states(start, count)
            longest = self._longest(states, longest)
            if len(states) <= count or (longest is not None and longest.rounds > count):
                break
        return longest

    def _longest(self, states: Sequence[Assignment], known: BlockOfRounds | None) -> BlockOfRounds | None:
        """The longest of the ``known`` block and those that the first ``states`` suggest."""
        longest = known
        narrow = self._narrow(states[0])
        narrow_states = [narrow.narrow_state(each) for each in states]
        for period in LIMITS.periods:
            if len(states) <= period * (LIMITS.predicted_states + 1):
                break
            guess = _guess(narrow.update, narrow_states[::period])
            found = None if guess is None else self.checked(guess, states[0], period)
            if found is not None and (longest is None or found.rounds > longest.rounds):
                longest = found
            if longest is not None and longest.rounds >= len(states):
                break
        return longest

    def is_round(self, before: Assignment, after: Assignment) -> bool:
        """Whether one round leads from ``before`` to ``after``.  Requires  both have a value for each of `needed`."""
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

    def checked(self, guess: Mapping[Term, Course], start: Assignment, period: int) -> BlockOfRounds | None:
        """The block from ``start`` in which ``guess``, about variables in few bits, is right, if there is any; see the module."""
        narrow = self._narrow(start)
        first = narrow.narrow_state(start)
        if not all(_is_first(symbol, guess[symbol], first[symbol]) for symbol in narrow.update):
            return None
        kept = {symbol: _held(symbol, value) for symbol, value in first.items() if symbol not in guess}
        kept |= {symbol: _held(symbol, value, 0) for symbol, value in self._inputs.items()}
        here: Mapping[Term, Course] = guess
        times = FOREVER
        for _ in range(period):
            terms = TermRounds({**kept, **here})
            goes_on = terms.truth(narrow.guard)
            stays_away = [terms.truth(each) for each in narrow.absent]
            if not goes_on.value or any(each.value for each in stays_away):
                return None
            here = {symbol: terms.course(value) for symbol, value in narrow.update.items()}
            times = min(times, goes_on.rounds, *(each.rounds for each in (*stays_away, *here.values())))
            if times < LIMITS.block_repetitions:
                return None
        if not all(_is_next(symbol, guess[symbol], here[symbol]) for symbol in guess):
            return None
        block = BlockOfRounds(times, period, guess, narrow)
        self._look_at(block, start)
        return block

    def _look_at(self, block: BlockOfRounds, start: Assignment) -> None:
        """Make some of the rounds one by one: whoever believes a closed form believes the rules about terms, too."""
        for number in dict.fromkeys((0, block.times // 3, block.times // 2, block.times - 1)):
            here: Assignment = {**start, **block.state(number)}
            for _ in range(block.period):
                now = self._evaluator(here)
                is_round = now.value(self._guard) and not any(now.value(each) for each in self._absent)
                invariant(is_round, "a round of a block is none of the loop")
                here = {**here, **{symbol: now.value(value) for symbol, value in self.moving.items()}}
            after = block.state(number + 1).items()
            invariant(
                all(same_value(here[symbol], value, symbol.sort) for symbol, value in after), "a closed form is wrong"
            )


def _guess(variables: Iterable[Term], states: Sequence[Assignment]) -> dict[Term, Course] | None:
    """The courses of ``variables``, if they look like polynomials of a small degree."""
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
    """Whether ``course`` begins with ``value``."""
    first = number_in(course, symbol.sort.width, 0) if isinstance(course, PolynomialCourse) else course.value
    return same_value(first, value, symbol.sort)


def _held(symbol: Term, value: Value, rounds: int = FOREVER) -> Course:
    if isinstance(symbol.sort, BitVecSort):
        return PolynomialCourse((int(value),), rounds)  # type: ignore[arg-type]
    return Steady(value, rounds)


def _is_next(symbol: Term, before: Course, after: Course) -> bool:
    """Whether ``after`` is what ``before`` is one time later."""
    match before, after:
        case PolynomialCourse(polynomial), PolynomialCourse(later):
            return reduced(following(polynomial), 1 << symbol.sort.width) == later
        case Steady(value), Steady(later):
            return same_value(value, later, symbol.sort)
        case _:
            return False
