"""Mutants of safe programs that fail natively are never called safe."""

import os
from itertools import islice
from pathlib import Path
from zlib import crc32

import pytest

from corpus.euf_twins import TWINS
from corpus.small_goals import PRELUDE
from differential.mutation import Mutant, mutants, unsafe_mutants
from programs.expectations import is_expected_safe, programs_under
from surefoot.certify.verdicts import Safe
from surefoot.verify.pipeline import check
from surefoot.verify.request import Request

ROOT = Path(__file__).parent.parent / "programs" / "induction"
PROGRAMS = programs_under(ROOT)
WANTED = int(os.environ.get("SUREFOOT_MUTANTS", "2"))
ENGINES = ("auto", "kind")
SECONDS = 2.0 if WANTED <= 2 else 5.0
"""Wrong proofs would come early; who looks for more mutants looks longer."""


def test_there_are_enough_programs() -> None:
    assert len(PROGRAMS) >= 30
    assert all(is_expected_safe(path) for path in PROGRAMS)


@pytest.mark.timeout(60 + 2 * SECONDS * len(ENGINES) * WANTED)
@pytest.mark.parametrize("path", PROGRAMS, ids=lambda path: path.stem)
def test_mutants_that_fail_are_never_safe(path: Path, tmp_path: Path) -> None:
    text = path.read_text()
    found = list(islice(unsafe_mutants(text, crc32(path.stem.encode()), tmp_path), WANTED))
    assert found, "no mutant fails, so the program tests nothing"
    source = tmp_path / "checked.c"
    for mutant in found:
        source.write_text(mutant.text)
        for engine in ENGINES:
            verdict = check(Request((source,), engine=engine, time_limit=SECONDS)).verdict
            assert not isinstance(verdict, Safe), f"{engine} on line {mutant.line}: {mutant.old} -> {mutant.new}"


@pytest.mark.timeout(60 + 2 * SECONDS * WANTED)
@pytest.mark.parametrize("name", [each for each in TWINS if each != "wrapping"])
def test_mutants_with_uninterpreted_functions_are_never_safe(name: str, tmp_path: Path) -> None:
    """The worked examples of `euf`, without one whose mutants fail for a single number."""
    text = PRELUDE + TWINS[name][0]
    found = list(islice(unsafe_mutants(text, crc32(name.encode()), tmp_path), WANTED))
    assert found, "no mutant fails, so the program tests nothing"
    source = tmp_path / "checked.c"
    for mutant in found:
        source.write_text(mutant.text)
        verdict = check(Request((source,), engine="euf", time_limit=SECONDS)).verdict
        assert not isinstance(verdict, Safe), f"line {mutant.line}: {mutant.old} -> {mutant.new}"


def test_a_mutant_differs_in_one_token() -> None:
    text = '// x < 1\n#include "a+b.h"\nextern int f(int, char *);\nint main(void) { return !(f(7, "a<b") < 0x10) & 010; }\n'
    expected = {"!": [""], "7": ["8", "6"], "<": ["<=", ">", ">="], "0x10": ["17", "15"], "&": ["|", "^"]}
    assert [(each.line, each.old, each.new) for each in mutants(text)] == [
        (4, old, new) for old, others in expected.items() for new in others
    ]
    assert Mutant(text.replace(") <", ") <="), 4, "<", "<=") in set(mutants(text))
