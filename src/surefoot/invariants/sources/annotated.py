"""Loop invariants that the program's author wrote down, as formulas about states at loop heads.

A check fails in a run that passed all checks before it. So what a run that fails says of itself is what holds if they hold, and that this check does not;
as an invariant, each check is wanted by itself.
"""

from surefoot.invariants.source import Candidates, GenerationContext
from surefoot.logic import TRUE, Term, and_, conjuncts_of, disjuncts_of, not_, variables_of
from surefoot.program.check_sites import LOOP_INVARIANT
from surefoot.systems.control.system import ControlSystem, Error


def annotated_candidates(context: GenerationContext) -> Candidates:
    """Return the loop invariants that the program is annotated with."""
    system = context.system
    return Candidates({name: tuple(stated_invariants(system, name)) for name in system.names})


def stated_invariants(system: ControlSystem, name: str) -> list[Term]:
    """What the program's author says to hold at the loop head ``name``, and that it has a value there, as far as it is about the state."""
    known = frozenset((*system.location(name).symbols, *system.parameters))
    failures = [(edge.guard, edge.target) for edge in system.edges_from(name) if isinstance(edge.target, Error)]
    stated = [number for number, (_, error) in enumerate(failures) if error.text.startswith(LOOP_INVARIANT)]
    passed = _Passed()
    checked = [passed.add(guard) for guard, _ in failures[: stated[-1] + 1]] if stated else []
    return [each for each in checked if each is not TRUE and known.issuperset(variables_of(each))]


class _Passed:
    """Clauses that hold after the checks so far, by one of their literals."""

    def __init__(self) -> None:
        self._clauses: dict[Term, list[frozenset[Term]]] = {}

    def add(self, failure: Term) -> Term:
        """What has to hold, beside what is known to, so that ``failure`` does not; it is known from now on.

        Ensures  with what was known before: the result holds iff ``failure`` does not
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
        """Whether some clause that is known has no literals but those of ``clause``."""
        literals = frozenset(disjuncts_of(clause))
        return any(known <= literals for each in literals for known in self._clauses.get(each, ()))
