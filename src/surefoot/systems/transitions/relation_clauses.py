"""Relations between states and next states as guarded clauses ``guards => body``.

Implications, conditionals and conjunctions are split at the equations of target variables. A
disjunction of equations is split into its cases. Cases are selected by their own conditions if no two
of them can hold, and else by an input ``choice``:

    D0 or D1   <=>   exists choice. (choice = 0 => D0) and (choice != 0 => D1)
"""

from collections.abc import Callable, Iterator, Sequence
from collections.abc import Set as AbstractSet

from surefoot.base.records import dataclass, field
from surefoot.logic import (
    BOOL,
    FALSE,
    TRUE,
    Op,
    Term,
    and_,
    bit_vector,
    bv,
    bvsub,
    eq,
    fold,
    not_,
    or_,
    variable,
    variables_of,
)
from surefoot.systems.limits import LIMITS

_NOTHING, _LITERAL, _EQUATION = range(3)
"""Ranks of formulas: without a definition of a next state, with one by its truth value only, with an
equation."""


@dataclass(frozen=True, slots=True)
class GuardedClause:
    """The implication from the conjunction of ``guards`` to ``body``."""

    guards: tuple[Term, ...]
    body: Term

    @property
    def guard(self) -> Term:
        """The conjunction of the guards."""
        return and_(*self.guards)

    @property
    def formula(self) -> Term:
        """The clause as a formula."""
        return or_(*(not_(each) for each in self.guards), self.body)


@dataclass(slots=True)
class Splitter:
    """Splitter of relations at the equations of ``targets``; ``name`` makes fresh names.

    ``following`` are the next-state variables, and targets as well. ``choices`` are the inputs that
    were added.
    """

    targets: AbstractSet[Term]
    following: AbstractSet[Term]
    name: Callable[[str], str]
    choices: list[Term] = field(default_factory=list)
    _ranks: dict[Term, int] = field(default_factory=dict)

    def clauses(self, relation: Term) -> list[GuardedClause]:
        """Return clauses whose conjunction is ``relation`` for some value of the new choices.

        A part beyond the limit of clauses stays as it is.
        """
        found: list[GuardedClause] = []
        stack = [GuardedClause((), relation)]
        while stack:
            clause = stack.pop()
            parts = self._split(clause) if len(found) + len(stack) < LIMITS.relation_clauses else None
            if parts is None:
                found.append(clause)
            else:
                stack.extend(reversed(parts))
        return found

    def _split(self, clause: GuardedClause) -> list[GuardedClause] | None:
        """Return clauses whose conjunction is ``clause``; ``None`` if it is not split."""
        guards, body = clause.guards, _with_negation_inside(clause.body)
        if body.op is Op.AND:
            return [GuardedClause(guards, part) for part in body.args]
        if self._rank(body) != _EQUATION:
            return self._with_one_literal(guards, body) if body.op is Op.OR else None
        if body.op is Op.ITE:
            condition, positive, negative = body.args
            return [GuardedClause((*guards, condition), positive), GuardedClause((*guards, not_(condition)), negative)]
        if body.op is Op.OR:
            cases = [part for part in body.args if self._rank(part) == _EQUATION]
            others = (not_(part) for part in body.args if self._rank(part) != _EQUATION)
            return self._cases((*guards, *others), cases)
        return None

    def _with_one_literal(self, guards: tuple[Term, ...], body: Term) -> list[GuardedClause] | None:
        """Return the disjunction ``body`` as an implication if it has one truth value to define."""
        literals = [part for part in body.args if any(each in self.targets for each, _ in solutions(part))]
        others = [not_(part) for part in body.args if part not in literals]
        return [GuardedClause((*guards, *others), literals[0])] if len(literals) == 1 else None

    def _cases(self, guards: tuple[Term, ...], cases: list[Term]) -> list[GuardedClause]:
        """Return clauses whose conjunction is ``guards => or(cases)``."""
        if len(cases) == 1:
            return [GuardedClause(guards, cases[0])]
        own = [[part for part in _parts(case) if self.following.isdisjoint(variables_of(part))] for case in cases]
        if all(excludes(first, second) for place, first in enumerate(own) for second in own[place + 1 :]):
            split = [GuardedClause((*guards, *condition), case) for condition, case in zip(own, cases, strict=True)]
            return [*split, GuardedClause(guards, or_(*(and_(*condition) for condition in own)))]
        choice = variable(self.name("choice"), bit_vector((len(cases) - 1).bit_length()))
        self.choices.append(choice)
        numbers = [eq(choice, bv(number, choice.sort.width)) for number in range(len(cases) - 1)]
        selectors = [(each,) for each in numbers] + [tuple(not_(each) for each in numbers)]
        return [GuardedClause((*guards, *selector), case) for selector, case in zip(selectors, cases, strict=True)]

    def _rank(self, formula: Term) -> int:
        return fold(formula, self._ranked, self._ranks)

    def _ranked(self, term: Term, ranks: list[int]) -> int:
        if term in self.targets:
            return _LITERAL
        inner = term.args[0] if term.op is Op.NOT else term
        match inner.op:
            case Op.EQ if any(each in self.targets for each, _ in solutions(term)):
                return _EQUATION
            case Op.AND if inner is term:
                return _EQUATION if ranks.count(_LITERAL) > 1 else max(ranks)
            case Op.OR if inner is term:
                return max(ranks)
            case Op.ITE if inner is term and term.sort is BOOL:
                return max(ranks[1:]) or min(max(ranks), _LITERAL)
            case Op.OR:
                denied = [each.args[0] for each in inner.args if each.op is Op.NOT]
                return max((self._ranks[each] for each in denied), default=ranks[0] and _LITERAL)
            case _:
                return _LITERAL if any(ranks) else _NOTHING


