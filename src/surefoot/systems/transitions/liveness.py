"""Justice properties of transition systems as bad states (liveness to safety: Biere, Artho,
Schuppan, FMICS 2002).

A justice property has formulas J1, ..., Jn over states and inputs. An endless run violates it if
each of them, and each fairness formula of the system, holds again and again. In a finite system,
there is such a run iff there is one that comes back to a state and has all of them in between. New
states save one state of the run and note which formulas held since; the saved state is bad once it
recurs and all of them held.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from surefoot.base.records import replace
from surefoot.base.text import FreshNames
from surefoot.logic import BOOL, BitVecSort, Term, and_, bv, eq, ite, not_, or_, variable
from surefoot.systems.transitions.transition_system import TransitionSystem


def with_justice(
    system: TransitionSystem, justice: Mapping[str, Sequence[Term]], fairness: Sequence[Term]
) -> TransitionSystem:
    """Return ``system`` with a bad-state formula for each property of ``justice``, by name.

    A state without a next-state function may have any value after a step, so it need not recur.

    Requires: the sorts of states are finite, and every pair of the system is enabled.
    """
    if not justice:
        return system
    names = FreshNames(str(each.payload) for each in (*system.states, *system.inputs))
    begins = variable(names.like("loop begins"), BOOL)
    inside = variable(names.like("in the loop"), BOOL)
    saved = {state: variable(names.like(f"{state.payload} at loop start"), state.sort) for state in system.next}
    now_inside = or_(inside, begins)
    following: dict[Term, Term] = {inside: now_inside}
    for state, copy in saved.items():
        following[copy] = ite(and_(begins, not_(inside)), state, copy)
    held: dict[Term, Term] = {}
    for formula in dict.fromkeys(each for own in (*justice.values(), fairness) for each in own):
        held[formula] = variable(names.like(f"fair event {len(held)} in the loop"), BOOL)
        following[held[formula]] = or_(held[formula], and_(now_inside, formula))
    recurs = and_(inside, *(eq(state, copy) for state, copy in saved.items()))
    bad = {
        name: and_(recurs, *(held[each] for each in dict.fromkeys((*own, *fairness)))) for name, own in justice.items()
    }
    return replace(
        system,
        states=(*system.states, inside, *saved.values(), *held.values()),
        inputs=(*system.inputs, begins),
        initial=and_(system.initial, not_(inside), *(not_(each) for each in held.values()), *_unused(saved.values())),
        next={**system.next, **following},
        bad={**system.bad, **bad},
    )


def _unused(copies: Iterable[Term]) -> Iterator[Term]:
    """Yield initial values for ``copies``, which are not read before they are written."""
    for copy in copies:
        if copy.sort is BOOL:
            yield not_(copy)
        elif isinstance(copy.sort, BitVecSort):
            yield eq(copy, bv(0, copy.sort.width))
