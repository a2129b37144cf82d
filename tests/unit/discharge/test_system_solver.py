"""Solvers with formulas behind literals, or with symbols for products, agree with a plain one, in
terms of the original formulas.
"""

import random
from collections.abc import Callable

import pytest

from surefoot.discharge.congruent_products import CongruentProducts
from surefoot.discharge.system_solver import ProductsSolver, SwitchedSolver, SystemSolver
from surefoot.logic import FALSE, TRUE, Term, bit_vector, bv, bvadd, bvmul, bvult, eq, evaluate, not_, or_, variable
from surefoot.smt.contracts import Sat, Unsat
from surefoot.smt.registry import SOLVERS, SolverFactory
from surefoot.systems.control.system import ENTRY, ControlSystem, Fact, Location

NUMBER = bit_vector(3)
A, X, Y = (variable(name, NUMBER) for name in "axy")
SYSTEM = ControlSystem((A,), (Fact((A,), eq(A, bv(3, 3))),), (Location(ENTRY),), ())


def random_formula(generator: random.Random) -> Term:
    words = [A, X, Y, bvmul(X, Y), bvmul(Y, Y), bvmul(A, bvadd(X, Y))]
    left, right = (bvadd(generator.choice(words), bv(generator.randrange(8), 3)) for _ in range(2))
    formula = generator.choice([eq, bvult])(left, right)
    return generator.choice([formula, not_(formula), or_(formula, eq(X, bv(generator.randrange(8), 3)))])


def switched_solver(factory: SolverFactory) -> SystemSolver:
    return SwitchedSolver(SYSTEM, factory.new())


def products_solver(factory: SolverFactory) -> SystemSolver:
    return ProductsSolver(SYSTEM, factory.new(), factory.new(), CongruentProducts())


@pytest.mark.parametrize("opened", [switched_solver, products_solver])
@pytest.mark.parametrize("name", SOLVERS)
def test_answers_cores_and_models_are_about_the_original_formulas(
    name: str, opened: Callable[[SolverFactory], SystemSolver]
) -> None:
    generator = random.Random(11)
    factory = SolverFactory(main=name)
    switched = opened(factory)
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


def test_added_formulas_stay_in_force() -> None:
    solver = products_solver(SolverFactory())
    solver.add(eq(bvmul(X, Y), bv(3, 3)))
    assert isinstance(solver.check([eq(bvmul(X, Y), bv(1, 3))]), Unsat)
    assert isinstance(solver.check([eq(X, bv(2, 3))]), Unsat)
    assert isinstance(solver.check([eq(X, bv(5, 3))]), Sat)


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
