"""Domains of IC3-CEGAR: obligations are partial assignments, clauses are over predicates."""

from collections.abc import Iterable

from surefoot.engines.cegar.literals import assignment
from surefoot.engines.cegar.predicates import Lattice
from surefoot.engines.ic3.domain import JustifiedDomain, Lifted
from surefoot.engines.limits import LIMITS
from surefoot.logic import ArraySort, Evaluator, Term, UninterpretedSort, constant, variables_of
from surefoot.systems.control.system import ControlSystem


class AssignmentDomain:
    """Domain whose literals are assignments, or the deciding comparisons if a formula reads arrays."""

    def __init__(self, system: ControlSystem) -> None:
        self._symbols = {each.name: frozenset((*system.parameters, *each.symbols)) for each in system.locations}
        self._justified = JustifiedDomain(system)

    def lifted(self, name: str, formula: Term, state: Evaluator) -> Lifted:
        """Return literals that explain ``formula`` in ``state``; see `Domain`."""
        own = self._symbols[name]
        symbols = [each for each in variables_of(formula) if each in own]
        if any(isinstance(each.sort, ArraySort | UninterpretedSort) for each in symbols):
            return self._justified.lifted(name, formula, state)
        return Lifted(tuple(assignment(each, constant(state.value(each), each.sort)) for each in symbols))

    def weaker(self, literal: Term) -> Iterable[Term]:
        """Return nothing: cubes of predicates are generalised instead."""
        del literal
        return ()


class PredicateDomain:
    """Domain of clauses: literals are predicates; weaker ones come from the lattice, if there is
    one.
    """

    def __init__(self, concrete: AssignmentDomain, lattice: Lattice | None) -> None:
        self._concrete = concrete
        self._lattice = lattice

    def lifted(self, name: str, formula: Term, state: Evaluator) -> Lifted:
        """Return the lifted state, which is abstracted afterwards; see `AssignmentDomain`."""
        return self._concrete.lifted(name, formula, state)

    def weaker(self, literal: Term) -> Iterable[Term]:
        """Return predicates, or their negations, that ``literal`` implies."""
        return () if self._lattice is None else self._lattice.weaker(literal)[: LIMITS.weaker_literals]
