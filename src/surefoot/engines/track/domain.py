"""States of a segment: ranges of variables and of terms, refined by conditions.

A state maps terms to `ValueRanges`; a term without entry has any value of its sort. Conditions are
split into cases where ranges cannot express them. Every operation over-approximates: the states
that it returns contain all concrete states.
"""

from collections.abc import Iterator, Mapping

from surefoot.engines.limits import LIMITS
from surefoot.engines.track.ranges import (
    FALSE_ONLY,
    NONE,
    TRUE_ONLY,
    ValueRanges,
    before_sign_extension,
    below_signed,
    capped,
    complement,
    every,
    exactly,
    intersection,
    modulo,
    normal,
    sign_extended,
    single,
)
from surefoot.logic import (
    BOOL,
    Op,
    Term,
    bool_constant,
    bv,
    evaluate,
    substitute,
    variables_of,
)

RangeState = Mapping[Term, ValueRanges]

_COMPARISONS = frozenset({Op.EQ, Op.BVULT, Op.BVSLT})


class RangeDomain:
    """Abstract operations on states, with caches that no result depends on.

    ``addresses`` are the symbols of addresses of globals and functions: pairwise different, and at
    least 4096.
    """

    def __init__(self, addresses: frozenset[Term]) -> None:
        self._addresses = addresses
        self._atoms: dict[Term, tuple[Term, ValueRanges]] = {}
        self._variables: dict[Term, frozenset[Term]] = {}

    def variables(self, term: Term) -> frozenset[Term]:
        """Return the variables of ``term``."""
        found = self._variables.get(term)
        if found is None:
            found = self._variables[term] = frozenset(variables_of(term))
        return found

    def known(self, state: RangeState, term: Term) -> ValueRanges:
        """Return the values that ``term`` may have by its own entry."""
        found = state.get(term)
        if found is not None:
            return found
        width = term.sort.width or 1
        return ((4096, (1 << width) - 1),) if term in self._addresses else every(width)

    # ---- conditions

    def assume(self, state: RangeState, condition: Term, *, holds: bool = True) -> list[RangeState]:
        """Return states that together contain those of ``state`` where ``condition`` has the value ``holds``."""
        if condition.op is Op.CONSTANT:
            return [state] if condition.payload is holds else []
        op = condition.op
        if op is Op.NOT:
            return self.assume(state, condition.args[0], holds=not holds)
        if op is Op.AND or op is Op.OR:
            if (op is Op.AND) == holds:
                return self._all(state, condition.args, holds=holds)
            return self._any(state, condition.args, holds=holds)
        if op is Op.ITE:
            test, then, otherwise = condition.args
            return self._merged(
                state,
                [
                    *(each for split in self.assume(state, test) for each in self.assume(split, then, holds=holds)),
                    *(
                        each
                        for split in self.assume(state, test, holds=False)
                        for each in self.assume(split, otherwise, holds=holds)
                    ),
                ],
            )
        if op is Op.EQ and condition.args[0].sort is BOOL:
            left, right = condition.args
            return self._merged(
                state,
                [
                    *(each for split in self.assume(state, left) for each in self.assume(split, right, holds=holds)),
                    *(
                        each
                        for split in self.assume(state, left, holds=False)
                        for each in self.assume(split, right, holds=not holds)
                    ),
                ],
            )
        return self._atom(state, condition, holds=holds)

    def _all(self, state: RangeState, parts: tuple[Term, ...], *, holds: bool) -> list[RangeState]:
        states = [state]
        for part in parts:
            states = [each for split in states for each in self.assume(split, part, holds=holds)]
            if not states:
                return []
        return self._merged(state, states)

    def _any(self, state: RangeState, parts: tuple[Term, ...], *, holds: bool) -> list[RangeState]:
        merged = self._one_range(parts, holds=holds)
        if merged is not None:
            return self._narrowed(state, *merged)
        found: list[RangeState] = []
        rest = [state]
        for part in parts:
            found += [each for split in rest for each in self.assume(split, part, holds=holds)]
            rest = [each for split in rest for each in self.assume(split, part, holds=not holds)]
            if not rest:
                break
        return self._merged(state, found)

    def _one_range(self, parts: tuple[Term, ...], *, holds: bool) -> tuple[Term, ValueRanges] | None:
        """Return the disjunction of ``parts`` as the range of one term, if it is one."""
        base: Term | None = None
        union: list[tuple[int, int]] = []
        for part in parts:
            positive, atom = holds, part
            while atom.op is Op.NOT:
                positive, atom = not positive, atom.args[0]
            if atom.op not in _COMPARISONS or atom.args[0].sort is BOOL:
                return None
            term, ranges = self._literal(atom)
            if base is not None and term is not base:
                return None
            base = term
            union += ranges if positive else complement(ranges, term.sort.width or 1)
        return None if base is None else (base, normal(union))

    def _atom(self, state: RangeState, atom: Term, *, holds: bool) -> list[RangeState]:
        base, ranges = self._literal(atom)
        if base.op is not Op.VARIABLE:
            simpler = self._with_constants(state, atom)
            if simpler is not atom:
                return self.assume(state, simpler, holds=holds)
            split = _condition_inside(atom)
            if split is not None:
                return self._merged(
                    state,
                    [
                        each
                        for value in (True, False)
                        for case in self.assume(state, split, holds=value)
                        for each in self.assume(case, substitute(atom, {split: bool_constant(value)}), holds=holds)
                    ],
                )
            if atom.op is Op.EQ and holds and self._differ(atom):
                return []
            if not self._may_hold(state, atom, holds=holds):
                return []
        return self._narrowed(state, base, ranges if holds else complement(ranges, base.sort.width or 1))

    def _may_hold(self, state: RangeState, atom: Term, *, holds: bool) -> bool:
        """Return whether the ranges of both sides of a comparison allow it."""
        if atom.op not in _COMPARISONS:
            return True
        left, right = (self.image(state, each) for each in atom.args)
        if atom.op is Op.EQ:
            return bool(intersection(left, right)) if holds else not (single(left) is not None and left == right)
        if atom.op is Op.BVULT:
            return left[0][0] < right[-1][1] if holds else left[-1][1] >= right[0][0]
        return True

    def _differ(self, atom: Term) -> bool:
        left, right = atom.args
        return left in self._addresses and right in self._addresses and left is not right

    def _with_constants(self, state: RangeState, term: Term) -> Term:
        """Return ``term`` with the values of variables that have only one."""
        constants = {}
        for each in self.variables(term):
            value = single(state.get(each, NONE))
            if value is not None:
                constants[each] = bv(value, each.sort.width) if each.sort.width else bool_constant(bool(value))
        return substitute(term, constants) if constants else term

    def _narrowed(self, state: RangeState, base: Term, ranges: ValueRanges) -> list[RangeState]:
        before = self.known(state, base)
        after = intersection(before, ranges)
        if not after:
            return []
        if after == before:
            return [state]
        return [{**state, base: capped(after)}]

    def _merged(self, before: RangeState, states: list[RangeState]) -> list[RangeState]:
        """Return ``states``, or the state ``before`` that contains them where they are too many."""
        if len(states) <= 1:
            return states
        unique: list[RangeState] = []
        for each in states:
            if each not in unique:
                unique.append(each)
        return [before] if len(unique) > LIMITS.track_cases else unique

    # ---- literals

    def _literal(self, atom: Term) -> tuple[Term, ValueRanges]:
        """Return a term and the values with which it makes ``atom`` true."""
        found = self._atoms.get(atom)
        if found is None:
            found = self._atoms[atom] = _solved(atom)
        return found

    # ---- values

    def values(self, state: RangeState, term: Term) -> list[tuple[RangeState, ValueRanges]]:
        """Return states that together contain ``state``, each with the values of ``term`` in it."""
        if term.op is Op.CONSTANT:
            return [(state, exactly(int(term.payload)))]
        if term.op is Op.VARIABLE:
            return [(state, self.known(state, term))]
        if term.sort is BOOL:
            return [
                *((each, TRUE_ONLY) for each in self.assume(state, term)),
                *((each, FALSE_ONLY) for each in self.assume(state, term, holds=False)),
            ]
        term = self._with_constants(state, term)
        split = _condition_inside(term) if term.args else None
        if split is None:
            return [(state, self.image(state, term))]
        found = [
            result
            for value in (True, False)
            for case in self.assume(state, split, holds=value)
            for result in self.values(case, substitute(term, {split: bool_constant(value)}))
        ]
        if len(found) > LIMITS.track_cases:
            return [(state, capped(normal([each for _, ranges in found for each in ranges])))]
        return found

    def image(self, state: RangeState, term: Term) -> ValueRanges:
        """Return values that include those of the bit-vector ``term`` in ``state``."""
        op, width = term.op, term.sort.width
        if op is Op.CONSTANT:
            return exactly(int(term.payload))
        known = self.known(state, term)
        if op is Op.VARIABLE or not width:
            return known
        return intersection(known, capped(self._image_of_arguments(state, term))) or known

    def _image_of_arguments(self, state: RangeState, term: Term) -> ValueRanges:
        op, width, args = term.op, term.sort.width, term.args
        if op is Op.ZERO_EXTEND:
            return self.image(state, args[0])
        if op is Op.SIGN_EXTEND:
            return sign_extended(self.image(state, args[0]), args[0].sort.width, width)
        if op is Op.BVADD and len(args) == 2:
            left, right = (self.image(state, each) for each in args)
            return modulo(((a + c, b + d) for a, b in left for c, d in right), width)
        if op is Op.BVSUB:
            left, right = (self.image(state, each) for each in args)
            return modulo(((a - d, b - c) for a, b in left for c, d in right), width)
        if op is Op.BVNEG:
            return modulo(((-b, -a) for a, b in self.image(state, args[0])), width)
        if op is Op.EXTRACT:
            high, low = term.payload
            return modulo(((a >> low, b >> low) for a, b in self.image(state, args[0])), high - low + 1)
        return self._enumerated(state, term) or every(width)

    def _enumerated(self, state: RangeState, term: Term) -> ValueRanges:
        """Return the values of a term of one variable that has few."""
        mentioned = self.variables(term)
        if len(mentioned) != 1:
            return NONE
        (only,) = mentioned
        ranges = state.get(only)
        if (
            ranges is None
            or sum(high - low + 1 for low, high in ranges) > LIMITS.track_enumerated
            or not only.sort.width
        ):
            return NONE
        return normal((value, value) for value in _values_of(term, only, ranges))


