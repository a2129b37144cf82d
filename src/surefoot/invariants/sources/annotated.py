"""User-supplied loop invariants, as formulas over states at loop heads.

A check is reached only by runs that passed all checks before it, so the guard of its failure
contains those checks. Each candidate is one check without the conditions that earlier ones imply.
"""

from collections.abc import Iterable

from surefoot.invariants.source import Candidates, GenerationContext
from surefoot.logic import TRUE, Term, and_, conjuncts_of, disjuncts_of, not_, variables_of
from surefoot.program.check_sites import LOOP_INVARIANT, LOOP_VARIANT
from surefoot.systems.control.system import ControlSystem, Error


def annotated_candidates(context: GenerationContext) -> Candidates:
    """Return the loop invariants that the program is annotated with."""
    system = context.system
    return Candidates({name: tuple(annotated_invariants(system, name)) for name in system.names})


def annotated_invariants(system: ControlSystem, name: str) -> list[Term]:
    """Return the loop invariants annotated at the loop head `name`, that they are defined there, and
    that variants decrease, if they are over the state.
    """
    known = frozenset((*system.location(name).symbols, *system.parameters))
    failures = [(edge.guard, edge.target) for edge in system.edges_from(name) if isinstance(edge.target, Error)]
    annotated = [
        number for number, (_, error) in enumerate(failures) if error.text.startswith((LOOP_INVARIANT, LOOP_VARIANT))
    ]
    passed = _Passed(_entry_facts(system, name))
    checked = [passed.add(guard) for guard, _ in failures[: annotated[-1] + 1]] if annotated else []
    return [each for each in checked if each is not TRUE and known.issuperset(variables_of(each))]


def _entry_facts(system: ControlSystem, name: str) -> frozenset[Term]:
    """Return the facts about parameters that every failure at `name` rests on."""
    parameters = frozenset(system.parameters)
    failures = [edge.guard for edge in system.edges_from(name) if isinstance(edge.target, Error)]
    ways = [frozenset(conjuncts_of(way)) for failure in failures for way in disjuncts_of(failure)]
    common = frozenset.intersection(*ways) if ways else frozenset()
    return frozenset(each for each in common if parameters.issuperset(variables_of(each)))


class _Passed:
    """Clauses that hold after the checks so far, indexed by one of their literals; initially
    `facts`.
    """

    def __init__(self, facts: Iterable[Term]) -> None:
        self._clauses: dict[Term, list[frozenset[Term]]] = {}
        for each in facts:
            self._clauses.setdefault(disjuncts_of(each)[0], []).append(frozenset(disjuncts_of(each)))

    def add(self, failure: Term) -> Term:
        """Return what must hold, beside the known clauses, so that `failure` does not; its clauses
        are known from now on.

                Ensures: under the clauses that were known before, the result holds iff `failure`
                does not.
        """
        found: list[Term] = []
        for way in sorted(disjuncts_of(failure), key=lambda each: len(conjuncts_of(each))):
            held = not_(and_(*(each for each in conjuncts_of(way) if not self._follows(each))))
            for clause in conjuncts_of(held):
                if clause is not TRUE and not self._follows(clause):
                    literals = frozenset(disjuncts_of(clause))
                    self._clauses.setdefault(disjuncts_of(clause)[0], []).append(literals)
                    found.append(clause)
        return and_(*found)

    def _follows(self, clause: Term) -> bool:
        """Return whether a known clause is a subset of `clause`."""
        literals = frozenset(disjuncts_of(clause))
        return any(known <= literals for each in literals for known in self._clauses.get(each, ()))
