"""Predicate abstraction of obligations (after Lahiri, Nieuwenhuis, Oliveras, CAV 2006).

For a cube s at a location, and the predicates there that mention a symbol of s:

    cart(s)   =  all literals over the predicates that s implies
    parts(s)  =  cubes of literals over all of them, whose disjunction s implies: cart(s), and the predicates that s leaves open in every combination that it allows

Requires  s has a state
"""

from collections.abc import Sequence

from surefoot.discharge.system_solver import SwitchedSolver
from surefoot.engines.cegar.literals import assigned
from surefoot.engines.cegar.predicates import Predicates
from surefoot.engines.decisions import decided
from surefoot.engines.ic3.domain import Cube
from surefoot.engines.ic3.lifting import Lifting
from surefoot.logic import FALSE, TRUE, Evaluator, Term, and_, not_, substitute, variables_of
from surefoot.smt.contracts import Sat, Unsat
from surefoot.systems.control.system import ControlSystem


class PredicateAbstraction:
    """Abstracts cubes with the predicates that there are; ``solver`` is asked where values do not decide."""

    def __init__(self, system: ControlSystem, predicates: Predicates, solver: SwitchedSolver) -> None:
        self._system = system
        self._predicates = predicates
        self._solver = solver
        self._known: dict[tuple[str, Cube], tuple[int, Cube]] = {}
        """The Cartesian cube of each cube, and how many predicates there were when it was made."""
        self.made = 0
        """How many cubes were abstracted."""

    def cartesian(self, name: str, cube: Cube) -> Cube:
        """cart(cube) of the module; a literal that takes a solver to find is left out where ``cube`` consists of assignments."""
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
        """The parts of ``cube``, see the module; ``None`` if that is but cart(cube)."""
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
    """Enumerates the combinations of ``undecided`` predicates that states ``inside`` a cube have."""

    def __init__(
        self, certain: Cube, undecided: Sequence[Term], inside: Sequence[Term], solver: SwitchedSolver
    ) -> None:
        self._certain = certain
        self._undecided = undecided
        self._outside: list[Term] = list(inside)
        self._solver = solver

    def following(self) -> Cube | None:
        """A part with states that nothing covers; ``None`` if there are no such states."""
        answer = decided(self._solver.check(self._outside, purpose="abstraction"))
        if not isinstance(answer, Sat):
            return None
        state = Evaluator(answer.model.value, answer.model.apply)
        return (*self._certain, *(each if state.value(each) else not_(each) for each in self._undecided))

    def cover(self, cube: Cube) -> None:
        """Look no further for states in ``cube``."""
        self._outside.append(not_(and_(*cube)))


class AbstractLifting:
    """Lifts states to cubes of predicates: what generalisation works with."""

    def __init__(self, lifting: Lifting, abstraction: PredicateAbstraction) -> None:
        self._lifting = lifting
        self._abstraction = abstraction

    def cube(self, name: str, reached: Term, state: Evaluator) -> Cube:
        """The Cartesian cube of the cube that ``state`` is lifted to."""
        return self._abstraction.cartesian(name, self._lifting.cube(name, reached, state))
