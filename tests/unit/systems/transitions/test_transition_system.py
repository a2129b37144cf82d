"""Well-formedness of transition systems, and constant initial values."""

import pytest

from surefoot.logic import BOOL, TRUE, and_, bit_vector, bv, bvult, eq, not_, variable
from surefoot.logic.transformations.cases import parts_of_conjunction
from surefoot.systems.transitions.transition_system import TransitionSystem

X, Y, U = (variable(name, bit_vector(4)) for name in "xyu")
P, Q = variable("p", BOOL), variable("q", BOOL)
THREE = bv(3, 4)


def test_constant_initial_values() -> None:
    rest = and_(bvult(Y, X), eq(X, bv(4, 4)))
    initial = and_(eq(X, THREE), and_(P, and_(not_(Q), rest)))
    system = TransitionSystem((X, Y, P, Q), (), initial, {}, TRUE, {})
    fixed, left = system.initial_values()
    assert fixed == {X: THREE, P: TRUE, Q: not_(TRUE)}
    assert set(parts_of_conjunction(left)) == set(parts_of_conjunction(rest))
    assert list(parts_of_conjunction(TRUE)) == []


@pytest.mark.parametrize(
    ("system", "message"),
    [
        (lambda: TransitionSystem((X, X), (), TRUE, {}, TRUE, {}), "names of their own"),
        (lambda: TransitionSystem((X,), (variable("x", BOOL),), TRUE, {}, TRUE, {}), "names of their own"),
        (lambda: TransitionSystem((X,), (), X, {}, TRUE, {}), "a formula of BitVec"),
        (lambda: TransitionSystem((X,), (U,), eq(X, U), {}, TRUE, {}), "the initial states is about u"),
        (lambda: TransitionSystem((X,), (), TRUE, {X: U}, TRUE, {}), "the system is about u"),
        (lambda: TransitionSystem((X,), (U,), TRUE, {U: X}, TRUE, {}), "u has a next-state function"),
        (lambda: TransitionSystem((X, P), (), TRUE, {X: P}, TRUE, {}), "x of BitVec\\(4\\) becomes a value of Bool"),
        (lambda: TransitionSystem((X,), (), TRUE, {}, TRUE, {"b": Q}), "the system is about q"),
    ],
)
def test_malformed_systems_are_refused(system: object, message: str) -> None:
    assert callable(system)
    with pytest.raises(AssertionError, match=message):
        system()
