"""The decorator that evaluates models against formulas."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import pytest

from surefoot.base.budget import Budget
from surefoot.logic import FunctionSymbol, Term, Value, apply, bit_vector, bv, bvult, eq, variable
from surefoot.smt.contracts import Answer, NoAnswer, Sat, Unsat
from surefoot.smt.model_checking import CheckedSolver, WrongModel
from surefoot.smt.registry import open_solver

BYTE = bit_vector(8)
x = variable("x", BYTE)
SYMBOL = FunctionSymbol("h", (BYTE,), BYTE)


class AlwaysFive:
    def value(self, variable: Term) -> Value:
        del variable
        return 5

    def apply(self, symbol: FunctionSymbol, arguments: tuple[Value, ...]) -> Value:
        del symbol, arguments
        return 5


class WrongModels:
    """A solver that answers everything alike."""

    name = "liar"

    def __init__(self, answer: Answer) -> None:
        self._answer = answer

    def add(self, formula: Term) -> None:
        pass

    def check(self, assumptions: Sequence[Term] = (), *, purpose: str = "") -> Answer:
        del assumptions, purpose
        return self._answer

    @contextmanager
    def scope(self) -> Iterator[None]:
        yield

    def close(self) -> None:
        pass


def test_a_right_model_passes() -> None:
    solver = CheckedSolver(WrongModels(Sat(AlwaysFive())))
    solver.add(eq(x, bv(5, 8)))
    assert isinstance(solver.check([eq(apply(SYMBOL, x), bv(5, 8))]), Sat)


@pytest.mark.parametrize("wrong", [bvult(x, bv(5, 8)), eq(apply(SYMBOL, x), bv(6, 8))], ids=["variable", "function"])
def test_wrong_model_is_detected(wrong: Term) -> None:
    solver = CheckedSolver(WrongModels(Sat(AlwaysFive())))
    solver.add(eq(x, bv(5, 8)))
    with pytest.raises(WrongModel, match="liar") as caught:
        solver.check([wrong])
    assert caught.value.formula is wrong
    solver.add(wrong)
    with pytest.raises(WrongModel):
        solver.check()


def test_only_formulas_in_force_count() -> None:
    solver = CheckedSolver(WrongModels(Sat(AlwaysFive())))
    with solver.scope():
        solver.add(eq(x, bv(6, 8)))
        with pytest.raises(WrongModel):
            solver.check()
    assert isinstance(solver.check(), Sat)


@pytest.mark.parametrize("answer", [Unsat(), NoAnswer("tired")], ids=str)
def test_other_answers_pass_through(answer: Answer) -> None:
    assert CheckedSolver(WrongModels(answer)).check() is answer


def test_name_is_unchanged(name: str) -> None:
    assert CheckedSolver(open_solver(name, Budget())).name == name
