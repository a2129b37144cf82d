"""The integer view: equal to bits where nothing wraps, with an exact translation back."""

import random
from collections.abc import Callable
from pathlib import Path

import pytest

from corpus.engine_runs import first_claim, system_task
from corpus.invariant_loops import INVARIANT_LOOPS
from corpus.small_goals import goal_for
from corpus.small_systems import error, system_of
from surefoot.base.budget import Budget
from surefoot.base.events import ignore
from surefoot.engines.cegar.engine import Cegar
from surefoot.engines.chc.integer_candidates import claim_in_bits
from surefoot.engines.chc.spacer import Spacer
from surefoot.evidence.claims import ClaimsSafe, ClaimsUnsafe, GaveUp
from surefoot.invariants.integer_candidates import bit_candidates
from surefoot.invariants.integer_view import IntegerView
from surefoot.invariants.integer_words import Signs, in_bits
from surefoot.logic import (
    INT,
    TRUE,
    Evaluator,
    Symbol,
    SymbolKind,
    Term,
    and_,
    bit_vector,
    bv,
    bvadd,
    bvand,
    bvmul,
    bvsdiv,
    bvshl,
    bvslt,
    bvsrem,
    bvsub,
    bvudiv,
    bvult,
    bvurem,
    constant_array,
    eq,
    extract,
    int_add,
    int_constant,
    int_div,
    int_le,
    int_lt,
    int_mod,
    int_mul,
    int_neg,
    int_sub,
    ite,
    not_,
    select,
    variable,
    zero_extend,
)
from surefoot.logic.sorts import array_sort
from surefoot.smt.registry import SolverFactory
from surefoot.systems.control.system import ENTRY, ControlSystem, Edge, validate

SOLVERS = SolverFactory()
WIDTH = 8


def word(name: str, width: int = WIDTH) -> Term:
    return variable(Symbol(SymbolKind.STATE, name, 0, name), bit_vector(width))


def whole(name: str) -> Term:
    return variable(Symbol(SymbolKind.COPY, name, 0, name), INT)


X, Y = word("x"), word("y")
M, N = whole("i"), whole("j")


def constant(value: int) -> Term:
    return bv(value % (1 << WIDTH), WIDTH)


def random_integer_term(generator: random.Random, depth: int) -> Term:
    if depth == 0:
        return generator.choice([M, N, int_constant(generator.randint(-300, 300))])
    left, right = (random_integer_term(generator, depth - 1) for _ in range(2))
    divisor = int_constant(generator.choice([-7, -1, 2, 3, 10]))
    return generator.choice(
        [
            int_add(left, right),
            int_sub(left, right),
            int_neg(left),
            int_mul(left, right),
            int_div(left, divisor),
            int_mod(left, divisor),
            ite(int_lt(left, right), left, right),
        ]
    )


@pytest.mark.parametrize("seed", range(40))
def test_translation_back_is_exact(seed: int) -> None:
    generator = random.Random(seed)
    left, right = (random_integer_term(generator, 3) for _ in range(2))
    formula = generator.choice([int_lt, int_le, eq])(left, right)
    back = in_bits(formula, {M: (X, False), N: (Y, True)})
    for _ in range(60):
        x, y = generator.choice([0, 1, 127, 128, 255, generator.randrange(256)]), generator.randrange(256)
        numbers = {M: x - 256 if x >= 128 else x, N: y}
        words = {X: x, Y: y}
        assert Evaluator(words.__getitem__).value(back) == Evaluator(numbers.__getitem__).value(formula)


def test_simple_bounds_stay_simple() -> None:
    numbers = {M: (X, False), N: (Y, True)}
    assert in_bits(int_lt(M, int_constant(5)), numbers) is bvslt(X, constant(5))
    assert in_bits(int_lt(int_constant(200), N), numbers) is bvult(constant(200), Y)


def step(value: Term, guard: Term = TRUE) -> ControlSystem:
    """Return the system that repeats x := value."""
    return system_of(
        [
            Edge(ENTRY, "head", TRUE, {X: constant(0), Y: constant(1)}),
            Edge("head", "head", guard, {X: value, Y: Y}),
            Edge("head", error(), and_(not_(guard), eq(X, Y))),
        ]
    )


EXACT = {
    "sum": bvadd(X, Y),
    "less": bvsub(X, constant(3)),
    "times": bvmul(X, constant(-2)),
    "half": bvsdiv(X, constant(2)),
    "rest": bvsrem(X, constant(5)),
    "shifted": bvshl(X, constant(1)),
    "chosen": ite(bvslt(X, Y), X, bvsub(Y, X)),
    "odd": zero_extend(extract(X, 0, 0), WIDTH),
}


