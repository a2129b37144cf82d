"""Path conditions: joining two branches restores their common prefix."""

from itertools import product

from hypothesis import given, settings
from hypothesis import strategies as st

from surefoot.logic import BOOL, TRUE, Evaluator, Term, Value, not_, variable
from surefoot.semantics.symbolic.state import Guard, initial_guard, join

NAMES = [variable(f"p{number}", BOOL) for number in range(4)]


def holds(term: Term, values: tuple[bool, ...]) -> Value:
    return Evaluator(dict(zip(NAMES, values, strict=True)).__getitem__).value(term)


def test_branches_join_to_their_common_prefix() -> None:
    before = initial_guard().assume(NAMES[0])
    joined, _ = join(before.assume(NAMES[1]), before.assume(not_(NAMES[1])))
    assert joined is before


def test_assuming_nothing_new_changes_nothing() -> None:
    guard = initial_guard().assume(NAMES[0])
    assert guard.assume(TRUE) is guard
    assert guard.assume(NAMES[0]) is guard


@settings(max_examples=200, deadline=None)
@given(
    st.lists(st.sampled_from(NAMES), max_size=2),
    st.sampled_from(NAMES),
    st.lists(st.tuples(st.sampled_from(NAMES), st.booleans()), max_size=3),
    st.lists(st.tuples(st.sampled_from(NAMES), st.booleans()), max_size=3),
)
def test_join_is_disjunction_with_distinguishing_condition(
    shared: list[Term], split: Term, left: list[tuple[Term, bool]], right: list[tuple[Term, bool]]
) -> None:
    def extended(guard: Guard, conditions: list[tuple[Term, bool]]) -> Guard:
        for name, positive in conditions:
            guard = guard.assume(name if positive else not_(name))
        return guard

    root = initial_guard()
    for name in shared:
        root = root.assume(name)
    one, other = extended(root.assume(split), left), extended(root.assume(not_(split)), right)
    joined, condition = join(one, other)
    for values in product((False, True), repeat=len(NAMES)):
        either = holds(one.term, values) or holds(other.term, values)
        assert holds(joined.term, values) == either
        if either:
            assert holds(condition, values) == holds(one.term, values)
