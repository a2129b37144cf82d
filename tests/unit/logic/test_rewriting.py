"""The log of rewriting: complete, with operator, arguments and result of each step."""

import random
from collections.abc import Callable

import pytest

from corpus.applications import APPLIED, random_application, random_pool
from surefoot import logic
from surefoot.logic import (
    BOOL,
    FALSE,
    FLOAT32,
    INT,
    TRUE,
    Evaluator,
    Op,
    RoundingMode,
    SortError,
    Term,
    and_,
    bit_vector,
    bv,
    bvadd,
    bvmul,
    eq,
    fp,
    fp_eq,
    int_constant,
    not_,
    rounding,
    substitute,
    variable,
)
from surefoot.logic.constructors.unsimplified import unsimplified
from surefoot.logic.rewriting import RewritingLog, RewritingStep, rewriting_log, some_is_wrong

BYTE = bit_vector(8)
X, Y = (variable(name, BYTE) for name in "xy")
P, Q = (variable(name, BOOL) for name in "pq")
F = variable("f", FLOAT32)
ONE, TWO = bv(1, 8), bv(2, 8)


@pytest.mark.parametrize("op", APPLIED, ids=lambda op: op.name)
def test_every_constructor_logs_its_step(op: Op, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each call is logged once, with its own operator, arguments and result."""
    noted: list[tuple[object, ...]] = []
    monkeypatch.setattr(RewritingLog, "note", lambda _, *call: noted.append(call))
    for seed in range(20):
        choose = random.Random(seed)
        pool = random_pool(choose)
        application = random_application(op, choose)
        if any(sort not in pool.terms for sort in application.sorts):
            continue
        args = tuple(choose.choice(pool.terms[sort]) for sort in application.sorts)
        noted.clear()
        with rewriting_log():
            built = application.build(args)
        assert noted == [(op, args, application.payload, built)]


HALF, NEAREST = fp(0x3F000000, FLOAT32), rounding(RoundingMode.RNE)
DERIVED: list[tuple[Callable[..., Term], tuple[object, ...]]] = [
    (logic.implies, (TRUE, FALSE)),
    (logic.xor, (TRUE, FALSE)),
    (logic.distinct, (ONE, TWO, bv(3, 8))),
    *((getattr(logic, f"bv{sign}{order}"), (ONE, TWO)) for sign in "us" for order in ("lt", "le", "gt", "ge")),
    *((getattr(logic, f"fp_{order}"), (HALF, HALF)) for order in ("lt", "le", "gt", "ge", "min", "max")),
    (logic.fp_fits_signed, (NEAREST, HALF, 8)),
    (logic.fp_fits_unsigned, (NEAREST, HALF, 8)),
    (logic.int_le, (int_constant(1), int_constant(2))),
]


@pytest.mark.parametrize(("construct", "args"), DERIVED, ids=lambda each: getattr(each, "__name__", ""))
def test_derivation_rests_on_logged_steps(construct: Callable[..., Term], args: tuple[object, ...]) -> None:
    """The result is a constant, and each step is applied to arguments or results of earlier steps."""
    with rewriting_log() as log:
        built = construct(*args)
    steps = log.steps()
    assert built.op is Op.CONSTANT
    assert steps[-1].result is built
    known = {*args, *(step.result for step in steps), TRUE, FALSE}
    floats = {term for step in steps for term in step.application.args if term.sort is FLOAT32}
    assert all(argument in known | floats for step in steps for argument in step.application.args)


def test_steps_are_kept_once_in_order() -> None:
    with rewriting_log() as log:
        for _ in range(2):
            and_(P, TRUE)
            not_(not_(Q))
            and_(P, Q)
    commuted = [step for step in log.steps() if step.application.args in ((P, Q), (Q, P))]
    others = [step for step in log.steps() if step not in commuted]
    assert others == [
        RewritingStep(unsimplified(Op.AND, (P, TRUE)), P),
        RewritingStep(unsimplified(Op.NOT, (not_(Q),)), Q),
    ]


def test_no_result_hides_another() -> None:
    log = RewritingLog()
    for result in (P, Q, P):
        log.note(Op.AND, (P, Q), None, result)
    assert [step.result for step in log.steps()] == [P, Q]


def test_unchanged_applications_are_no_steps() -> None:
    with rewriting_log() as log:
        not_(P)
        and_(P)
        and_()
        logic.zero_extend(X, 8)
        logic.int_div(variable("n", INT), variable("m", INT))
    assert log.steps() == []


def test_nested_constructor_calls_are_not_logged() -> None:
    with rewriting_log() as log:
        built = eq(bvadd(bvmul(X, Y), ONE), TWO)
    (step,) = (step for step in log.steps() if step.application.op is Op.EQ)
    assert step == RewritingStep(unsimplified(Op.EQ, (bvadd(bvmul(X, Y), ONE), TWO)), built)
    assert built is unsimplified(Op.EQ, (bvmul(X, Y), ONE))


def test_substitution_is_logged() -> None:
    term = bvadd(bvmul(X, Y), ONE)
    with rewriting_log() as log:
        substitute(term, {X: bv(0, 8)})
    zero = bv(0, 8)
    assert log.steps() == [
        RewritingStep(unsimplified(Op.BVMUL, (zero, Y)), zero),
        RewritingStep(unsimplified(Op.BVADD, (zero, ONE)), ONE),
    ]


def test_only_an_open_log_is_written() -> None:
    with rewriting_log() as log:
        pass
    and_(P, TRUE)
    assert log.steps() == []
    with rewriting_log(), pytest.raises(AssertionError, match="one log"), rewriting_log():
        pass
    with rewriting_log() as log:
        with pytest.raises(SortError):
            and_(P, X)
        and_(P, TRUE)
    assert len(log.steps()) == 1


def test_obligation_is_built_without_simplification() -> None:
    """Equality is that of values: a step that confuses it with IEEE equality is wrong for NaN."""
    right = RewritingStep(unsimplified(Op.BVADD, (X, bv(0, 8))), X)
    wrong = RewritingStep(fp_eq(F, F), TRUE)
    question = some_is_wrong([right, wrong])
    assert question.op is Op.OR
    assert [part.args[0].args for part in question.args] == [tuple(right), tuple(wrong)]
    nan = 0x7FC00000
    for bits, expected in ((0, False), (nan, True)):
        assert Evaluator({X: 3, F: bits}.__getitem__).value(question) is expected
    assert some_is_wrong([]) is FALSE
