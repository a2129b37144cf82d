"""Frames: clauses of a query, cores of answers, and subsumed clauses."""

from collections.abc import Iterator
from contextlib import closing

import pytest

from corpus.random_systems import number
from corpus.small_systems import error, system_of
from limits import override
from surefoot.discharge.system_solver import SystemSolvers
from surefoot.engines.ic3.frames import ALWAYS, BlockedCube, Frames, LocationFrames
from surefoot.engines.limits import LIMITS
from surefoot.engines.searches import NoDecision, decided
from surefoot.logic import TRUE, Term, bv, bvadd, bvult, eq, not_
from surefoot.smt.contracts import NoAnswer, Sat, Unsat
from surefoot.smt.registry import SolverFactory
from surefoot.systems.control.system import ENTRY, Edge

X, Y = number("x", 4), number("y", 4)
SYSTEM = system_of(
    [
        Edge(ENTRY, "head", TRUE, {X: bv(0, 4), Y: bv(0, 4)}),
        Edge("head", "head", bvult(X, bv(9, 4)), {X: bvadd(X, bv(1, 4)), Y: Y}),
        Edge("head", error(), eq(Y, bv(7, 4))),
    ]
)


def is_at(symbol: Term, value: int) -> Term:
    return eq(symbol, bv(value, 4))


@pytest.fixture
def frames() -> Iterator[Frames]:
    with closing(
        Frames(SystemSolvers(SYSTEM, SolverFactory(check_models=True)), {"head": (not_(is_at(X, 15)),)})
    ) as opened:
        yield opened


@pytest.fixture
def head(frames: Frames) -> LocationFrames:
    return frames.at("head")


def admits(frames: LocationFrames, level: int, *formulas: Term) -> bool:
    return isinstance(frames.check(level, formulas, "test"), Sat)


def test_frame_has_the_clauses_of_its_level_and_later_ones(head: LocationFrames) -> None:
    head.add(BlockedCube("head", (is_at(X, 1),), 1))
    head.add(BlockedCube("head", (is_at(X, 3),), 3))
    head.add(BlockedCube("head", (is_at(X, 9),), ALWAYS))
    for level in range(1, 5):
        assert admits(head, level, is_at(X, 1)) == (level > 1)
        assert admits(head, level, is_at(X, 3)) == (level > 3)
        assert not admits(head, level, is_at(X, 9))
        assert not admits(head, level, is_at(X, 15))
        assert admits(head, level, is_at(X, 2))


def test_answer_has_the_last_frame_it_holds_for(head: LocationFrames) -> None:
    head.add(BlockedCube("head", (is_at(X, 1),), 2))
    head.add(BlockedCube("head", (is_at(X, 1), is_at(Y, 1)), 5))
    head.add(BlockedCube("head", (is_at(X, 9),), ALWAYS))
    for formulas, expected in (
        ([is_at(X, 1), is_at(Y, 0)], 2),
        ([is_at(X, 9)], ALWAYS),
        ([is_at(X, 15)], ALWAYS),
    ):
        answer = head.check(1, formulas, "test")
        assert isinstance(answer, Unsat)
        assert head.lowest_used(answer) == expected
    answer = head.check(3, [is_at(X, 1), is_at(Y, 1)], "test")
    assert isinstance(answer, Unsat)
    assert head.lowest_used(answer) == 5


def test_clause_replaces_subsumed_clauses_of_no_later_frame(frames: Frames, head: LocationFrames) -> None:
    longer, later = (BlockedCube("head", (is_at(X, 1), is_at(Y, 1)), level) for level in (2, 4))
    head.add(longer)
    head.add(BlockedCube("head", (is_at(X, 1),), 3))
    assert longer not in head
    head.add(later)
    assert [each.level for each in head] == [3, 4]
    assert frames.of_level(4) == [later]
    assert frames.above(3) == {"head": (later.clause,)}


def test_propagated_clause_is_dropped_if_subsumed(head: LocationFrames) -> None:
    moving = BlockedCube("head", (is_at(X, 1), is_at(Y, 1)), 2)
    head.add(BlockedCube("head", (is_at(X, 1),), 1))
    head.add(moving)
    head.raise_level(moving, 3)
    assert moving in head and not admits(head, 3, *moving.cube)
    shorter = BlockedCube("head", (is_at(Y, 1),), 1)
    head.add(shorter)
    head.raise_level(shorter, 4)
    other = BlockedCube("head", (is_at(X, 2), is_at(Y, 1)), 2)
    head.raise_level(moving, 4)
    assert moving not in head and other not in head and not admits(head, 4, *moving.cube)


def test_last_frame_in_which_a_clause_excludes_a_cube(head: LocationFrames) -> None:
    head.add(BlockedCube("head", (is_at(X, 1),), 4))
    head.add(BlockedCube("head", (is_at(X, 1), is_at(Y, 2)), 5))
    assert head.excluded_up_to((is_at(X, 1), is_at(Y, 2))) == 5
    assert head.excluded_up_to((is_at(X, 1), is_at(Y, 3))) == 4
    assert head.excluded_up_to((is_at(Y, 2),)) == 0


def test_invariant_is_in_all_frames(head: LocationFrames) -> None:
    assert admits(head, 7, is_at(Y, 3))
    head.assume(not_(is_at(Y, 3)))
    assert not admits(head, 7, is_at(Y, 3))


def test_replaced_solver_has_the_same_clauses(head: LocationFrames) -> None:
    head.assume(not_(is_at(Y, 3)))
    before = head._solver
    with override(LIMITS, stale_clauses=2):
        head.add(BlockedCube("head", (is_at(X, 2), is_at(Y, 5)), 1))
        for level in range(1, 9):
            head.add(BlockedCube("head", (is_at(X, 1),), level))
    assert head._solver is not before
    for level in range(1, 10):
        assert admits(head, level, is_at(X, 1)) == (level == 9)
        assert admits(head, level, is_at(X, 2), is_at(Y, 5)) == (level > 1)
        assert not admits(head, level, is_at(Y, 3)) and not admits(head, level, is_at(X, 15))


def test_missing_answer_is_no_decision() -> None:
    with pytest.raises(NoDecision, match="memory limit"):
        decided(NoAnswer("memory limit"))
    assert decided(Unsat()) == Unsat()
