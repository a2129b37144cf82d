"""Transition systems whose steps are a relation between states, inputs and next states."""

from collections.abc import Mapping

from surefoot.base.records import dataclass
from surefoot.base.text import FreshNames
from surefoot.logic import TRUE, Term, not_, variables_of
from surefoot.systems.transitions.definitions import solve
from surefoot.systems.transitions.transition_system import TransitionSystem


@dataclass(frozen=True, slots=True)
class RelationalSystem:
    """States with their next-state variables, inputs, rigid constants, and formulas over them.

    A run is a sequence of states and inputs such that ``initial`` holds of the first state and
    ``relation`` of each state, its input and the next state. It violates a property iff the property
    is false of its last state and input.
    """

    following: Mapping[Term, Term]
    inputs: tuple[Term, ...]
    constants: tuple[Term, ...]
    initial: Term
    relation: Term
    properties: Mapping[str, Term]

    def functional(self) -> tuple[TransitionSystem, dict[Term, Term]]:
        """Return a system with next-state functions, and temporaries: inputs that the relation
        defines, as terms over the states and inputs of that system.

        Ensures: a property is violated by a run of this system iff its negation is a reachable bad
            state of the result.
        """
        names = FreshNames(
            str(each.payload) for each in (*self.following, *self.following.values(), *self.inputs, *self.constants)
        )
        read = {*variables_of(*self.properties.values())}
        temporaries = [each for each in self.inputs if each not in read]
        solved = solve(self.relation, tuple(self.following.values()), temporaries, names.like)
        functions = {state: solved.definitions.get(after, after) for state, after in self.following.items()}
        defined = {each: solved.definitions[each] for each in temporaries if each in solved.definitions}
        used = {*variables_of(solved.rest, *functions.values(), *defined.values())}
        system = TransitionSystem(
            states=(*self.following, *self.constants),
            inputs=(
                *(each for each in self.inputs if each not in defined),
                *(each for each in (*self.following.values(), *solved.added) if each in used),
            ),
            initial=self.initial,
            next=functions | {each: each for each in self.constants},
            constraint=TRUE,
            bad={name: not_(formula) for name, formula in self.properties.items()},
            enabled=solved.rest,
        )
        return system, defined
