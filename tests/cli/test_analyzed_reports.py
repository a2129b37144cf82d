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
        document = analyzed(
            tmp_path, "a.c", "--method", method, "--certificates", "proofs", "-o", "out.sarif", "--html", "out.html"
        )
        false, true = (each["decision"] for each in document["reports"])
        assert (false["verdict"], true["verdict"]) == ("refuted", "reachable-under-assumptions")
        assert "certify" not in true
        ended = surefoot("certify", *false["certify"], cwd=tmp_path)
        assert ended.returncode == 0, ended.stdout
        other = [each.replace("f", "g") if each == "f" else each for each in false["certify"]]
        assert surefoot("certify", *other, cwd=tmp_path).returncode == 3
    page = (tmp_path / "out.html").read_text()
    assert "&#x27;z&#x27; initialized to a null pointer value" in page
    assert "violated: null pointer dereference" in page
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


STRUCT = """struct s { int a, b; };
int f(unsigned n) {
  struct s v;
  if ((n & 3) == 3) v.a = 1;
  if (n % 4 == VALUE) return v.a;
  return 0; }
"""


@pytest.mark.parametrize(("value", "verdict"), [("3", "path-refuted-under-assumptions"), ("1", "place-reached")])
def test_reports_without_a_check_are_refuted_if_the_path_does_not_get_there(
    value: str, verdict: str, tmp_path: Path
) -> None:
    (tmp_path / "a.c").write_text(STRUCT.replace("VALUE", value))
    (report,) = analyzed(tmp_path, "a.c", "--certificates", "proofs")["reports"]
    decision = report["decision"]
    assert decision["verdict"] == verdict
    if verdict == "place-reached":
        assert decision["reason"].endswith("a run gets to the reported place, if f is called with n = 1")
    else:
        assert surefoot("certify", *decision["certify"], cwd=tmp_path).returncode == 0


def test_rules_are_added_by_a_table(tmp_path: Path) -> None:
    (tmp_path / "a.c").write_text("int f(int n) {\n  int d = n & 1;\n  return 8 / (d + 1); }\n")
    region = {"startLine": 3, "startColumn": 12}
    place = {"physicalLocation": {"artifactLocation": {"uri": "a.c"}, "region": region}}
    result = {"ruleId": "own-division", "message": {"text": "zero"}, "locations": [place]}
    log = {"version": "2.1.0", "runs": [{"tool": {"driver": {"name": "own"}}, "results": [result]}]}
    (tmp_path / "in.sarif").write_text(json.dumps(log))

    def verdict(*rules: str) -> str:
        surefoot("triage", "in.sarif", *rules, "--json=out.json", "--quiet", cwd=tmp_path)
        (report,) = json.loads((tmp_path / "out.json").read_text())["reports"]
        return str(report["decision"]["verdict"])

    assert verdict() == "undecided"
    table = tmp_path / "rules.toml"
    table.write_text('[[rule]]\nrule = "own-.*"\nchecks = ["division"]\n')
    assert verdict("--rules", "rules.toml") == "refuted"
    for text in (
        "[[rule]]\n",
        '[[rule]]\nrule = "x"\nchecks = ["nothing"]\n',
        "x =",
        '[[rule]]\nrule = "("\nchecks = []',
    ):
        table.write_text(text)
        ended = surefoot("triage", "in.sarif", "--rules", "rules.toml", cwd=tmp_path)
        assert ended.returncode == 2, text


OF_CALLERS = """struct s { int a, b; };
extern struct s *known;
int of_global(void) { int *z = 0; if (known->a == 3) return *z; return 0; }
int of_argument(struct s **q) { int *z = 0; if (q[3]->a == 3) return *z; return 0; }
int of_argument_before(struct s **q) {
  int *z = 0, x = q[3]->a;
  if (x == 3)
    return *z;
  return 0; }
"""


def test_memory_that_only_callers_know_refutes_no_path(tmp_path: Path) -> None:
    (tmp_path / "a.c").write_text(OF_CALLERS)
    reports = analyzed(tmp_path, "a.c")["reports"]
    assert [each["decision"]["verdict"] for each in reports] == ["reachable-under-assumptions"] * 3


OF_OTHERS = """struct s { int state; int (*callback)(struct s *); };
static int hidden;
static void set_hidden(void) { hidden = 0; }
void (*hook)(void) = set_hidden;
int by_hook(int n) { hidden = 1; hook(); if (hidden == 0) return n / hidden; return 0; }
int by_callback(struct s *c) { c->state = 1; c->callback(c); if (c->state == 0) return 1 / c->state; return 0; }
"""


def test_effects_of_unknown_code_refute_no_path(tmp_path: Path) -> None:
    (tmp_path / "a.c").write_text(OF_OTHERS)
    reports = analyzed(tmp_path, "a.c", "--unit-time", "2")["reports"]
    assert len(reports) == 2
    assert not [each for each in reports if "refuted" in each["decision"]["verdict"]]
