"""A sample of the campaign against gcc's sanitizers, and its completeness: all inputs are run."""

from pathlib import Path

import pytest

from differential import sanitizer_campaign
from differential.sanitizer_campaign import (
    Result,
    disagreements,
    programs_of,
    read_results,
    result_of,
    survey_of,
    table,
)
from differential.sanitizers import Reported, SanitizedRuns, sanitizing_compiler
from surefoot.program.statements import CheckKind

pytestmark = pytest.mark.skipif(sanitizing_compiler() is None, reason="no gcc whose sanitizers link")

SMALL = """#include <stdlib.h>
#ifdef NATIVE
int main(int argc, char **argv) { int a = argv[3][0] - '0';
#else
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) { int v = __VERIFIER_nondet_uchar(), w = __VERIFIER_nondet_uchar(), a = __VERIFIER_nondet_uchar();
  if (v || w || a > 2) return 0;
#endif
%s
  return 0; }
"""
STATEMENTS = {
    "int *p = malloc(8); p[a] = 1; free(p);": (CheckKind.INVALID_DEREFERENCE, 9),
    "int *p = malloc(8); free(p); if (a == 1) *p = 1;": (CheckKind.INVALID_DEREFERENCE, 9),
    "int *p = malloc(8); free(p + (a == 2));": (CheckKind.INVALID_FREE, 9),
    "int x = 1, *p = &x; if (a) free(p);": (CheckKind.INVALID_FREE, 9),
    "int *p = malloc(8); if (a) free(p);": (CheckKind.MEMORY_LEAK, 0),
    "int x = 2147483646; x = x + a;": (CheckKind.SIGNED_OVERFLOW, 9),
    "int x = 7; x = x / a;": (CheckKind.DIVISION_BY_ZERO, 9),
    "unsigned x = 30; x = 1u << (x + a);": (CheckKind.SHIFT, 9),
    "int x = -2147483647 - 1; x = x / (a - 1 ? 1 : -1);": (CheckKind.DIVISION_OVERFLOW, 9),
}


def runs_of(statements: str, folder: Path) -> dict[tuple[int, ...], Reported | None]:
    (folder / "checked.c").write_text(SMALL % statements)
    runs = SanitizedRuns(folder)
    return {(0, 0, a): runs.on((0, 0, a)) for a in range(3)}


@pytest.mark.parametrize(("statements", "expected"), STATEMENTS.items())
def test_sanitizer_reports_have_a_kind_and_a_line(
    statements: str, expected: tuple[CheckKind, int], tmp_path: Path
) -> None:
    found = [(report.kind, report.line) for report in runs_of(statements, tmp_path).values() if report is not None]
    assert set(found) == {expected} and len(found) < 3


@pytest.mark.parametrize(
    ("checked", "reported", "is_wrong"),
    [
        ("int *p = malloc(8); p[a] = 1; free(p);", "int *p = malloc(8); p[a] = 1; free(p);", False),
        ("int *p = malloc(8); p[a] = 1; free(p);", "int *p = malloc(12); p[a] = 1; free(p);", True),
        ("int *p = malloc(12); p[a] = 1; free(p);", "int *p = malloc(8); p[a] = 1; free(p);", True),
        ("int x = 2147483646; x = x + a;", "int x = 7; x = x / (2 - a);", True),
        ("int x = 2147483646;\nx = x + a;", "int x = 2147483646; x = x + a;", True),
    ],
)
def test_disagreements_are_detected(checked: str, reported: str, is_wrong: bool, tmp_path: Path) -> None:
    reports = runs_of(reported, tmp_path)
    (tmp_path / "checked.c").write_text(SMALL % checked)
    found = disagreements(survey_of(tmp_path / "checked.c", None), reports)
    assert bool(found) == is_wrong, found


def test_a_disagreement_is_printed_with_its_program(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    results = tmp_path / "results"
    monkeypatch.setattr(sanitizer_campaign, "disagreements", lambda _survey, _reports: ["the sky is green"])
    assert sanitizer_campaign.main(["--to", "1", "--results", str(results)]) == 1
    printed = capsys.readouterr().out
    assert "DISAGREEMENT: seed 0" in printed and programs_of(0).text() in printed and "the sky is green" in printed
    monkeypatch.undo()
    assert sanitizer_campaign.main(["--to", "1", "--results", str(results)]) == 1, "a seed is not done again"
    (result,) = read_results(results)
    assert result.disagreements == ("the sky is green",)


def test_table() -> None:
    result = Result(3, 4, 2, ("SHIFT",), "unsafe", 0, ())
    assert table([result]).startswith("programs: 4 in 1 files, sanitizers report something about 2; disagreements: 0\n")


@pytest.mark.parametrize("seed", range(4))
def test_surefoot_and_the_sanitizers_agree(seed: int, tmp_path: Path) -> None:
    result, text = result_of(seed, 30.0, tmp_path)
    assert result.disagreements == (), text
    assert result.verdict in {"safe", "unsafe"}
