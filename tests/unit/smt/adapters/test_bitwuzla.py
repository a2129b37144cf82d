"""Lifetime of Bitwuzla's managers: they outlive their terms and are freed afterwards."""

import gc

from surefoot.logic import Symbol, SymbolKind, bit_vector, bv, bvadd, eq, variable
from surefoot.smt.adapters import bitwuzla
from surefoot.smt.registry import SolverFactory

ROUNDS = 30


def checked_and_dropped_in_a_cycle() -> None:
    """Query a solver and drop it in a reference cycle that only the garbage collector frees."""
    solver = SolverFactory().new()
    number = variable(Symbol(SymbolKind.STATE, "test", 0, "x"), bit_vector(32))
    total = number
    for each in range(50):
        total = bvadd(total, bvadd(number, bv(each, 32)))
    solver.add(eq(total, bv(7, 32)))
    solver.check()
    ring: list[object] = [solver]
    ring.append(ring)


def test_managers_outlive_their_terms_and_are_freed() -> None:
    gc.collect()
    for _ in range(ROUNDS):
        checked_and_dropped_in_a_cycle()
    gc.collect()
    bitwuzla._new_manager()
    assert len(bitwuzla._kept) < ROUNDS
