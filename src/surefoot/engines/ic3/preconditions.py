"""Weakest preconditions along edges: a formula about the state after a step as one about the state before, and the inputs."""

from typing import Protocol

from surefoot.logic import Term, with_split_comparisons, with_split_reads
from surefoot.systems.control.system import ControlSystem, Edge


class Preconditions(Protocol):
    """What the search asks about edges; both answers are over the parameters, state variables and inputs of the edge's source."""

    def guard(self, edge: Edge) -> Term:
        """When ``edge`` can be taken."""
        ...

    def of(self, edge: Edge, formula: Term) -> Term:
        """What ``formula``, about the state after ``edge``, says about the state before it."""
        ...


class WeakestPreconditions:
    """Substitution of updates. Remembers what was asked: literals are asked about again and again."""

    def __init__(self, system: ControlSystem) -> None:
        self._after: dict[int, dict[Term, Term]] = {id(edge): {} for edge in system.edges}
        self._split: dict[Term, Term] = {}
        self._reads: dict[tuple[Term, Term], Term] = {}
        self._compared: dict[Term, Term] = {}

    def guard(self, edge: Edge) -> Term:
        """When ``edge`` can be taken."""
        return self._in_cases(edge.guard)

    def of(self, edge: Edge, formula: Term) -> Term:
        """What ``formula``, about the state after ``edge``, says about the state before it."""
        return self._in_cases(edge.after(formula, self._after[id(edge)]))

    def _in_cases(self, formula: Term) -> Term:
        return with_split_comparisons(with_split_reads(formula, self._split, self._reads), self._compared)
