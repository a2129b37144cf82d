"""Incremental solving: scopes, assumptions, cores and models, for every solver."""

from collections.abc import Iterator

import pytest

from surefoot.base.budget import Budget
from surefoot.logic import (
    BOOL,
    FALSE,
    FLOAT32,
    INT,
    TRUE,
    ArrayValue,
    FunctionSymbol,
    Symbol,
    SymbolKind,
    Term,
    apply,
    array_sort,
    bit_vector,
    bv,
    bvadd,
    bvult,
    bvxor,
    constant,
    eq,
    float_sort,
    fp_is_nan,
    fp_le,
    fp_to_ieee_bv,
    int_lt,
    not_,
    or_,
    select,
    uninterpreted_sort,
    variable,
)
from surefoot.smt.contracts import NoAnswer, Sat, Solver, Unsat, Use
from surefoot.smt.model_checking import CheckedSolver
from surefoot.smt.registry import open_solver

BYTE = bit_vector(8)
x, y = variable("x", BYTE), variable("y", BYTE)
p, q, r = (variable(letter, BOOL) for letter in "pqr")
f = variable("f", FLOAT32)


@pytest.fixture
def solver(name: str) -> Iterator[Solver]:
    opened = CheckedSolver(open_solver(name, Budget.seconds(20)))
    yield opened
    opened.close()


def byte(value: int) -> Term:
    return bv(value, 8)


def test_scope_removes_its_formulas(solver: Solver) -> None:
    solver.add(bvult(x, byte(5)))
    with solver.scope():
        solver.add(bvult(byte(5), x))
        assert isinstance(solver.check(), Unsat)
        with solver.scope():
            solver.add(eq(x, byte(1)))
            assert isinstance(solver.check(), Unsat)
    assert isinstance(solver.check(), Sat)


def test_scope_closes_on_exceptions(solver: Solver) -> None:
    def fail_inside() -> None:
        with solver.scope():
            solver.add(FALSE)
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail_inside()
    assert isinstance(solver.check(), Sat)


def test_closing_inside_a_scope_is_no_error(name: str) -> None:
    opened = open_solver(name, Budget())
    with opened.scope():
        opened.add(p)
        opened.close()


def test_assumptions_hold_for_one_check(solver: Solver) -> None:
    solver.add(or_(p, q))
    assert isinstance(solver.check([not_(p), not_(q)]), Unsat)
    assert isinstance(solver.check([not_(p)]), Sat)


def test_a_core_suffices_for_unsatisfiability(solver: Solver) -> None:
    solver.add(or_(not_(p), bvult(x, byte(5))))
    assumptions = [q, p, bvult(y, byte(9)), eq(x, byte(7)), r]
    answer = solver.check(assumptions)
    assert isinstance(answer, Unsat)
    assert set(answer.core) <= set(assumptions)
    assert set(answer.core) == {p, eq(x, byte(7))}
    assert isinstance(solver.check(answer.core), Unsat)


def test_the_core_is_empty_when_the_formulas_are_contradictory(solver: Solver) -> None:
    solver.add(p)
    solver.add(not_(p))
    assert solver.check([q]) == Unsat(())


@pytest.mark.parametrize("trivial", [[TRUE, FALSE], [FALSE, FALSE], [p, p, not_(p)]], ids=str)
def test_degenerate_assumptions(solver: Solver, trivial: list[Term]) -> None:
    answer = solver.check(trivial)
    assert isinstance(answer, Unsat)
    assert isinstance(solver.check(answer.core), Unsat)


def test_model_outlives_its_scope_the_next_check_and_the_solver(name: str) -> None:
    opened = CheckedSolver(open_solver(name, Budget.seconds(20)))
    memory = variable("memory", array_sort(BYTE, BYTE))
    with opened.scope():
        opened.add(eq(bvadd(x, byte(1)), byte(0)))
        opened.add(eq(select(memory, x), byte(7)))
        first = opened.check()
    assert isinstance(first, Sat)
    opened.add(eq(x, byte(3)))
    opened.add(eq(y, byte(4)))
    second = opened.check()
    assert isinstance(second, Sat)
    opened.close()
    assert (first.model.value(x), second.model.value(x)) == (255, 3)
    assert (first.model.value(y), second.model.value(y)) == (0, 4)
    stored = first.model.value(memory)
    assert isinstance(stored, ArrayValue)
    assert stored[255] == 7


def test_unmentioned_symbols_have_a_fixed_value(solver: Solver) -> None:
    answer = solver.check()
    assert isinstance(answer, Sat)
    assert answer.model.value(x) == answer.model.value(x) == 0
    assert answer.model.apply(FunctionSymbol("h", (BYTE,), BYTE), (3,)) == 0


