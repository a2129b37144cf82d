"""Programs exported as Horn clauses: Z3's answers agree with the expectations."""

from pathlib import Path

import pytest

from differential.horn_campaign import clauses_of, z3_answer
from differential.test_exported_programs import HEADER, TWINS
from surefoot.certify.verdicts import Safe, Unsafe
from surefoot.verify import api

NAMES = ("count", "two loops", "array", "inputs", "no loop", "addresses")
CASES = [
    pytest.param(form % part, is_safe, id=f"{name}, {'safe' if is_safe else 'unsafe'}")
    for name, (form, *parts) in TWINS.items()
    if name in NAMES
    for part, is_safe in zip(parts, (True, False), strict=True)
]


@pytest.mark.parametrize(("text", "is_safe"), CASES)
def test_answers_agree(tmp_path: Path, text: str, is_safe: bool) -> None:
    program = tmp_path / "program.c"
    program.write_text(HEADER + text)
    path = tmp_path / "program.smt2"
    exported = clauses_of(program)
    assert exported is not None
    path.write_text(exported)
    assert z3_answer(exported, 1000) in {"unknown", "sat" if is_safe else "unsat"}
    engine = "kind" if is_safe else "bmc"
    verdict = api.check(path, engine=engine, time_limit=60).verdict
    assert isinstance(verdict, Safe if is_safe else Unsafe)
