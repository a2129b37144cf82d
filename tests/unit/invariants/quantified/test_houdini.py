"""Houdini for quantified invariants: inductive ones are kept at any width, others dropped."""

import pytest

from corpus.small_systems import system_of
from surefoot.base.budget import Budget
from surefoot.discharge.system_solver import SystemSolver
from surefoot.invariants.quantified.houdini import are_inductive_narrowed
from surefoot.logic import TRUE, Term, array_sort, bv, bvadd, bvult, eq, extract, implies, select, store, variable
from surefoot.semantics.memory.pools import INSTANCE
from surefoot.smt.registry import SolverFactory
from surefoot.systems.control.quantified import QuantifiedInvariant, bound_symbol
from surefoot.systems.control.system import ENTRY, ControlSystem, Edge

PLACE = "loop"
COUNT, LINK = variable("count", INSTANCE), variable("link", array_sort(INSTANCE, INSTANCE))
NUMBER = bound_symbol(INSTANCE)
GROWN = bvadd(COUNT, bv(1, INSTANCE.width))


def number(value: int) -> Term:
    return bv(value, INSTANCE.width)


def growing(limit: int) -> ControlSystem:
    """Below ``limit``, each new object has a link to the one before."""
    linked = store(LINK, COUNT, bvadd(COUNT, number(-1)))
    return system_of(
        [
            Edge(ENTRY, PLACE, TRUE, {COUNT: number(0), LINK: LINK}),
            Edge(PLACE, PLACE, bvult(COUNT, number(limit)), {COUNT: GROWN, LINK: linked}),
        ]
    )


def is_kept(body: Term, limit: int = 1 << 60) -> bool:
    system = growing(limit)
    return are_inductive_narrowed(
        system,
        {PLACE: [QuantifiedInvariant(NUMBER, body)]},
        lambda each: SystemSolver(each, SolverFactory().new()),
        Budget(),
    )


@pytest.mark.parametrize("limit", [5, 1000, 1 << 40, 1 << 60])
def test_invariants_of_all_numbers_are_kept(limit: int) -> None:
    assert is_kept(bvult(COUNT, number(limit + 1)), limit)
    assert not is_kept(bvult(COUNT, number(limit)), limit)
    linked = eq(bvadd(select(LINK, NUMBER), number(1)), NUMBER)
    assert is_kept(implies(bvult(NUMBER, COUNT), linked), limit)
    assert not is_kept(implies(bvult(NUMBER, GROWN), linked), limit)


def test_numbers_used_as_bits_are_decided_at_full_width() -> None:
    assert is_kept(eq(extract(COUNT, 61, 61), bv(0, 1)))
    assert not is_kept(eq(extract(COUNT, 40, 40), bv(0, 1)))
