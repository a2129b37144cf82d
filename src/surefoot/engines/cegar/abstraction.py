"""Predicate abstraction of obligations (after Lahiri, Nieuwenhuis, Oliveras, CAV 2006).

For a cube s at a location, and the predicates there that mention a symbol of s:

    cart(s)   =  all literals over the predicates that s implies
    parts(s)  =  cubes over all these predicates whose disjunction s implies: cart(s) with every
feasible combination of the undecided predicates

Requires: s has a state
"""

from collections.abc import Sequence

from surefoot.discharge.system_solver import SwitchedSolver
from surefoot.engines.cegar.predicates import Predicates, assigned
from surefoot.engines.ic3.domain import Cube
from surefoot.engines.ic3.lifting import Lifting
from surefoot.engines.searches import decided
from surefoot.logic import FALSE, TRUE, Evaluator, Term, and_, not_, substitute, variables_of
from surefoot.smt.contracts import Sat, Unsat
from surefoot.systems.control.system import ControlSystem


class PredicateAbstraction:
    """Abstraction of cubes by the current predicates; ``solver`` decides what values do not."""

    def __init__(self, system: ControlSystem, predicates: Predicates, solver: SwitchedSolver) -> None:
        self._system = system
        self._predicates = predicates
        self._solver = solver
        self._known: dict[tuple[str, Cube], tuple[int, Cube]] = {}
        """Cartesian abstraction of each cube, with the number of predicates at that time."""
        self.made = 0
        """Number of abstracted cubes."""

    def cartesian(self, name: str, cube: Cube) -> Cube:
        """Return cart(cube) of the module.

        If ``cube`` consists of assignments, literals that need a solver are omitted.
        """
        count = self._predicates.count(name)
        known = self._known.get((name, cube))
        if known is not None and known[0] == count:
            return known[1]
        self.made += 1
        values = dict(filter(None, map(assigned, cube)))
        are_all = len(values) == len(cube)
        found: list[Term] = []
        for predicate in self._predicates.about(name, frozenset(variables_of(*cube))):
            decided_value = substitute(predicate, values)
            if decided_value is TRUE:
                found.append(predicate)
            elif decided_value is FALSE:
                found.append(not_(predicate))
            elif not are_all:
                found += [each for each in (predicate, not_(predicate)) if self._is_implied(name, cube, each)]
        result = tuple(found)
        self._known[name, cube] = count, result
        return result

    def parts(self, name: str, cube: Cube) -> "PredicateCombinations | None":
        """Return the parts of ``cube``; `None` if cart(cube) is the only one."""
        certain = self.cartesian(name, cube)
        known = {*certain, *(not_(each) for each in certain)}
        about = self._predicates.about(name, frozenset(variables_of(*cube)))
        undecided = [each for each in about if each not in known]
        return PredicateCombinations(certain, undecided, self._inside(name, cube), self._solver) if undecided else None

    def _inside(self, name: str, cube: Cube) -> tuple[Term, ...]:
        domain = self._system.location(name).domain
        return cube if domain is TRUE else (domain, *cube)

    def _is_implied(self, name: str, cube: Cube, literal: Term) -> bool:
        if literal in cube:
            return True
        answer = self._solver.check([*self._inside(name, cube), not_(literal)], purpose="abstraction")
        return isinstance(answer, Unsat)


class PredicateCombinations:
    """Enumeration of the combinations of ``undecided`` predicates that occur in states ``inside`` a
    cube.
    """

    def __init__(
        self, certain: Cube, undecided: Sequence[Term], inside: Sequence[Term], solver: SwitchedSolver
    ) -> None:
        self._certain = certain
        self._undecided = undecided
        self._outside: list[Term] = list(inside)
        self._solver = solver

    def following(self) -> Cube | None:
        """Return a part with uncovered states; `None` if there are none."""
        answer = decided(self._solver.check(self._outside, purpose="abstraction"))
        if not isinstance(answer, Sat):
            return None
        state = Evaluator(answer.model.value, answer.model.apply)
        return (*self._certain, *(each if state.value(each) else not_(each) for each in self._undecided))

    def cover(self, cube: Cube) -> None:
        """Exclude the states in ``cube`` from the enumeration."""
        self._outside.append(not_(and_(*cube)))


class AbstractLifting:
    """Lifting of states to cubes of predicates, for generalisation."""

    def __init__(self, lifting: Lifting, abstraction: PredicateAbstraction) -> None:
        self._lifting = lifting
        self._abstraction = abstraction

    def cube(self, name: str, reached: Term, state: Evaluator) -> Cube:
        """Return the Cartesian abstraction of the lifted ``state``."""
        return self._abstraction.cartesian(name, self._lifting.cube(name, reached, state))