def solutions(part: Term) -> Iterator[tuple[Term, Term]]:
    """Yield the pairs of a variable and a value that ``part`` equates; sums with a constant are
    solved.
    """
    if part.op is Op.VARIABLE:
        yield part, TRUE
    elif part.op is Op.NOT and (part.args[0].op is Op.VARIABLE or _is_equivalence(part.args[0])):
        for found, value in solutions(part.args[0]):
            yield found, FALSE if value is TRUE else not_(value)
    elif part.op is Op.EQ:
        for side, value in (part.args, part.args[::-1]):
            if side.op is Op.VARIABLE:
                yield side, value
            elif side.op is Op.BVADD and side.args[0].op is Op.VARIABLE and side.args[1].op is Op.CONSTANT:
                yield side.args[0], bvsub(value, side.args[1])


def excludes(first: Sequence[Term], second: Sequence[Term]) -> bool:
    """Return whether two conjunctions contradict each other syntactically: they have a formula and
    its negation, or equate a term with two constants.
    """
    if not {not_(each) for each in first}.isdisjoint(second):
        return True
    values = dict(_valued(first))
    return any(values.get(term, value) is not value for term, value in _valued(second))


def _valued(formulas: Sequence[Term]) -> Iterator[tuple[Term, Term]]:
    """Yield the terms that ``formulas`` equate with constants."""
    for formula in formulas:
        if formula.op is Op.EQ:
            for term, value in (formula.args, formula.args[::-1]):
                if value.op is Op.CONSTANT:
                    yield term, value


def _is_equivalence(formula: Term) -> bool:
    return formula.op is Op.EQ and formula.args[0].sort is BOOL


def _with_negation_inside(formula: Term) -> Term:
    """Return ``formula`` with a negation of a conjunction, disjunction or conditional pushed in."""
    if formula.op is not Op.NOT:
        return formula
    inner = formula.args[0]
    match inner.op:
        case Op.AND:
            return or_(*(not_(each) for each in inner.args))
        case Op.OR:
            return and_(*(not_(each) for each in inner.args))
        case _:
            return formula


def _parts(formula: Term) -> Sequence[Term]:
    found = _with_negation_inside(formula)
    return found.args if found.op is Op.AND else (found,)
