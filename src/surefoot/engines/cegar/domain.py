"""The domain of obligations: cubes that say which values symbols have, as few of them as it takes."""

from collections.abc import Iterable

from surefoot.engines.cegar.literals import assignment
from surefoot.engines.cegar.predicates import Lattice
from surefoot.engines.ic3.domain import Lifted
from surefoot.engines.ic3.justified import JustifiedDomain
from surefoot.logic import ArraySort, Evaluator, Term, UninterpretedSort, constant, variables_of
from surefoot.systems.control.system import ControlSystem

MOST_WEAKER = 100
"""How many weaker literals to try in the place of one."""


class AssignmentDomain:
    """Literals are assignments; where a formula reads arrays, they are the comparisons that decide it."""

    def __init__(self, system: ControlSystem) -> None:
        self._symbols = {each.name: frozenset((*system.parameters, *each.symbols)) for each in system.locations}
        self._justified = JustifiedDomain(system)

    def lifted(self, name: str, formula: Term, state: Evaluator) -> Lifted:
        """Why ``formula`` is true in ``state``; see `Domain`."""
        own = self._symbols[name]
        symbols = [each for each in variables_of(formula) if each in own]
        if any(isinstance(each.sort, ArraySort | UninterpretedSort) for each in symbols):
            return self._justified.lifted(name, formula, state)
        return Lifted(tuple(assignment(each, constant(state.value(each), each.sort)) for each in symbols))

    def weaker(self, literal: Term) -> Iterable[Term]:
        """None: it is cubes of predicates that are generalised."""
        del literal
        return ()


class PredicateDomain:
    """The domain of clauses: their literals are predicates, and weaker ones are found in the lattice, if there is one."""

    def __init__(self, concrete: AssignmentDomain, lattice: Lattice | None) -> None:
        self._concrete = concrete
        self._lattice = lattice

    def lifted(self, name: str, formula: Term, state: Evaluator) -> Lifted:
        """States are lifted before they are abstracted; see `AssignmentDomain`."""
        return self._concrete.lifted(name, formula, state)

    def weaker(self, literal: Term) -> Iterable[Term]:
        """Predicates, or negations, that ``literal`` implies."""
        return () if self._lattice is None else self._lattice.weaker(literal)[:MOST_WEAKER]