def _values_of(term: Term, only: Term, ranges: ValueRanges) -> Iterator[int]:
    for low, high in ranges:
        for number in range(low, high + 1):
            value: int = evaluate(term, {only: number})  # type: ignore[assignment]  # a bit-vector's
            yield value


def _solved(atom: Term) -> tuple[Term, ValueRanges]:
    """Return the term and the ranges that ``atom`` states; ``atom`` itself if it states no range."""
    if atom.op in _COMPARISONS and atom.args[0].sort.width:
        left, right = atom.args
        width = left.sort.width
        if left.op is Op.CONSTANT or right.op is Op.CONSTANT:
            constant, other = (left, right) if left.op is Op.CONSTANT else (right, left)
            value: int = constant.payload
            ranges: ValueRanges
            if atom.op is Op.EQ:
                ranges = exactly(value)
            elif atom.op is Op.BVULT:
                below = right is constant
                ranges = ((0, value - 1),) if below and value else NONE if below else complement(((0, value),), width)
            elif right is constant:
                ranges = below_signed(value, width)
            else:
                ranges = complement(normal([*below_signed(value, width), (value, value)]), width)
            return _inverted(other, ranges)
    return atom, TRUE_ONLY


def _inverted(term: Term, ranges: ValueRanges) -> tuple[Term, ValueRanges]:
    """Return an inner term of ``term`` and the values with which ``term`` is in ``ranges``."""
    while True:
        op, width, args = term.op, term.sort.width, term.args
        if op is Op.ZERO_EXTEND:
            term = args[0]
            ranges = intersection(ranges, every(term.sort.width))
        elif op is Op.SIGN_EXTEND:
            term = args[0]
            ranges = before_sign_extension(ranges, term.sort.width, width)
        elif op is Op.BVADD and len(args) == 2 and Op.CONSTANT in (args[0].op, args[1].op):
            constant, term = args if args[0].op is Op.CONSTANT else reversed(args)
            ranges = modulo(((a - constant.payload, b - constant.payload) for a, b in ranges), width)
        elif op is Op.BVNEG:
            term = args[0]
            ranges = modulo(((-b, -a) for a, b in ranges), width)
        else:
            return term, ranges


def _condition_inside(term: Term) -> Term | None:
    """Return the condition of an if-then-else inside a term that is no condition, if there is one."""
    pending = list(term.args)
    while pending:
        each = pending.pop()
        if each.op is Op.ITE:
            return each.args[0]
        if each.sort is not BOOL:
            pending.extend(each.args)
    return term.args[0] if term.op is Op.ITE else None
