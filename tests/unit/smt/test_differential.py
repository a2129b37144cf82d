"""Solvers against the reference semantics and against each other, on random terms."""

import random

import pytest

from corpus.random_terms import Signature, TermGenerator, random_value
from surefoot.base.budget import Budget
from surefoot.logic import (
    BOOL,
    FLOAT16,
    FLOAT32,
    ArraySort,
    ArrayValue,
    Sort,
    Term,
    Value,
    bit_vector,
    constant,
    constant_array,
    eq,
    evaluate,
    not_,
    store,
    variables_of,
)
from surefoot.smt.contracts import Limits, NoAnswer, Sat, Unsat
from surefoot.smt.model_checking import CheckedSolver
from surefoot.smt.registry import SOLVERS, open_solver

SIGNATURES = {
    "bit-vectors": Signature(floats=False, arrays=False, functions=False),
    "half": Signature(arrays=False, functions=False, float_formats=(FLOAT16,)),
    "single": Signature(arrays=False, functions=False, float_formats=(FLOAT32,)),
    "arrays": Signature(floats=False, functions=False),
    "functions": Signature(floats=False),
    "integers": Signature(floats=False, arrays=False, functions=False, integers=True),
}
PATIENCE = Limits(seconds=1.0)


def denoting(value: Value, sort: Sort) -> Term:
    if not (isinstance(sort, ArraySort) and isinstance(value, ArrayValue)):
        return constant(value, sort)
    array = constant_array(sort, constant(value.default, sort.element))
    for index, element in value.entries.items():
        array = store(array, constant(index, sort.index), constant(element, sort.element))
    return array


@pytest.mark.parametrize("signature", ["bit-vectors", "half", "single", "integers"])
@pytest.mark.parametrize("seed", range(8))
def test_model_value_agrees_with_evaluation(name: str, signature: str, seed: int) -> None:
    choose = random.Random(f"{signature} {seed}")
    decided = 0
    for _ in range(5):
        sorts: list[Sort] = [BOOL, bit_vector(3), bit_vector(8)]
        sort = choose.choice(sorts)
        term = TermGenerator(choose, SIGNATURES[signature]).term(sort, choose.randint(1, 3))
        assignment = {symbol: random_value(choose, symbol.sort) for symbol in variables_of(term)}
        solver = CheckedSolver(open_solver(name, Budget.seconds(20), PATIENCE))
        for symbol, value in assignment.items():
            solver.add(eq(symbol, denoting(value, symbol.sort)))
        answer = solver.check([not_(eq(term, constant(evaluate(term, assignment), sort)))])
        assert not isinstance(answer, Sat), f"{name} disagrees on {term} under {assignment}"
        decided += isinstance(answer, Unsat)
        solver.close()
    assert decided or name != "z3"


@pytest.mark.parametrize("signature", SIGNATURES)
@pytest.mark.parametrize("seed", range(10))
def test_solvers_agree(signature: str, seed: int) -> None:
    choose = random.Random(f"agree {signature} {seed}")
    generator = TermGenerator(choose, SIGNATURES[signature])
    formulas = [generator.term(BOOL, 3) for _ in range(3)]
    answers = {}
    for name in SOLVERS:
        solver = CheckedSolver(open_solver(name, Budget.seconds(20), PATIENCE))
        for formula in formulas[1:]:
            solver.add(formula)
        answers[name] = solver.check(formulas[:1])
        solver.close()
    definite = {type(answer) for answer in answers.values() if not isinstance(answer, NoAnswer)}
    assert len(definite) == 1, f"{answers} on {formulas}"