def test_a_model_interprets_functions(solver: Solver) -> None:
    symbol = FunctionSymbol("h", (BYTE,), BYTE)
    solver.add(eq(apply(symbol, x), byte(4)))
    solver.add(eq(apply(symbol, byte(4)), byte(9)))
    answer = solver.check()
    assert isinstance(answer, Sat)
    assert answer.model.apply(symbol, (answer.model.value(x),)) == 4
    assert answer.model.apply(symbol, (4,)) == 9


def test_bits_of_a_float_stay_defined_after_the_scope_that_introduced_them(solver: Solver) -> None:
    bits = fp_to_ieee_bv(f)
    solver.add(fp_is_nan(f))
    with solver.scope():
        with solver.scope():
            solver.add(eq(bits, bv(0x7FC00000, 32)))
            assert isinstance(solver.check(), Sat)
        assert isinstance(solver.check([not_(eq(bits, bv(0x7FC00000, 32)))]), Unsat)
    assert isinstance(solver.check([not_(eq(bits, bv(0x7FC00000, 32)))]), Unsat)
    solver.add(eq(bits, bv(0x7FC00001, 32)))
    assert isinstance(solver.check(), Unsat)


@pytest.mark.parametrize("name", ["z3", "cvc5"])
def test_elements_stay_different_after_the_scope_that_introduced_them(name: str) -> None:
    opened = CheckedSolver(open_solver(name, Budget.seconds(20)))
    thing = uninterpreted_sort("Thing")
    a = variable("a", thing)
    with opened.scope():
        opened.add(or_(eq(a, constant(1, thing)), eq(a, constant(4, thing))))
        answer = opened.check()
        assert isinstance(answer, Sat)
        assert answer.model.value(a) in (1, 4)
    opened.add(eq(a, constant(1, thing)))
    assert isinstance(opened.check([eq(a, constant(4, thing))]), Unsat)


def test_undecidable_formula_of_bitwuzla_is_removed_with_its_scope() -> None:
    opened = CheckedSolver(open_solver("bitwuzla", Budget.seconds(20)))
    beyond = int_lt(variable("i", INT), variable("j", INT))
    with opened.scope():
        opened.add(beyond)
        opened.add(FALSE)
        assert opened.check() == NoAnswer("bitwuzla does not decide integers")
    assert isinstance(opened.check(), Sat)
    assert opened.check([beyond]) == NoAnswer("bitwuzla does not decide integers")
    assert isinstance(opened.check([p]), Sat)


def test_unsupported_float_format_of_bitwuzla_is_reported_in_any_order() -> None:
    extended = float_sort(15, 64)
    for formula in (
        fp_le(constant(0, extended), variable("f", extended)),
        fp_le(variable("f", extended), constant(0, extended)),
    ):
        answer = open_solver("bitwuzla", Budget.seconds(20)).check([formula])
        assert isinstance(answer, NoAnswer)
        assert "does not decide the float format" in answer.reason


def deep_term(depth: int) -> Term:
    term = x
    for level in range(depth):
        term = bvxor(term, x) if level % 2 else bvadd(term, y)
    return term


def test_depth_is_unlimited(solver: Solver) -> None:
    with solver.scope():
        solver.add(eq(deep_term(100_000), byte(3)))
    assert isinstance(solver.check(), Sat)


def test_cvc5_refuses_terms_that_would_exhaust_its_stack() -> None:
    opened = CheckedSolver(open_solver("cvc5", Budget.seconds(20)))
    assert isinstance(opened.check([eq(deep_term(1_000), x), eq(y, byte(0))]), Sat)
    opened.add(eq(deep_term(20_000), byte(3)))
    assert opened.check() == NoAnswer("cvc5 does not decide terms nested deeper than 10000")


def test_a_one_shot_solver_is_used_once(name: str) -> None:
    opened = open_solver(name, Budget.seconds(20), use=Use.ONE_SHOT)
    with pytest.raises(AssertionError, match="no scopes"), opened.scope():
        pass
    assert isinstance(opened.check([p]), Sat)
    with pytest.raises(AssertionError, match="one check"):
        opened.check()


def test_variables_of_equal_spelling_are_independent(solver: Solver) -> None:
    """Also if the library uses the spelling for another variable."""
    chosen = variable(Symbol(SymbolKind.CHOICE, "x", 1, "x"), BYTE)
    likewise = variable(f"x {x.id}", BYTE)
    for number, symbol in enumerate((x, chosen, likewise)):
        solver.add(eq(symbol, byte(number)))
    answer = solver.check()
    assert isinstance(answer, Sat)
    assert [answer.model.value(symbol) for symbol in (x, chosen, likewise)] == [0, 1, 2]
