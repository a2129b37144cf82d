"""Transition systems: states, inputs, and formulas for initial states, steps and bad states.

Over state variables X and inputs Y, a run is a sequence of assignments (x0, y0), (x1, y1), ... such
that

    initial(x0),  constraint(xi, yi) for every i,
    enabled(xi, yi) and x(i+1) = next(xi, yi) for every i but the last.

A state variable without a next-state function may have any value after a step. The system is safe
iff no run (x0, y0) ... (xn, yn) has bad(xn, yn) for one of its bad-state formulas. The constraint
also restricts the last pair: an assignment that violates it is part of no run. This is the meaning
of ``init``, ``next``, ``constraint`` and ``bad`` in BTOR2. A pair that is not enabled has no
successor and may be bad, as in relations between states.
"""

from collections.abc import Mapping

from surefoot.base.errors import invariant
from surefoot.base.records import dataclass, replace
from surefoot.base.text import FreshNames
from surefoot.logic import BOOL, FALSE, TRUE, Op, Term, and_, variable, variables_of
from surefoot.logic.transformations.cases import parts_of_conjunction

_REMEMBERED = "valid so far"


@dataclass(frozen=True, slots=True)
class TransitionSystem:
    """A symbolic transition system; see the module for its runs.

    Requires: sorts agree, names are unique, ``initial`` is over the states and every other formula
        over states and inputs.
    """

    states: tuple[Term, ...]
    inputs: tuple[Term, ...]
    initial: Term
    next: Mapping[Term, Term]
    constraint: Term
    bad: Mapping[str, Term]
    enabled: Term = TRUE

    def __post_init__(self) -> None:
        symbols = (*self.states, *self.inputs)
        invariant(all(symbol.op is Op.VARIABLE for symbol in symbols), "states and inputs are variables")
        names = [str(symbol.payload) for symbol in symbols]
        invariant(len(set(names)) == len(names), "states and inputs have names of their own")
        for formula in (self.initial, self.constraint, self.enabled, *self.bad.values()):
            invariant(formula.sort is BOOL, f"a formula of {formula.sort}")
        for state, value in self.next.items():
            invariant(state in self.states, f"{state} has a next-state function and is no state")
            invariant(state.sort is value.sort, f"{state} of {state.sort} becomes a value of {value.sort}")
        _check_closed("the initial states", self.states, self.initial)
        _check_closed("the system", symbols, *self.formulas[1:])

    @property
    def formulas(self) -> tuple[Term, ...]:
        """Yield all formulas and next-state functions, in the order of the fields."""
        return (self.initial, *self.next.values(), self.constraint, self.enabled, *self.bad.values())

    def initial_values(self) -> tuple[dict[Term, Term], Term]:
        """Return the states with a constant initial value, and the remainder of ``initial``.

        Ensures: initial <=> the conjunction of ``state = value`` for the first part, and the second
            part.
        """
        states = frozenset(self.states)
        fixed: dict[Term, Term] = {}
        rest: list[Term] = []
        for part in parts_of_conjunction(self.initial):
            found = _fixed(part)
            if found is not None and found[0] in states and found[0] not in fixed:
                fixed[found[0]] = found[1]
            else:
                rest.append(part)
        return fixed, and_(*rest)

    def always_enabled(self) -> "TransitionSystem":
        """Return a system with the same reachable bad states in which every pair is enabled.

        A part of ``enabled`` that every bad-state formula implies becomes part of the constraint.
        For other parts, a state records that they held in all steps so far, as a constraint.
        """
        parts = parts_of_conjunction(self.enabled)
        implied = [part for part in parts if all(_implies(bad, part) for bad in self.bad.values())]
        rest = and_(*(part for part in parts if part not in implied))
        constraint = and_(self.constraint, *implied)
        if rest is TRUE:
            return replace(self, constraint=constraint, enabled=TRUE)
        names = FreshNames(str(each.payload) for each in (*self.states, *self.inputs))
        held = variable(names.like(_REMEMBERED), BOOL)
        return replace(
            self,
            states=(*self.states, held),
            initial=and_(self.initial, held),
            next={**self.next, held: and_(held, rest)},
            constraint=and_(constraint, held),
            enabled=TRUE,
        )


def _implies(formula: Term, part: Term) -> bool:
    """Return whether ``formula`` implies ``part`` syntactically."""
    known = set(parts_of_conjunction(formula))
    weaker = part.args if part.op is Op.OR else (part,)
    return FALSE in known or part in known or not known.isdisjoint(weaker)


def _fixed(part: Term) -> tuple[Term, Term] | None:
    """Return the state and the value that ``part`` gives it, if it has this form."""
    if part.op is Op.EQ:
        for state, value in (part.args, part.args[::-1]):
            if state.op is Op.VARIABLE and not variables_of(value):
                return state, value
    if part.op is Op.VARIABLE:
        return part, TRUE
    if part.op is Op.NOT and part.args[0].op is Op.VARIABLE:
        return part.args[0], FALSE
    return None


def _check_closed(what: str, symbols: tuple[Term, ...], *formulas: Term) -> None:
    strange = set(variables_of(*formulas)).difference(symbols)
    invariant(not strange, f"{what} is about {', '.join(sorted(str(each) for each in strange))}, which is not declared")
