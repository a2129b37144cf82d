"""Obligations with products in the ring, and Houdini with its results where no solver answers."""

from collections.abc import Sequence
from contextlib import closing

from corpus.small_systems import error, system_of
from surefoot.base.budget import Budget
from surefoot.certify.kernel.ring_arithmetic import is_identity
from surefoot.discharge.ring import RingTactic
from surefoot.discharge.system_solver import SystemSolver
from surefoot.invariants.houdini import inductive_subset
from surefoot.invariants.sources.polynomials import asserted_equations
from surefoot.logic import TRUE, Term, bit_vector, bv, bvadd, bvmul, bvult, eq, not_, variable
from surefoot.smt.contracts import Answer, NoAnswer
from surefoot.smt.registry import SolverFactory
from surefoot.systems.control.system import ENTRY, ControlSystem, Edge

WIDE = bit_vector(64)
COUNT, S, OTHER = (variable(name, WIDE) for name in ("i", "s", "other"))
TWICE = eq(bvadd(S, S), bvmul(COUNT, bvadd(COUNT, bv(1, 64))))
WRONG = eq(S, bvmul(COUNT, COUNT))
NEXT = bvadd(COUNT, bv(1, 64))


def sums() -> ControlSystem:
    """Return a system with i and s = 1 + ... + i."""
    return system_of(
        [
            Edge(ENTRY, "head", TRUE, {COUNT: bv(0, 64), S: bv(0, 64)}),
            Edge("head", "head", TRUE, {COUNT: NEXT, S: bvadd(S, NEXT)}),
            Edge("head", error(), not_(TWICE)),
        ]
    )


class Silent(SystemSolver):
    """Answers nothing."""

    def check(self, assumptions: Sequence[Term] = (), *, purpose: str = "") -> Answer:
        del assumptions, purpose
        return NoAnswer("not asked")


def obligations(system: ControlSystem, *, is_enabled: bool = True) -> RingTactic:
    return RingTactic(system, SolverFactory(), Budget.seconds(30), is_enabled=is_enabled)


def test_only_equations_with_products_are_put_to_the_ring() -> None:
    with closing(obligations(sums())) as ring:
        assert ring.concerns(TWICE)
        assert ring.concerns(not_(TWICE))
        assert not ring.concerns(eq(bvmul(COUNT, bv(3, 64)), S))
        assert not ring.concerns(bvult(bvmul(COUNT, COUNT), S))
        assert ring.core("head", (eq(COUNT, S), not_(eq(COUNT, S)))) is None


def test_formulas_without_products_are_skipped() -> None:
    with closing(obligations(sums(), is_enabled=False)) as ring:
        assert not ring.concerns(TWICE)
        ring.enable_for([eq(COUNT, S)])
        assert not ring.concerns(TWICE)
        ring.enable_for([TWICE])
        assert ring.concerns(TWICE)


def test_core_is_sufficient_and_lemmas_are_identities() -> None:
    system = sums()
    step = system.edges_from("head")[0]
    with closing(obligations(system)) as ring:
        idle = bvult(COUNT, bv(1000, 64))
        core = ring.core("head", (idle, TWICE, not_(step.after(TWICE))))
        assert core is not None
        assert set(core) == {TWICE, not_(step.after(TWICE))}
        assert ring.core("head", (idle, not_(step.after(TWICE)))) is None
        lemmas = [lemma for own in ring.lemmas.values() for lemma in own]
        assert lemmas and all(is_identity(lemma) for lemma in lemmas)


def test_formulas_without_certificate_names_are_left_to_solvers() -> None:
    with closing(obligations(sums())) as ring:
        assert ring.core("head", (eq(OTHER, bvmul(COUNT, COUNT)), not_(eq(OTHER, bvmul(COUNT, COUNT))))) is None


def test_houdini_keeps_consequences_of_the_ring_without_solver_answers() -> None:
    system = sums()
    guesses = {"head": [TWICE, WRONG, bvult(COUNT, bv(7, 64))]}
    with closing(obligations(system)) as ring:
        silent = Silent(system, SolverFactory().new(), ring)
        assert inductive_subset(system, guesses, silent, Budget())["head"] == [TWICE]
    silent = Silent(system, SolverFactory().new())
    assert inductive_subset(system, guesses, silent, Budget())["head"] == []


def test_houdini_keeps_known_invariants_without_solver_answers() -> None:
    system = sums()
    silent = Silent(system, SolverFactory().new())
    kept = inductive_subset(system, {"head": [WRONG]}, silent, Budget(), known={"head": (TWICE,)})
    assert kept["head"] == [TWICE]


def test_houdini_drops_candidates_that_rest_on_dropped_ones() -> None:
    """With s = i * i after each step, t = s would stay; s = i * i is dropped, and so t = s is."""
    t = variable("t", WIDE)
    system = system_of(
        [
            Edge(ENTRY, "head", TRUE, {COUNT: bv(0, 64), S: bv(0, 64), t: bv(0, 64)}),
            Edge("head", "head", TRUE, {COUNT: NEXT, S: bvadd(S, bv(1, 64)), t: bvmul(NEXT, NEXT)}),
        ]
    )
    guesses = {"head": [eq(S, bvmul(COUNT, COUNT)), eq(bvmul(t, COUNT), bvmul(S, COUNT))]}
    with closing(obligations(system)) as ring, closing(SystemSolver(system, SolverFactory().new(), ring)) as solver:
        kept = inductive_subset(system, guesses, solver, Budget.seconds(30))
    assert kept["head"] == []


def test_asserted_equations_are_candidates() -> None:
    assert asserted_equations(sums(), "head") == [TWICE]
    assert asserted_equations(sums(), ENTRY) == []
