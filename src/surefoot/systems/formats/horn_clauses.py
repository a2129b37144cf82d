"""Conversion of formulas over relations to Horn clauses.

A formula is valid iff its negation is unsatisfiable. The negation is written as a disjunction of
cases,

    R_1(t_1) & ... & R_n(t_n) & not S_1(s_1) & ... & not S_m(s_m) & constraint,

and each case is a clause with the body R_1, ..., R_n and the head S_1 if m = 1, or no head if m =
0. A case with m > 1 is no Horn clause.
"""

from collections.abc import Mapping, Sequence
from itertools import product

from surefoot.base.records import dataclass
from surefoot.logic import BOOL, FALSE, FunctionSymbol, Op, Term, and_, not_, postorder
from surefoot.logic.horn import Application, Clause
from surefoot.systems.limits import LIMITS

RelationNames = Mapping[FunctionSymbol | Term, str]


class NoHornClauses(Exception):
    """Raised if a formula is no Horn clause; the message is the reason."""


@dataclass(frozen=True, slots=True)
class _Case:
    """A conjunction: positive atoms, negated atoms, and a constraint without relations."""

    needed: tuple[Application, ...]
    denied: tuple[Application, ...]
    constraint: Term

    def and_also(self, other: "_Case") -> "_Case":
        """Return the conjunction of both."""
        return _Case(self.needed + other.needed, self.denied + other.denied, and_(self.constraint, other.constraint))


def clauses_of(formula: Term, relations: RelationNames) -> tuple[Clause, ...]:
    """Return clauses that are equivalent to ``formula``; raises `NoHornClauses`.

    ``relations`` has the names of function symbols, and of nullary relations as variables.
    """
    clauses: list[Clause] = []
    for case in _Cases(relations, formula).of(formula, negated=True):
        if len(case.denied) > 1:
            raise NoHornClauses("the formula implies that one of several relations holds: that is no Horn clause")
        clauses.append(Clause(case.needed, case.constraint, case.denied[0] if case.denied else None))
    return tuple(clauses)


class _Cases:
    """The cases of the parts of a formula."""

    def __init__(self, relations: RelationNames, formula: Term) -> None:
        self._relations = relations
        self._related: set[Term] = set()
        """The parts in which relations occur."""
        for term in postorder([formula]):
            if self._application(term) is not None or not self._related.isdisjoint(term.args):
                self._related.add(term)

    def of(self, term: Term, *, negated: bool) -> list[_Case]:
        """Return cases whose disjunction is ``term``, or its negation."""
        if term not in self._related:
            constraint = not_(term) if negated else term
            return [] if constraint is FALSE else [_Case((), (), constraint)]
        atom = self._application(term)
        if atom is not None:
            if not self._related.isdisjoint(term.args):
                raise NoHornClauses(f"an argument of {atom.relation} depends on a relation")
            return [_Case((), (atom,), and_()) if negated else _Case((atom,), (), and_())]
        match term.op, term.args:
            case Op.NOT, (inner,):
                return self.of(inner, negated=not negated)
            case (Op.AND | Op.OR) as op, parts:
                found = [self.of(part, negated=negated) for part in parts]
                return (
                    _joined(found) if (op is Op.AND) is not negated else _limited([e for each in found for e in each])
                )
            case Op.ITE, (condition, then, otherwise) if term.sort is BOOL:
                return _limited(
                    self._both((condition, False), (then, negated))
                    + self._both((condition, True), (otherwise, negated))
                )
            case Op.EQ, (left, right) if left.sort is BOOL:
                return _limited(
                    self._both((left, False), (right, negated)) + self._both((left, True), (right, not negated))
                )
            case _:
                raise NoHornClauses(f"a relation occurs below {term.op.value}, which is not supported")

    def _both(self, *parts: tuple[Term, bool]) -> list[_Case]:
        return _joined([self.of(part, negated=negated) for part, negated in parts])

    def _application(self, term: Term) -> Application | None:
        """Return the relation that ``term`` applies, if it has this form."""
        key = term.payload if term.op is Op.APPLY else term if term.op is Op.VARIABLE else None
        name = None if key is None else self._relations.get(key)
        return None if name is None else Application(name, term.args)


def _joined(parts: Sequence[list[_Case]]) -> list[_Case]:
    """Return the cases of a conjunction."""
    found = [_Case((), (), and_())]
    for part in parts:
        found = [left.and_also(right) for left, right in product(found, part)]
        found = _limited([case for case in found if case.constraint is not FALSE])
    return found


def _limited(cases: list[_Case]) -> list[_Case]:
    if len(cases) > LIMITS.horn_cases:
        raise NoHornClauses(f"the formula has more than {LIMITS.horn_cases} cases")
    return cases
