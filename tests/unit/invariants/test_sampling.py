"""Sample states of runs, and the equations they satisfy."""

from corpus.small_systems import system_of
from surefoot.base.budget import Budget
from surefoot.invariants.sampling import sample_states, unrefuted
from surefoot.invariants.sources.polynomials import linear_equations, quadratic_equations
from surefoot.logic import TRUE, Term, bit_vector, bv, bvadd, bvmul, bvult, eq, evaluate, variable
from surefoot.smt.contracts import Unsat
from surefoot.smt.registry import SolverFactory
from surefoot.systems.control.system import ENTRY, Edge

HEAD = "head"
COUNT, N, S = (variable(name, bit_vector(32)) for name in "ins")
INPUT = variable("input", bit_vector(32))
ONE = bv(1, 32)
SUM = [
    Edge(ENTRY, HEAD, TRUE, {COUNT: bv(0, 32), N: INPUT, S: bv(0, 32)}),
    Edge(HEAD, HEAD, bvult(COUNT, N), {COUNT: bvadd(COUNT, ONE), N: N, S: bvadd(S, COUNT)}),
]
TWINS = [
    Edge(ENTRY, HEAD, TRUE, {COUNT: INPUT, N: INPUT, S: bv(3, 32)}),
    Edge(HEAD, HEAD, TRUE, {COUNT: bvadd(COUNT, ONE), N: N, S: bvadd(S, bv(2, 32))}),
]


def test_samples_are_states_of_runs() -> None:
    samples = sample_states(system_of(SUM), {}, 1, Budget.seconds(9))[HEAD]
    assert len(samples) > 10
    for sample in samples:
        i, n, s = (int(sample[symbol]) for symbol in (COUNT, N, S))  # type: ignore[arg-type]
        assert i <= n and s == i * (i - 1) // 2
    assert samples == sample_states(system_of(SUM), {}, 1, Budget.seconds(9))[HEAD]


def implies(premises: list[Term], conclusion: Term) -> bool:
    solver = SolverFactory().new()
    for premise in premises:
        solver.add(premise)
    try:
        return isinstance(solver.check([eq(conclusion, eq(ONE, bv(0, 32)))]), Unsat)
    finally:
        solver.close()


def test_numbers_of_different_widths_are_in_one_equation() -> None:
    narrow, wide = variable("narrow", bit_vector(8)), variable("wide", bit_vector(16))
    samples = [{narrow: number % 256, wide: (3 * number + 1) % 65536} for number in range(-5, 20)]
    (found,) = linear_equations(samples)
    for number in (-100, 0, 100):
        assert evaluate(found, {narrow: number % 256, wide: (3 * number + 1) % 65536}) is True
        assert evaluate(found, {narrow: number % 256, wide: (3 * number + 2) % 65536}) is False


def test_linear_equations_are_found() -> None:
    samples = sample_states(system_of(TWINS), {}, 1, Budget.seconds(9))[HEAD]
    found = list(linear_equations(samples))
    distance = eq(bvadd(S, bvadd(N, N)), bvadd(bvadd(COUNT, COUNT), bv(3, 32)))
    assert implies(found, distance)
    assert not list(linear_equations(sample_states(system_of(SUM), {}, 1, Budget.seconds(9))[HEAD]))


def test_quadratic_equations_hold_in_all_samples() -> None:
    samples = sample_states(system_of(SUM), {}, 1, Budget.seconds(9))[HEAD]
    found = list(quadratic_equations(samples))
    assert found
    assert all(evaluate(term, sample) for term in found for sample in samples)
    assert any(implies([term], eq(bvadd(S, bvadd(S, COUNT)), bvmul(COUNT, COUNT))) for term in found)


def test_candidates_about_symbols_that_samples_lack_are_not_refuted() -> None:
    known, parameter = variable("known", bit_vector(8)), variable("parameter", bit_vector(8))
    refuted, kept, unknown = eq(known, bv(1, 8)), eq(known, bv(2, 8)), eq(parameter, known)
    assert unrefuted([refuted, kept, unknown], [{known: 2}]) == [kept, unknown]
