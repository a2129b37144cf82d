"""Constrained Horn clauses: what relations have to satisfy. Nothing but logic.

A clause says, for all values of its variables,

    R_1(t_1) & ... & R_n(t_n) & constraint  =>  R(t)        or  => false  where it has no head.

Relations, that is formulas R(x) for their parameters x, are a solution iff they satisfy all clauses. There is one iff false cannot be derived: a derivation is a tree
of clauses, with values for the variables of each, whose constraints hold and in which what one clause needs is the head of another. A clause is linear if n <= 1; systems of
linear clauses are control systems, and the others are what calls with summaries make.
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
        """What the clause is about for all values."""
        applications = self.body if self.head is None else (*self.body, self.head)
        return variables_of(self.constraint, *(term for each in applications for term in each.arguments))


@dataclass(frozen=True, slots=True)
class HornSystem:
    """Relations, each with symbols for its parameters, and what they have to satisfy."""

    relations: Mapping[str, tuple[Term, ...]]
    clauses: tuple[Clause, ...]

    @property
    def is_linear(self) -> bool:
        """Whether no clause needs two relations at once."""
        return all(len(clause.body) <= 1 for clause in self.clauses)
