"""Generalised rewriting steps: they have the original as an instance, and equal for similar steps."""

import random

import pytest

from corpus.applications import random_pool
from surefoot.logic import (
    BOOL,
    FALSE,
    TRUE,
    Op,
    SymbolKind,
    Term,
    and_,
    bit_vector,
    bv,
    bvadd,
    bvmul,
    eq,
    not_,
    or_,
    variable,
    variables_of,
)
from surefoot.logic.constructors.unsimplified import unsimplified
from surefoot.logic.limits import LIMITS
from surefoot.logic.rewriting import RewritingStep, rewriting_log
from surefoot.logic.terms import intern
from surefoot.logic.transformations.generalisation import generalised, is_plausible, renamed_apart

WORD = bit_vector(32)
X, Y, Z = (variable(name, WORD) for name in "xyz")
P, Q = (variable(name, BOOL) for name in "pq")


def is_instance(term: Term, general: Term, meant: dict[Term, Term]) -> bool:
    """Return whether ``term`` is the instance of ``general`` with the substitution ``meant``."""
    if general.op is Op.VARIABLE:
        return meant.setdefault(general, term) is term
    if general is term:
        return True
    same_head = (general.op, general.payload, general.sort) == (term.op, term.payload, term.sort)
    return same_head and all(is_instance(own, other, meant) for own, other in zip(term.args, general.args, strict=True))


def random_steps(seed: int) -> list[RewritingStep]:
    choose = random.Random(seed)
    pool = random_pool(choose)
    with rewriting_log() as log:
        for _ in range(150):
            pool.grow(choose)
    return log.steps()


@pytest.mark.parametrize("depth", LIMITS.generalisation_depths)
def test_steps_are_instances_of_their_generalisation(depth: int) -> None:
    for seed in range(5):
        for step in random_steps(seed):
            general = generalised(step, depth)
            meant: dict[Term, Term] = {}
            assert is_instance(step.application, general.application, meant)
            assert is_instance(step.result, general.result, meant)
            kinds = {symbol.payload.kind for symbol in variables_of(*general)}
            assert kinds <= {SymbolKind.AUXILIARY}


def test_irrelevant_subterms_become_variables() -> None:
    def with_true(formula: Term) -> RewritingStep:
        return RewritingStep(unsimplified(Op.AND, (formula, TRUE)), formula)

    one, other = with_true(eq(bvmul(X, Y), Z)), with_true(or_(P, not_(Q)))
    assert generalised(one, 1) == generalised(other, 1)
    (part,) = variables_of(*generalised(one, 1))
    assert generalised(one, 1) == with_true(part)


def test_constants_stay_and_equal_parts_stay_equal() -> None:
    step = RewritingStep(
        unsimplified(Op.BVADD, (bvadd(bvmul(X, Y), bv(3, 32)), bv(4, 32))), bvadd(bvmul(X, Y), bv(7, 32))
    )
    (part,) = variables_of(*generalised(step, 2))
    expected = unsimplified(Op.BVADD, (unsimplified(Op.BVADD, (part, bv(3, 32))), bv(4, 32)))
    assert generalised(step, 2) == RewritingStep(expected, unsimplified(Op.BVADD, (part, bv(7, 32))))


def test_depth_is_unlimited() -> None:
    term = X
    for number in range(50_000):
        term = bvmul(bvadd(term, Y), bv(number, 32))
    step = RewritingStep(unsimplified(Op.BVADD, (term, bv(0, 32))), term)
    (part,) = variables_of(*generalised(step, 1))
    assert generalised(step, 1).result is part


def test_step_beyond_the_size_limit_is_not_plausible() -> None:
    double = RewritingStep(unsimplified(Op.NOT, (not_(P),)), P)
    assert not is_plausible(generalised(double, 1))
    assert is_plausible(generalised(double, 2))
    same = RewritingStep(unsimplified(Op.EQ, (bvadd(X, bv(1, 32)), bvadd(X, bv(2, 32)))), FALSE)
    assert not is_plausible(generalised(same, 1))
    assert is_plausible(generalised(same, 2))


def test_separated_steps_share_no_variable() -> None:
    steps = [generalised(step, 2) for step in random_steps(1)]
    renamed = renamed_apart(steps)
    symbols = [symbol for step in renamed for symbol in variables_of(*step)]
    assert len(symbols) == len(set(symbols)) > 0
    for step, own in zip(steps, renamed, strict=True):
        meant: dict[Term, Term] = {}
        assert is_instance(own.application, step.application, meant)
        assert is_instance(own.result, step.result, meant)
        assert len(set(meant.values())) == len(meant)


def test_copies_are_not_rewritten() -> None:
    odd = intern(Op.AND, (P, TRUE), BOOL)
    step = RewritingStep(unsimplified(Op.NOT, (odd,)), not_(P))
    general = generalised(step, 2)
    assert general.application.args[0].op is Op.AND
    (renamed,) = renamed_apart([general])
    assert renamed.application.args[0].args[1] is TRUE
    assert and_(P, TRUE) is P
