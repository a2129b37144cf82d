"""Confirmation of simplifying constructors by solvers, and rejection of wrong ones."""

import random
from collections.abc import Callable
from pathlib import Path

import pytest

from corpus.applications import random_pool
from limits import override
from programs.expectations import expectation_of, programs_under
from surefoot.base.budget import Budget
from surefoot.base.errors import OutOfBudget, SurefootError
from surefoot.discharge import rewriting
from surefoot.discharge.limits import LIMITS
from surefoot.discharge.obligation import Discharged, DischargeResult, Refuted, Undischarged
from surefoot.discharge.rewriting import confirm_rewriting
from surefoot.evidence.certificates import REWRITING
from surefoot.logic import (
    BOOL,
    FALSE,
    FLOAT32,
    INT,
    ROUNDING_MODE,
    TRUE,
    FunctionSymbol,
    Op,
    Sort,
    Term,
    and_,
    apply,
    array_sort,
    bit_vector,
    bv,
    bvadd,
    bvmul,
    bvslt,
    bvult,
    bvurem,
    eq,
    fp_add,
    fp_eq,
    fp_neg,
    int_add,
    int_constant,
    int_div,
    ite,
    not_,
    or_,
    select,
    store,
    uninterpreted_sort,
    variable,
    zero_extend,
)
from surefoot.logic.constructors import arrays, bitvectors, comparisons, constants, core, equality, floats, integers
from surefoot.logic.constructors.unsimplified import unsimplified
from surefoot.logic.rewriting import RewritingLog, rewriting_log
from surefoot.semantics.memory.addresses import AddressFacts
from surefoot.semantics.symbolic.unrolling import Unrolling
from surefoot.smt.registry import SOLVERS, SolverFactory
from surefoot.verify.loading import load

PROGRAMS = Path(__file__).parents[1] / "programs"
FOLDERS = sorted({path.relative_to(PROGRAMS).parts[0] for path in programs_under(PROGRAMS)} - {"unsupported"})
"""Folders of programs; those of unsupported constructs may leave nothing to rewrite."""
BOUND = 4
WORD = bit_vector(32)
X, Y = (variable(name, WORD) for name in "xy")
P, Q, R = (variable(name, BOOL) for name in "pqr")
F, G = (variable(name, FLOAT32) for name in "fg")
N = variable("n", INT)
A = variable("a", array_sort(WORD, WORD))
MODE = variable("mode", ROUNDING_MODE)


def finding_on(log: RewritingLog, main: str = "bitwuzla", seconds: float = 120) -> DischargeResult:
    return confirm_rewriting(log, main, SolverFactory(main=main, check_models=True), Budget.seconds(seconds))


def logged(*build: Callable[[], Term]) -> RewritingLog:
    with rewriting_log() as log:
        for each in build:
            each()
    return log


# ---- right steps are confirmed


def run_program(path: Path) -> None:
    """Load and unroll a program; what is refused on the way was rewritten up to there."""
    request = expectation_of(path, 10).request
    try:
        unrolling = Unrolling(load(request).program, request.checked)
        unrolling.extend(BOUND, Budget.seconds(10))
    except SurefootError:
        return
    failures = [each.failure for each in unrolling.reached_checks]
    AddressFacts(unrolling.book).facts_for(or_(*failures, unrolling.cut_guard()))


@pytest.mark.parametrize("folder", FOLDERS)
def test_rewrites_of_programs_are_confirmed(folder: str) -> None:
    with rewriting_log() as log:
        for path in programs_under(PROGRAMS / folder):
            run_program(path)
    assert log.steps()
    assert isinstance(finding_on(log), Discharged)


@pytest.mark.parametrize("seed", range(10))
def test_rewrites_of_random_terms_are_confirmed(seed: int) -> None:
    choose = random.Random(seed)
    pool = random_pool(choose)
    with rewriting_log() as log:
        for _ in range(150):
            pool.grow(choose)
    assert isinstance(finding_on(log), Discharged)


SUMMED: list[Callable[[], Term]] = [
    lambda: bvadd(bvadd(bvmul(X, Y), bv(1, 32)), bv(2, 32)),
    lambda: eq(bvadd(X, bv(1, 32)), bv(0, 32)),
    lambda: bvslt(X, X),
]


@pytest.mark.parametrize("main", SOLVERS)
def test_main_solver_is_not_queried_where_another_answers(main: str) -> None:
    finding = finding_on(logged(*SUMMED), main)
    assert isinstance(finding, Discharged)
    assert finding.by in set(SOLVERS) - {main}


def test_integers_and_functions_are_confirmed() -> None:
    function = FunctionSymbol("f", (WORD,), uninterpreted_sort("Element"))
    log = logged(
        lambda: int_div(N, variable("m", INT)),
        lambda: int_div(N, int_constant(0)),
        lambda: int_add(int_add(N, int_constant(1)), int_constant(2)),
        lambda: eq(apply(function, X), apply(function, X)),
        lambda: ite(not_(P), apply(function, X), apply(function, Y)),
    )
    assert len(log.steps()) == 4
    assert isinstance(finding_on(log), Discharged)