@pytest.mark.parametrize("name", EXACT)
def test_view_agrees_with_bits_without_wrapping(name: str) -> None:
    system = step(EXACT[name], bvslt(X, Y))
    view = IntegerView(system)
    validate(view.system)
    x, y = (next(each for each, (own, _) in view.numbers.items() if own is symbol) for symbol in (X, Y))
    (edge,) = (each for each in view.system.edges if each.source == "head" == each.target)
    value = edge.update[x]
    for first in range(-20, 21):
        for second in range(-20, 21):
            words = {X: first % 256, Y: second % 256}
            bits = int(Evaluator(words.__getitem__).value(EXACT[name]))  # type: ignore[arg-type]
            numbers = {x: first, y: second}
            assert Evaluator(numbers.__getitem__).value(value) == (bits - 256 if bits >= 128 else bits)
            assert Evaluator(numbers.__getitem__).value(edge.guard) == (first < second)
    assert view.original_edge(edge) is system.edges_from("head")[0]


@pytest.mark.parametrize("operation", [bvudiv, bvurem], ids=["quotient", "remainder"])
def test_unsigned_numbers_are_never_negative(operation: Callable[[Term, Term], Term]) -> None:
    system = step(operation(X, constant(10)), bvult(X, Y))
    assert Signs(system).is_unsigned(X)
    view = IntegerView(system)
    head = view.system.location("head")
    assert not Evaluator(dict.fromkeys(head.symbols, -1).__getitem__).value(head.domain)
    assert Evaluator(dict.fromkeys(head.symbols, 200).__getitem__).value(head.domain)


def test_bit_operators_are_havocked() -> None:
    view = IntegerView(step(bvand(X, bvmul(X, Y))))
    validate(view.system)
    assert view.system.location("head").inputs


def test_arrays_are_omitted() -> None:
    sort = array_sort(bit_vector(8), bit_vector(8))
    memory = variable(Symbol(SymbolKind.STATE, "m", 0, "m"), sort)
    system = system_of(
        [
            Edge(ENTRY, "head", TRUE, {memory: constant_array(sort, constant(0)), X: constant(0)}),
            Edge("head", "head", bvslt(select(memory, X), X), {memory: memory, X: bvadd(X, constant(1))}),
            Edge("head", error(), eq(select(memory, X), constant(1))),
        ]
    )
    view = IntegerView(system)
    validate(view.system)
    assert len(view.system.location("head").symbols) == 1


def test_inequality_is_a_candidate_for_an_equation() -> None:
    view = IntegerView(step(bvadd(X, constant(1)), bvslt(X, Y)))
    x, y = (next(each for each, (own, _) in view.numbers.items() if own is symbol) for symbol in (X, Y))
    found = bit_candidates(view, {"head": (int_lt(x, y),)})["head"]
    assert found[0] is bvslt(X, Y)
    assert eq(bvadd(X, constant(1)), Y) in found


def test_wrong_candidate_proves_nothing(tmp_path: Path) -> None:
    """y stays positive in Z; with 8 bits it does not."""
    goal = goal_for(
        """int main(void) { unsigned char x = 1, y = 1; while (__VERIFIER_nondet_int()) { x += 2; y += 2; if (y < 1) reach_error(); }
        if (x == 0) reach_error(); if (y == 255 && x != 255) reach_error(); if (y < 3 && x > 200) reach_error(); }""",
        tmp_path,
    )
    task = system_task(goal, SOLVERS, Budget().at_most_cpu(50))
    system = task.system
    view = IntegerView(system)
    everything = {
        name: tuple(int_lt(int_constant(0), each) for each in view.system.location(name).symbols)
        for name in system.names
    }
    claim = claim_in_bits(task, view, everything)
    assert isinstance(claim, ClaimsSafe)  # x and y are odd: found while the candidate was repaired


def test_wrong_candidate_for_a_failing_program_is_no_proof(tmp_path: Path) -> None:
    goal = goal_for(
        "int main(void) { unsigned char x = 250; while (__VERIFIER_nondet_int()) { x += 3; } if (x < 250) reach_error(); }",
        tmp_path,
    )
    task = system_task(goal, SOLVERS, Budget().at_most_cpu(50))
    system = task.system
    view = IntegerView(system)
    stated = {
        name: tuple(int_le(int_constant(250), each) for each in view.system.location(name).symbols)
        for name in system.names
    }
    claim = claim_in_bits(task, view, stated)
    assert claim is None or isinstance(claim, ClaimsUnsafe)


SOME = ["window"]


@pytest.mark.parametrize("name", SOME)
def test_spacer_over_integers_proves_loops_and_no_failing_ones(name: str, tmp_path: Path) -> None:
    loop = INVARIANT_LOOPS[name]
    budget = Budget().at_most_cpu(100)
    claim = first_claim(Spacer(integers=True), goal_for(loop.safe, tmp_path), SOLVERS, budget, ignore)
    assert isinstance(claim, ClaimsSafe)
    claim = first_claim(Spacer(integers=True, seconds=2.0), goal_for(loop.unsafe, tmp_path), SOLVERS, budget, ignore)
    assert isinstance(claim, GaveUp | ClaimsUnsafe)


def test_cegar_over_integers_finds_violations(tmp_path: Path) -> None:
    claim = first_claim(
        Cegar(integers=True),
        goal_for(INVARIANT_LOOPS["reset"].unsafe, tmp_path),
        SOLVERS,
        Budget().at_most_cpu(100),
        ignore,
    )
    assert isinstance(claim, ClaimsUnsafe)
