"""A solver with formulas behind literals agrees with a plain one, in terms of the original
formulas.
"""

import random

import pytest

from surefoot.discharge.system_solver import SwitchedSolver, SystemSolver
from surefoot.logic import FALSE, TRUE, Term, bit_vector, bv, bvadd, bvult, eq, evaluate, not_, or_, variable
from surefoot.smt.contracts import Sat, Unsat
from surefoot.smt.registry import SOLVERS, SolverFactory
from surefoot.systems.control.system import ENTRY, ControlSystem, Fact, Location

NUMBER = bit_vector(3)
A, X, Y = (variable(name, NUMBER) for name in "axy")
SYSTEM = ControlSystem((A,), (Fact((A,), eq(A, bv(3, 3))),), (Location(ENTRY),), ())


def random_formula(generator: random.Random) -> Term:
    left, right = (bvadd(generator.choice([A, X, Y]), bv(generator.randrange(8), 3)) for _ in range(2))
    formula = generator.choice([eq, bvult])(left, right)
    return generator.choice([formula, not_(formula), or_(formula, eq(X, bv(generator.randrange(8), 3)))])


@pytest.mark.parametrize("name", SOLVERS)
def test_answers_cores_and_models_are_about_the_original_formulas(name: str) -> None:
    generator = random.Random(11)
    factory = SolverFactory(main=name)
    switched = SwitchedSolver(SYSTEM, factory.new())
    formulas = [random_formula(generator) for _ in range(12)]
    answers = {Sat: 0, Unsat: 0}
    for _ in range(60):
        asked = generator.sample(formulas, generator.randrange(1, 6))
        plain = SystemSolver(SYSTEM, factory.new())
        expected, answer = plain.check(asked), switched.check(asked)
        assert type(answer) is type(expected)
        if isinstance(answer, Sat):
            values = {symbol: answer.model.value(symbol) for symbol in (A, X, Y)}
            assert all(evaluate(formula, values | {A: 3}) for formula in asked)
        else:
            assert isinstance(answer, Unsat)
            assert set(answer.core) <= set(asked)
            assert isinstance(plain.check(answer.core), Unsat)
        answers[type(answer)] += 1
        plain.close()
    assert min(answers.values()) > 5
    switched.close()


def test_assumptions_are_not_in_force_afterwards() -> None:
    solver = SwitchedSolver(SYSTEM, SolverFactory().new())
    one, two = eq(X, bv(1, 3)), eq(X, bv(2, 3))
    assert isinstance(solver.check([one]), Sat)
    assert isinstance(solver.check([two, TRUE]), Sat)
    answer = solver.check([one, eq(Y, bv(1, 3)), two])
    assert isinstance(answer, Unsat)
    assert set(answer.core) == {one, two}
    assert solver.check([one, FALSE]) == Unsat((FALSE,))
    assert solver.check([eq(A, bv(4, 3)), one]) == Unsat((eq(A, bv(4, 3)),))
    solver.close()
