"""Reduced proofs are proofs, without invariants unrelated to the errors."""

from contextlib import closing

import pytest

from corpus.random_systems import RandomSystems, is_proof, number
from corpus.small_systems import error, system_of
from surefoot.base.budget import Budget
from surefoot.discharge.system_solver import SystemSolver
from surefoot.engines.ic3.proofs import needed
from surefoot.engines.ic3.search import property_directed
from surefoot.logic import TRUE, bv, bvadd, bvule, bvult, eq, not_
from surefoot.smt.registry import SolverFactory
from surefoot.systems.control.runs import Run
from surefoot.systems.control.system import ENTRY, ControlSystem, Edge, Invariants

SOLVERS = SolverFactory(check_models=True)


def reduced(system: ControlSystem, invariants: Invariants) -> Invariants:
    with closing(SystemSolver(system, SOLVERS.new())) as solver:
        return needed(system, invariants, solver, Budget.seconds(30))


@pytest.mark.parametrize("seed", range(40))
def test_reduced_proof_is_a_proof(seed: int) -> None:
    system = RandomSystems(2, ("a", "b"), has_parameter=True).make(seed)
    found = property_directed(system, {}, SOLVERS, Budget.seconds(50))
    if found is not None and not isinstance(found, Run):
        less = reduced(system, found)
        assert is_proof(system, less)
        assert all(set(less[name]) <= set(found[name]) for name in system.names)


def test_irrelevant_invariants_are_removed() -> None:
    x, y, z = number("x", 8), number("y", 8), number("z", 8)
    system = system_of(
        [
            Edge(ENTRY, "head", TRUE, {x: bv(0, 8), y: bv(0, 8), z: bv(0, 8)}),
            Edge("head", "head", bvult(x, bv(9, 8)), {x: bvadd(x, bv(1, 8)), y: z, z: z}),
            Edge("head", error(), eq(y, bv(7, 8))),
        ]
    )
    zero_y, zero_z, small = eq(y, bv(0, 8)), eq(z, bv(0, 8)), bvule(x, bv(9, 8))
    assert reduced(system, {"head": (small, zero_z, zero_y, not_(eq(x, bv(200, 8))))}) == {"head": (zero_z, zero_y)}


def test_non_proof_is_unchanged() -> None:
    x = number("x", 8)
    system = system_of(
        [
            Edge(ENTRY, "head", TRUE, {x: bv(0, 8)}),
            Edge("head", "head", TRUE, {x: bvadd(x, bv(1, 8))}),
            Edge("head", error(), eq(x, bv(7, 8))),
        ]
    )
    for invariants in ((bvule(x, bv(6, 8)), TRUE), (bvule(x, bv(8, 8)),)):
        assert reduced(system, {"head": invariants}) == {"head": invariants}
