"""Worked examples as transition systems, written by hand or derived from Horn clauses, with `euf`."""

from collections.abc import Callable
from itertools import combinations
from pathlib import Path

import pytest

from corpus.engine_runs import encoding_of
from corpus.euf_twins import TWINS
from corpus.small_goals import goal_for
from surefoot.base.errors import UnsupportedError
from surefoot.certify.verdicts import Safe, Unsafe
from surefoot.logic import BOOL, Term, Value, evaluate
from surefoot.systems.formats.horn_reader import read_horn
from surefoot.systems.formats.model import HornFile
from surefoot.systems.formats.registry import write_model
from surefoot.systems.horn.transition_encodings import functional, relational
from surefoot.systems.transitions.program_counter import with_program_counter
from surefoot.systems.transitions.transition_system import TransitionSystem
from surefoot.verify import api

STEPS_OF_THREE = """(set-logic HORN)
(declare-fun E () Bool)
(declare-fun L ((_ BitVec 8)) Bool)
(declare-fun M ((_ BitVec 8)) Bool)
(assert (=> true E))
(assert (=> E (L #x00)))
(assert (forall ((x (_ BitVec 8))) (=> (and (L x) (bvult x #x05)) (L (bvadd x #x03)))))
(assert (forall ((x (_ BitVec 8))) (=> (and (L x) (not (bvult x #x05))) (M x))))
(assert (forall ((x (_ BitVec 8))) (=> (and QUERY) false)))
(check-sat)
"""
"""i = 0; while (i < 5) i += 3; and then something is asked."""
TWICE = """(set-logic HORN)
(declare-fun L ((_ BitVec 8)) Bool)
(assert (L #x01))
(assert (forall ((x (_ BitVec 8)) (y (_ BitVec 8))) (=> (and (L x) (L y)) (L (bvadd x y)))))
(assert (=> (L #x00) false))
(check-sat)
"""
Encoding = Callable[..., TransitionSystem]


def solved(file: HornFile) -> TransitionSystem:
    """Return the relational encoding, solved for the next states."""
    return relational(file).functional()[0]


ENCODINGS: list[Encoding] = [functional, solved]


def is_safe(system: TransitionSystem, folder: Path, engine: str = "euf") -> bool:
    path = folder / "system.vmt"
    path.write_text(write_model(system, "vmt"))
    verdict = api.check(path, engine=engine, time_limit=60).verdict
    assert isinstance(verdict, Safe | Unsafe)
    return isinstance(verdict, Safe)


def steps_of_three(query: str, encode: Encoding) -> TransitionSystem:
    return encode(read_horn(STEPS_OF_THREE.replace("QUERY", query), "steps.smt2"))


@pytest.mark.parametrize("encode", ENCODINGS)
@pytest.mark.parametrize(("bound", "expected"), [("#x07", True), ("#x06", False)])
def test_both_encodings_of_clauses(bound: str, expected: bool, encode: Encoding, tmp_path: Path) -> None:
    assert is_safe(steps_of_three(f"(M x) (not (bvult x {bound}))", encode), tmp_path) is expected


@pytest.mark.parametrize("name", ["locks", "steps of three", "values swap"])
def test_programs_with_one_location_and_a_program_counter(name: str, tmp_path: Path) -> None:
    for text, expected in zip(TWINS[name], (True, False), strict=True):
        counted = with_program_counter(encoding_of(goal_for(text, tmp_path)).system)
        assert is_safe(counted.system, tmp_path) is expected


@pytest.mark.parametrize("encode", ENCODINGS)
def test_loop_is_reached_with_three_values(encode: Encoding, tmp_path: Path) -> None:
    others = "(L x) (distinct x #x00) (distinct x #x03) (distinct x #x06)"
    assert is_safe(steps_of_three(others, encode), tmp_path)
    for number in ("#x00", "#x03", "#x06"):
        assert not is_safe(steps_of_three(f"(L x) (= x {number})", encode), tmp_path)


@pytest.mark.parametrize("encode", ENCODINGS)
def test_nonlinear_clauses_are_refused(encode: Encoding) -> None:
    with pytest.raises(UnsupportedError, match="several relations"):
        encode(read_horn(TWICE, "twice.smt2"))


def test_functional_encoding_has_one_function_a_state_and_one_rule_a_step() -> None:
    system = steps_of_three("(M x) (not (bvult x #x07))", functional)
    assert set(system.next) == set(system.states)
    chosen = [each for each in system.inputs if each.sort is BOOL]
    assert len(chosen) == 6, "five clauses, and no step at all"

    def admits(true: tuple[Term, ...]) -> bool:
        values: dict[Term, Value] = {each: each.sort is BOOL and each not in chosen for each in system.states}
        values |= {each: 0 for each in (*system.states, *system.inputs) if each.sort is not BOOL}
        values |= {each: each in true for each in chosen}
        return bool(evaluate(system.constraint, values))

    assert admits((chosen[0],))
    assert not admits(())
    assert not any(admits(both) for both in combinations(chosen, 2))


TWO_COUNTERS = """(set-logic QF_BV)
(declare-fun i () (_ BitVec 32)) (declare-fun i+ () (_ BitVec 32))
(declare-fun j () (_ BitVec 32)) (declare-fun j+ () (_ BitVec 32))
(declare-fun loop () Bool) (declare-fun loop+ () Bool)
(declare-fun done () Bool) (declare-fun done+ () Bool)
(declare-fun goes () Bool)
(define-fun .d0 () (_ BitVec 32) (! i :next i+))
(define-fun .d1 () (_ BitVec 32) (! j :next j+))
(define-fun .d2 () Bool (! loop :next loop+))
(define-fun .d3 () Bool (! done :next done+))
(define-fun .init () Bool (! (and loop (not done) (= i #x00000000) (= j #x00000000)) :init true))
(define-fun more () Bool (and goes (bvult j #x0000000a)))
(define-fun step () Bool (and loop more loop+ (not done+) (= j+ (bvadd j #x00000001)) (= i+ (ite (bvult i j) (bvadd i #x00000001) i))))
(define-fun leave () Bool (and loop (not more) EXIT (= i+ i) (= j+ j)))
(define-fun stay () Bool (and done (not loop+) done+ (= i+ i) (= j+ j)))
(define-fun .trans () Bool (! (or step leave stay) :trans true))
(define-fun .prop () Bool (! PROPERTY :invar-property 0))
(assert true)
"""
"""Two counters, of which one follows the other, in a loop that may end at any time."""
NEVER_LEFT = "loop+ (not done+)"
LEFT = "(not loop+) done+"


@pytest.mark.parametrize(
    ("leaving", "wanted", "expected"),
    [
        (LEFT, "(=> done (or (= j i) (= j (bvadd i #x00000001))))", True),
        (LEFT, "(=> done (or (= j i) (= j (bvadd i #x00000002))))", False),
        (LEFT, "(not done)", False),
        (NEVER_LEFT, "(=> done (or (= j i) (= j (bvadd i #x00000001))))", True),
        (NEVER_LEFT, "(=> done (or (= j i) (= j (bvadd i #x00000002))))", True),
        (NEVER_LEFT, "(not done)", True),
    ],
)
def test_endless_loop_satisfies_later_assertions(
    leaving: str,
    wanted: str,
    expected: bool,
    tmp_path: Path,
) -> None:
    path = tmp_path / "counters.vmt"
    path.write_text(TWO_COUNTERS.replace("EXIT", leaving).replace("PROPERTY", wanted))
    verdict = api.check(path, engine="euf{paths=3}", time_limit=60).verdict
    assert isinstance(verdict, Safe if expected else Unsafe)
