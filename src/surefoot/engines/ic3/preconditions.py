"""Weakest preconditions along edges."""

from typing import Protocol

from surefoot.logic import Term, with_split_comparisons, with_split_reads
from surefoot.systems.control.system import ControlSystem, Edge


class Preconditions(Protocol):
    """Preconditions over the parameters, state variables and inputs of an edge's source."""

    def guard(self, edge: Edge) -> Term:
        """Return the guard of ``edge``."""
        ...

    def of(self, edge: Edge, formula: Term) -> Term:
        """Return the weakest precondition of ``formula`` along ``edge``."""
        ...


class WeakestPreconditions:
    """Weakest preconditions by substitution, memoised."""

    def __init__(self, system: ControlSystem) -> None:
        self._after: dict[int, dict[Term, Term]] = {id(edge): {} for edge in system.edges}
        self._split: dict[Term, Term] = {}
        self._reads: dict[tuple[Term, Term], Term] = {}
        self._compared: dict[Term, Term] = {}

    def guard(self, edge: Edge) -> Term:
        """Return the guard of ``edge``."""
        return self._in_cases(edge.guard)

    def of(self, edge: Edge, formula: Term) -> Term:
        """Return the weakest precondition of ``formula`` along ``edge``."""
        return self._in_cases(edge.after(formula, self._after[id(edge)]))

    def _in_cases(self, formula: Term) -> Term:
        return with_split_comparisons(with_split_reads(formula, self._split, self._reads), self._compared)
