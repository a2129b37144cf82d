"""Round trips of random systems: equal behaviour, and stable text."""

import random

import pytest

from corpus.applications import BASE_SORTS, BITS, MEMORY, random_pool, random_value
from surefoot.logic import (
    BOOL,
    TRUE,
    ArraySort,
    ArrayValue,
    Op,
    Sort,
    Term,
    UninterpretedSort,
    Value,
    bit_vector,
    evaluate,
    same_value,
    variables_of,
)
from surefoot.systems.formats.btor2_reader import read_btor2
from surefoot.systems.formats.btor2_writer import write_btor2
from surefoot.systems.formats.vmt_reader import read_vmt
from surefoot.systems.formats.vmt_writer import write_vmt
from surefoot.systems.transitions.transition_system import TransitionSystem

WORDS: tuple[Sort, ...] = (BOOL, bit_vector(1), bit_vector(4), bit_vector(8), MEMORY, BITS)
WORD_OPERATORS: list[Op] = [
    op
    for op in Op
    if op not in (Op.VARIABLE, Op.CONSTANT, Op.APPLY, Op.CONSTANT_ARRAY) and not op.name.startswith(("FP_", "INT_"))
]
ALL_OPERATORS: list[Op] = [op for op in Op if op not in (Op.VARIABLE, Op.CONSTANT, Op.APPLY)]
SPECIFIED_OPERATORS: list[Op] = [op for op in ALL_OPERATORS if op not in (Op.INT_DIV, Op.INT_MOD)]
"""Without divisions: a reader adds states for their values at zero, where guards were merged with others."""


def random_system(
    choose: random.Random, sorts: tuple[Sort, ...], operators: list[Op], *, restricts_inputs: bool = True
) -> TransitionSystem:
    """Return a system whose states are the variables x of the pool and whose inputs are its
    variables y.
    """
    pool = random_pool(choose, sorts)
    for _ in range(60):
        pool.grow(choose, operators)
    states = tuple(each for each in pool.assignment if str(each.payload).startswith("x"))
    inputs = tuple(each for each in pool.assignment if each not in states)
    formulas = pool.terms[BOOL]
    about_states = [each for each in formulas if set(variables_of(each)) <= set(states)]
    restrictions = [each for each in (formulas if restricts_inputs else about_states) if each.args]
    return TransitionSystem(
        states,
        inputs,
        choose.choice(about_states),
        {state: choose.choice(pool.terms[state.sort][-6:]) for state in states},
        TRUE if choose.random() < 0.5 or not restrictions else choose.choice(restrictions),
        {"first": choose.choice(formulas), "second": choose.choice(formulas[-5:])},
    )


def agree(left: Term, here: dict[Term, Value], right: Term, there: dict[Term, Value]) -> bool:
    """Return whether two terms of different systems have the same value, where truth values and bits are the same."""
    value, other = as_bits(evaluate(left, here)), as_bits(evaluate(right, there))
    return same_value(value, other, right.sort) if isinstance(right.sort, ArraySort) else value == other


def as_bits(value: Value) -> Value:
    """Return the value as BTOR2 has it: truth values are numbers."""
    if isinstance(value, ArrayValue):
        return ArrayValue(as_bits(value.default), {as_bits(at): as_bits(held) for at, held in value.entries.items()})
    return int(value) if isinstance(value, bool) else value


@pytest.mark.parametrize("seed", range(40))
def test_btor2(seed: int) -> None:
    choose = random.Random(seed)
    system = random_system(choose, WORDS, WORD_OPERATORS)
    text = write_btor2(system)
    again = read_btor2(text, "model").system
    settled = write_btor2(again)
    assert write_btor2(read_btor2(settled, "model").system) == settled
    own, added = again.states[: len(system.states)], again.states[len(system.states) :]
    fixed, rest = again.initial_values()
    for _ in range(5):
        here = {each: random_value(each.sort, choose) for each in (*system.states, *system.inputs)}
        images = zip((*system.states, *system.inputs), (*own, *again.inputs), strict=True)
        there = {image: as_bits(here[each]) for each, image in images}
        there |= {each: evaluate(fixed[each], {}) for each in added}
        first = bool(evaluate(again.constraint, there)) and bool(evaluate(again.initial, there))
        assert rest is TRUE and first == (evaluate(system.initial, here) and evaluate(system.constraint, here))
        there |= {each: 1 for each in added if str(each.payload).startswith("initialised")}
        assert agree(system.constraint, here, again.constraint, there)
        for name in system.bad:
            assert agree(system.bad[name], here, again.bad[name], there)
        for state, image in zip(system.states, own, strict=True):
            assert agree(system.next[state], here, again.next[image], there), state


@pytest.mark.parametrize("seed", range(40))
def test_vmt(seed: int) -> None:
    choose = random.Random(seed)
    interpreted = tuple(sort for sort in BASE_SORTS if not isinstance(sort, UninterpretedSort))
    system = random_system(choose, interpreted, SPECIFIED_OPERATORS, restricts_inputs=False)
    text = write_vmt(system)
    again = read_vmt(text, "model").system
    settled = write_vmt(again)
    assert write_vmt(read_vmt(settled, "model").system) == settled
    assert (again.states, again.inputs) == (system.states, system.inputs)
    for _ in range(5):
        here = {each: random_value(each.sort, choose) for each in (*system.states, *system.inputs)}
        is_allowed = evaluate(system.constraint, here)
        assert evaluate(again.initial, here) == evaluate(system.initial, here)
        assert evaluate(again.enabled, here) == is_allowed and again.constraint is TRUE
        for name in system.bad:
            assert evaluate(again.bad[name], here) == (is_allowed and evaluate(system.bad[name], here))
        for state in system.states:
            assert same_value(evaluate(system.next[state], here), evaluate(again.next[state], here), state.sort), state
