"""Constrained Horn clauses.

A clause states, for all values of its variables,

    R_1(t_1) & ... & R_n(t_n) & constraint  =>  R(t)        or  => false  where it has no head.

Formulas R(x) for the relations are a solution iff they satisfy all clauses. A solution exists
iff false cannot be derived. A derivation is a tree of clause instances whose constraints hold
and whose body applications are the heads of its children. A clause is linear if n <= 1. Systems
of linear clauses are control systems; procedure summaries need non-linear ones.
"""

from collections.abc import Mapping

from surefoot.base.records import dataclass
from surefoot.logic.terms import Term
from surefoot.logic.walk import variables_of


@dataclass(frozen=True, slots=True)
class Application:
    """A relation with arguments."""

    relation: str
    arguments: tuple[Term, ...]


@dataclass(frozen=True, slots=True)
class Clause:
    """See the module."""

    body: tuple[Application, ...]
    constraint: Term
    head: Application | None

    @property
    def variables(self) -> tuple[Term, ...]:
        """Universally quantified variables of the clause."""
        applications = self.body if self.head is None else (*self.body, self.head)
        return variables_of(self.constraint, *(term for each in applications for term in each.arguments))


@dataclass(frozen=True, slots=True)
class HornSystem:
    """Relations, each with symbols for its parameters, and what they have to satisfy."""

    relations: Mapping[str, tuple[Term, ...]]
    clauses: tuple[Clause, ...]

    @property
    def is_linear(self) -> bool:
        """True if every clause has at most one relation in its body."""
        return all(len(clause.body) <= 1 for clause in self.clauses)
