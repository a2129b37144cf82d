"""Constant folding during lowering is part of the proof, and confirmed or refuted by a solver."""

from pathlib import Path

import pytest

from surefoot.certify.verdicts import Safe, Unknown, Unsafe
from surefoot.evidence.claims import Why
from surefoot.frontend.lower import arithmetic
from surefoot.logic import Op, Term, bv, bvsub
from surefoot.logic.rewriting import OPEN_LOGS, noted
from surefoot.program.properties import PROPERTIES
from surefoot.verify.pipeline import check
from surefoot.verify.request import Request

DIFFERENCE = """
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    unsigned x = __VERIFIER_nondet_uint();
    if (x - x == EXPECTED)
        return 0;
    reach_error();
}
"""


def request_for(folder: Path, expected: int) -> Request:
    file = folder / "difference.c"
    file.write_text(DIFFERENCE.replace("EXPECTED", str(expected)))
    return Request((file,), PROPERTIES["unreach-call"])


def wrong_difference(left: Term, right: Term) -> Term:
    """Compute ``bvsub``, but 1 for ``x - x``."""
    if OPEN_LOGS:
        return noted(Op.BVSUB, wrong_difference, (left, right))
    return bv(1, left.sort.width) if left is right else bvsub(left, right)


def test_solver_confirms_folds_of_lowering(tmp_path: Path) -> None:
    verdict = check(request_for(tmp_path, 0)).verdict
    assert isinstance(verdict, Safe)
    assert "rewriting, whose steps bitwuzla confirmed" in verdict.summary
    assert isinstance(check(request_for(tmp_path, 1)).verdict, Unsafe)


def test_wrong_fold_of_lowering_is_no_proof(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(arithmetic, "_ON_BITS", {**arithmetic._ON_BITS, "sub": wrong_difference})
    verdict = check(request_for(tmp_path, 1)).verdict
    assert isinstance(verdict, Unknown) and verdict.why is Why.REJECTED
    assert "bvsub" in verdict.detail and "is wrong" in verdict.detail


def test_without_folds_control_flow_is_the_proof(tmp_path: Path) -> None:
    file = tmp_path / "unused.c"
    lines = (
        "extern void reach_error(void);",
        "extern _Bool __VERIFIER_nondet_bool(void);",
        "void unused(void) { reach_error(); }",
        "int main(void) { unsigned char x = __VERIFIER_nondet_bool(); return 0; }",
    )
    file.write_text("\n".join(lines) + "\n")
    verdict = check(Request((file,), PROPERTIES["unreach-call"])).verdict
    assert isinstance(verdict, Safe)
    assert "control flow alone, without a step of rewriting" in verdict.summary
