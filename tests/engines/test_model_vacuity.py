"""Vacuous proofs about models are announced, others are not."""

from pathlib import Path

import pytest

from surefoot.certify.verdicts import Safe, Unsafe
from surefoot.verify import api
from surefoot.verify.request import Report

STARTS = "(and (= x #x00) (not done))"
COUNTS = "(and (= x.next (bvadd x #x01)) (= done.next (or done (= x #x07))))"
SMALL = "(bvult x #x10)"


def report(folder: Path, initial: str, relation: str, formula: str) -> Report:
    path = folder / "model.vmt"
    path.write_text(f"""(declare-fun x () (_ BitVec 8)) (declare-fun x.next () (_ BitVec 8))
(declare-fun done () Bool) (declare-fun done.next () Bool) (declare-fun t () (_ BitVec 8))
(define-fun sx () (_ BitVec 8) (! x :next x.next))
(define-fun sd () Bool (! done :next done.next))
(define-fun i () Bool (! {initial} :init true))
(define-fun s () Bool (! {relation} :trans true))
(define-fun p () Bool (! {formula} :invar-property 0))
""")
    return api.check(path, time_limit=60)


@pytest.mark.parametrize(
    ("initial", "relation", "formula", "note"),
    [
        ("(and (= x #x00) (= x #x01))", COUNTS, SMALL, "the model has no initial state"),
        (STARTS, f"(and (bvult x #x00) {COUNTS})", SMALL, "no initial state has a successor"),
        (
            STARTS,
            "(and (= x.next (ite (bvult x #x05) (bvadd x #x01) x)) (= done.next (or done (= x #x07))))",
            "(=> done (= x #x10))",
            "no run reaches a state with done",
        ),
    ],
)
def test_vacuous_proofs_are_announced(tmp_path: Path, initial: str, relation: str, formula: str, note: str) -> None:
    found = report(tmp_path, initial, relation, formula)
    assert isinstance(found.verdict, Safe)
    assert [each for each in found.warnings if note in each], found.warnings


def test_other_proofs_have_no_warning(tmp_path: Path) -> None:
    wraps = "(and (= x.next (bvand (bvadd x #x01) #x07)) (= done.next (or done (= x #x07))))"
    found = report(tmp_path, STARTS, wraps, "(=> done (bvult x #x08))")
    assert isinstance(found.verdict, Safe) and not found.warnings


def test_no_initial_state_and_a_step_to_a_bad_state_differ(tmp_path: Path) -> None:
    assert isinstance(report(tmp_path, STARTS, COUNTS, SMALL).verdict, Unsafe)


UNINTERPRETED = """(declare-sort Node 0)
(declare-fun succ (Node) Node) (declare-fun color (Node Bool) (_ BitVec 8)) (declare-fun live (Node) Bool)
(declare-fun n () Node) (declare-fun n.next () Node) (declare-fun m () Node) (declare-fun m.next () Node)
(define-fun sn () Node (! n :next n.next)) (define-fun sm () Node (! m :next m.next))
(define-fun i () Bool (! (= n m) :init true))
(define-fun s () Bool (! (and (= n.next (succ n)) (= m.next STEP)) :trans true))
(define-fun p () Bool (! (and (= (color n true) (color m true)) (= (live n) (live m))) :invar-property 0))
"""


@pytest.mark.parametrize(("step", "expected"), [("(succ m)", Safe), ("m", Unsafe)])
def test_uninterpreted_sorts_and_functions(tmp_path: Path, step: str, expected: type) -> None:
    path = tmp_path / "nodes.vmt"
    path.write_text(UNINTERPRETED.replace("STEP", step))
    assert isinstance(api.check(path, time_limit=60).verdict, expected)
