"""``surefoot analyze``: decisions on reports with a known answer, their log and their certificates.

Comments in ``corpus/reports`` say which reports are true.
"""

import json
import re
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from cli.in_this_process import surefoot

FOLDER = Path(__file__).parents[1] / "corpus" / "reports"
SCHEMA = Path(__file__).parents[1] / "corpus" / "sarif" / "sarif-2.1.0.json"
ANSWER = re.compile(r"// (true|false)$")
RIGHT = {
    "false": {"refuted", "refuted-under-assumptions"},
    "true": {"confirmed", "reachable-under-assumptions"},
}


def analyzed(folder: Path, *arguments: str | Path) -> dict[str, Any]:
    """Return the document of an analysis in ``folder``."""
    surefoot("analyze", *arguments, "--json=out.json", "--quiet", cwd=folder)
    document: dict[str, Any] = json.loads((folder / "out.json").read_text())
    return document


@pytest.mark.parametrize("name", sorted(each.name for each in FOLDER.glob("*.c")))
def test_every_report_is_decided_as_its_comment_says(name: str, tmp_path: Path) -> None:
    lines = (FOLDER / name).read_text().split("\n")
    answers = {at: found[1] for at, line in enumerate(lines, 1) if (found := ANSWER.search(line))}
    reports = analyzed(tmp_path, FOLDER / name)["reports"]
    assert sorted(each["location"]["line"] for each in reports) == sorted(answers)
    for each in reports:
        line = each["location"]["line"]
        assert each["decision"]["verdict"] in RIGHT[answers[line]], (name, line, each["decision"]["reason"])


SOURCE = """unsigned f(unsigned a) {
  unsigned *z = 0;
  if ((a & 1) && ((a & 1) ^ 1)) return *z;
  return 0; }
unsigned g(unsigned a) {
  unsigned *z = 0;
  if ((a & 1) && ((a & 2) ^ 2)) return *z;
  return 0; }
"""
"""Figure 5.1 of M. R. Gadelha's thesis, and a feasible twin."""


def test_certificates_of_refutations_are_checked(tmp_path: Path) -> None:
    (tmp_path / "a.c").write_text(SOURCE)
    for method in ("all", "path"):
        document = analyzed(tmp_path, "a.c", "--method", method, "--certificates", "proofs", "-o", "out.sarif")
        false, true = (each["decision"] for each in document["reports"])
        assert (false["verdict"], true["verdict"]) == ("refuted", "reachable-under-assumptions")
        assert "certify" not in true
        ended = surefoot("certify", *false["certify"], cwd=tmp_path)
        assert ended.returncode == 0, ended.stdout
        other = [each.replace("f", "g") if each == "f" else each for each in false["certify"]]
        assert surefoot("certify", *other, cwd=tmp_path).returncode == 3
    log = json.loads((tmp_path / "out.sarif").read_text())
    jsonschema.validate(log, json.loads(SCHEMA.read_text()), jsonschema.Draft202012Validator)
    results = log["runs"][0]["results"]
    assert [len(each.get("suppressions", ())) for each in results] == [1, 0]
    assert [len(each["codeFlows"]) for each in results] == [1, 2]


def test_the_constraints_of_the_analyser_refute_its_path(tmp_path: Path) -> None:
    (tmp_path / "a.c").write_text(SOURCE)
    reports = analyzed(tmp_path, "a.c", "--method", "constraints")["reports"]
    assert [each["decision"]["verdict"] for each in reports] == ["path-refuted-under-assumptions", "undecided"]
    assert "contradict each other (2 constraints, 5 terms)" in reports[0]["decision"]["reason"]
    assert reports[1]["decision"]["reason"].endswith("reg$1 = 1")