def test_no_steps_make_no_obligation() -> None:
    assert finding_on(logged(lambda: not_(P))) == Discharged(REWRITING)


def test_too_general_lemmas_are_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without samples, solvers refute the lemmas that are too general; the steps are right."""
    monkeypatch.setattr(rewriting, "is_plausible", lambda _: True)
    choose = random.Random(3)
    pool = random_pool(choose)
    with rewriting_log() as log:
        for _ in range(80):
            pool.grow(choose)
    assert isinstance(finding_on(log), Discharged)
    shallow = logged(*SUMMED, lambda: and_(or_(P, not_(Q)), Q))
    assert isinstance(finding_on(shallow), Discharged)


# ---- wrong steps are rejected


def wrong_offset(term: Term, _offset: Term, _sort: object) -> Term:
    """For ``x + k``."""
    return term


def wrong_less(op: Op, term: Term, bound: Term, _fuel: int) -> Term:
    """For ``x < k``, right for every ``x`` but one."""
    return unsimplified(op, (term, bv(bound.payload - 1, 32)))


def wrong_built(op: Op, args: tuple[Term, ...], sort: Sort, payload: object = None) -> Term:
    """For floats: what equals itself is equal."""
    return TRUE if op is Op.FP_EQ and args[0] is args[1] else BUILT(op, args, sort, payload)


def wrong_fold(op: Op, args: tuple[Term, ...], sort: Sort, payload: object = None) -> Term:
    """For constants: one more."""
    right = constants.folded(op, args, sort, payload)
    return bv(right.payload + 1, right.sort.width)


BUILT = floats._built
Mutant = tuple[object, str, object, Callable[[], Term]]
MUTANTS: dict[str, Mutant] = {
    "sum forgets its constant": (bitvectors, "_plus_constant", wrong_offset, lambda: bvadd(X, bv(3, 32))),
    "sum of constants": (bitvectors, "folded", wrong_fold, lambda: bvadd(bv(1, 32), bv(2, 32))),
    "comparison is off by one": (comparisons, "_below_constant", wrong_less, lambda: bvult(bvmul(X, Y), bv(100, 32))),
    "NaN equals itself": (floats, "_built", wrong_built, lambda: fp_eq(F, F)),
    "sum of floats has no order": (floats, "_ordered", lambda left, _: (left, left), lambda: fp_add(MODE, F, G)),
    "writes go elsewhere": (arrays, "certainly_differ", lambda *_: True, lambda: select(store(A, X, Y), Y)),
    "equality with a constant": (equality, "_solved", lambda *_: FALSE, lambda: eq(bvmul(X, Y), bv(7, 32))),
    "common factor": (core, "_common_factor", lambda left, _: left[0], lambda: or_(and_(P, Q), and_(Q, R))),
    "complements": (core, "_are_complements", lambda *_: True, lambda: and_(P, not_(Q))),
    "low bits": (bitvectors, "low_bits", lambda term, _: term, lambda: bvurem(X, bv(8, 32))),
    "integer division": (integers, "ite", lambda _, then, __: then, lambda: int_div(N, variable("m", INT))),
}


@pytest.mark.parametrize("mutant", MUTANTS)
def test_wrong_constructor_is_rejected(mutant: str, monkeypatch: pytest.MonkeyPatch) -> None:
    module, name, wrong, build = MUTANTS[mutant]
    assert isinstance(finding_on(logged(build)), Discharged)
    monkeypatch.setattr(module, name, wrong)
    log = logged(build, lambda: fp_neg(fp_neg(G)), lambda: zero_extend(zero_extend(X, 40), 64))
    monkeypatch.undo()
    finding = finding_on(log)
    assert isinstance(finding, Refuted)
    assert "is wrong" in finding.description


def test_wrong_step_is_found_among_many(monkeypatch: pytest.MonkeyPatch) -> None:
    with rewriting_log() as log:
        for number in range(40):
            bvadd(bvadd(X, bv(number, 32)), bv(1, 32))
        monkeypatch.setattr(bitvectors, "_plus_constant", wrong_offset)
        bvadd(bvmul(X, Y), bv(3, 32))
        monkeypatch.undo()
    finding = finding_on(log)
    assert isinstance(finding, Refuted)
    assert "bvadd (bvmul x y) 3:32" in finding.description


# ---- undecided steps are not confirmed


def test_too_many_steps_are_unchecked() -> None:
    log = logged(*SUMMED)
    with override(LIMITS, rewriting_steps=len(log.steps()) - 1):
        assert isinstance(finding_on(log), Undischarged)


def test_solvers_without_time_confirm_nothing() -> None:
    with override(LIMITS, rewriting_seconds=0.0):
        finding = finding_on(logged(*SUMMED))
    assert isinstance(finding, Undischarged)
    assert str(finding).endswith("timed out on 1 of 1 obligation")


def test_budget_is_respected() -> None:
    with pytest.raises(OutOfBudget):
        finding_on(logged(*SUMMED), seconds=0)
