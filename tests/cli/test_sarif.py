"""SARIF logs, baselines and JUnit XML of ``surefoot check`` and ``surefoot scan``."""

import json
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import jsonschema
import pytest

from cli.in_this_process import surefoot
from limits import override
from surefoot.report.limits import LIMITS
from surefoot.report.rules import RULES
from surefoot.report.sarif.fingerprints import OWN, line_hashes

SCHEMA = Path(__file__).parents[1] / "corpus" / "sarif" / "sarif-2.1.0.json"
PROGRAM = """\
#include <stdlib.h>
int twice(int x) { return 2 * x; }
int late(int n) {
    int *p = malloc(4);
    if (!p) return 0;
    *p = n;
    free(p);
    return *p;
}
int sum(void) {
    int a[20], sum = 0;
    for (int i = 0; i < 20; i++)
        a[i] = i;
    /* \N{GREEK SMALL LETTER PI} */ for (int i = 0; i <= 20; i++) sum += a[i];
    return sum;
}
int broken(int x) { return x / 0; } // surefoot: ignore[division-by-zero] only a test
int known(int x) {
    // surefoot: ignore[shift, nan]
    return x / 0;
}
"""


def scanned(folder: Path, *arguments: str) -> tuple[int, list[dict[str, Any]]]:
    """Scan ``folder``; return the exit code and the results of the log."""
    ended = surefoot("scan", *arguments, "--sarif=out.sarif", "--unit-time=20", "--quiet", cwd=folder)
    return ended.returncode, results(folder / "out.sarif")


def results(path: Path) -> list[dict[str, Any]]:
    log = json.loads(path.read_text())
    jsonschema.validate(log, json.loads(SCHEMA.read_text()), jsonschema.Draft202012Validator)
    (run,) = log["runs"]
    rules = [each["id"] for each in run["tool"]["driver"]["rules"]]
    for each in run["results"]:
        assert "ruleIndex" not in each or rules[each["ruleIndex"]] == each["ruleId"]
    return list(run["results"])


def fails(found: list[dict[str, Any]]) -> dict[str, dict[str, Any]]:
    """Return the violations by function."""
    failed = [each for each in found if each["kind"] == "fail"]
    return {each["locations"][0]["logicalLocations"][0]["name"]: each for each in failed}


def region(result: dict[str, Any]) -> tuple[int, int, int]:
    found = result["locations"][0]["physicalLocation"]["region"]
    assert found["startLine"] == found["endLine"]
    return found["startLine"], found["startColumn"], found["endColumn"]


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("project")
    (folder / "src").mkdir()
    (folder / "src" / "a.c").write_text(PROGRAM, "utf-8")
    code, _ = scanned(folder, "--junit=junit.xml", "--fail-on=any")
    assert code == 1
    return folder


def test_violations_have_rules_regions_and_related_locations(project: Path) -> None:
    found = fails(results(project / "out.sarif"))
    assert {name: each["ruleId"] for name, each in found.items()} == {
        "late": "use-after-free",
        "sum": "out-of-bounds-read",
        "broken": "division-by-zero",
        "known": "division-by-zero",
    }
    assert {name: region(each) for name, each in found.items()} == {
        "late": (8, 12, 14),
        "sum": (14, 50, 54),
        "broken": (17, 28, 33),
        "known": (20, 12, 17),
    }
    lines = [each["physicalLocation"]["region"]["startLine"] for each in found["late"]["relatedLocations"]]
    assert lines == [4, 7]
    uri = found["late"]["locations"][0]["physicalLocation"]["artifactLocation"]
    assert uri == {"uri": "src/a.c", "uriBaseId": "%SRCROOT%"}


def test_code_flow_has_values_and_folds_loops(project: Path) -> None:
    found = fails(results(project / "out.sarif"))
    (flow,) = found["sum"]["codeFlows"][0]["threadFlows"]
    texts = [each["location"]["message"]["text"] for each in flow["locations"]]
    assert any("more iterations of the loop at line 12" in each for each in texts)
    assert len(flow["locations"]) < 30
    assert flow["locations"][-1]["location"]["physicalLocation"]["region"]["startLine"] == 14
    assert any(each.get("state", {}).get("i") == {"text": "20"} for each in flow["locations"])


def test_long_flows_are_cut(project: Path) -> None:
    with override(LIMITS, flow_locations=6):
        _, found = scanned(project, "--fail-on=none")
    (flow,) = fails(found)["sum"]["codeFlows"][0]["threadFlows"]
    assert len(flow["locations"]) == 6
    assert any("lines of the run are omitted" in each["location"]["message"]["text"] for each in flow["locations"])


def test_proofs_and_suppressions(project: Path) -> None:
    found = results(project / "out.sarif")
    proofs = [each["message"]["text"] for each in found if each["kind"] == "pass"]
    assert "proved: no signed integer overflow in twice (1 check) if x <= 1073741823; x >= -1073741823" in proofs
    assert all(each["level"] == "none" for each in found if each["kind"] != "fail")
    suppressions = {name: each["suppressions"] for name, each in fails(found).items()}
    assert suppressions["broken"] == [{"kind": "inSource", "status": "accepted", "justification": "only a test"}]
    assert suppressions["known"] == suppressions["late"] == []


def test_undecided_function_is_open(tmp_path: Path) -> None:
    (tmp_path / "a.c").write_text(
        "struct n { struct n *next; };\nint f(struct n *p) { return p->next->next->next != 0; }\n"
    )
    (tmp_path / "b.c").write_text("int g(void) { return 1 }\n")
    code, found = scanned(tmp_path)
    kinds = {(each["kind"], each["ruleId"]) for each in found if each["kind"] == "open"}
    assert kinds <= {("open", "invalid-dereference")}
    log = json.loads((tmp_path / "out.sarif").read_text())
    (invocation,) = log["runs"][0]["invocations"]
    assert not invocation["executionSuccessful"]
    (notice,) = invocation["toolExecutionNotifications"]
    assert notice["message"]["text"] == "expected ';' after return statement"
    assert code == 3


def test_baseline_survives_moved_lines(project: Path, tmp_path: Path) -> None:
    moved = PROGRAM.replace("int late", "\n\n// moved\nint late").replace("    free(p);\n", "    p[0]++;\n")
    moved = moved.replace("int known", "int fresh(int x) { return x % 0; }\nint known")
    (tmp_path / "src").mkdir()
    (tmp_path / "src" / "a.c").write_text(moved, "utf-8")
    code, found = scanned(tmp_path, f"--baseline={project / 'out.sarif'}", "--fail-on=new")
    states = {name: each["baselineState"] for name, each in fails(found).items()}
    assert states == {
        "sum": "unchanged",
        "broken": "unchanged",
        "known": "unchanged",
        "fresh": "new",
        "late": "absent",
    }
    assert code == 1
    code, again = scanned(tmp_path, "--baseline=out.sarif", "--fail-on=new")
    assert code == 0
    assert {each["baselineState"] for each in fails(again).values()} == {"unchanged"}


def test_suppression_in_the_baseline_is_kept(tmp_path: Path) -> None:
    (tmp_path / "a.c").write_text("int f(int x) { return x / 0; }\n")
    assert scanned(tmp_path)[0] == 1
    log = json.loads((tmp_path / "out.sarif").read_text())
    accepted = [{"kind": "external", "status": "accepted", "justification": "reviewed"}]
    log["runs"][0]["results"][0]["suppressions"] = accepted
    (tmp_path / "base.sarif").write_text(json.dumps(log))
    code, found = scanned(tmp_path, "--baseline=base.sarif", "--fail-on=any")
    assert (code, fails(found)["f"]["suppressions"]) == (0, accepted)


def test_wrong_baseline(tmp_path: Path) -> None:
    (tmp_path / "a.c").write_text("int f(void) { return 1; }\n")
    (tmp_path / "other.sarif").write_text('{"runs": [{"results": [{"message": {}}]}]}')
    ended = surefoot("scan", "--baseline=other.sarif", "--quiet", cwd=tmp_path)
    assert (ended.returncode, "is not a SARIF log that surefoot wrote" in ended.stderr) == (2, True)


def test_junit_has_a_case_for_each_function(project: Path) -> None:
    root = ET.fromstring((project / "junit.xml").read_bytes())  # noqa: S314 surefoot wrote it
    cases = {case.attrib["name"]: [each.tag for each in case] for case in root.iter("testcase")}
    assert cases == {
        "twice": ["system-out"],
        "late": ["failure"],
        "sum": ["failure"],
        "broken": ["failure"],
        "known": ["failure"],
    }
    assert (root.attrib["tests"], root.attrib["failures"]) == ("5", "4")


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("int a[2]; int main(void) { return a[1]; }", {"pass"}),
        ("int main(void) { return 3 / 0; }", {"fail"}),
        ("int main(void) { return 1 }", set()),
    ],
)
def test_check_writes_a_log(tmp_path: Path, text: str, kinds: set[str]) -> None:
    (tmp_path / "a.c").write_text(text)
    code = surefoot("check", "a.c", "--sarif=out.sarif", "--quiet", cwd=tmp_path).returncode
    assert {each["kind"] for each in results(tmp_path / "out.sarif")} == kinds
    assert code == (1 if "fail" in kinds else 0 if kinds else 2)


def test_line_hashes_are_those_of_the_upload_action() -> None:
    assert line_hashes("") == {1: "c129715d7a2bc9a3:1"}
    assert line_hashes("x\n\ty = 1;\r\n")[2] == line_hashes("z\n\n  y =  1;\n")[3]
    assert [line_hashes("a\na\n" * 200)[line].rpartition(":")[2] for line in (1, 2, 3)] == ["1", "2", "3"]


def test_fingerprints_of_equal_lines_differ(tmp_path: Path) -> None:
    (tmp_path / "a.c").write_text(
        "int in(void);\nint f(void) {\n  if (in())\n    return 3 / 0;\n  in();\n    return 3 / 0;\n}\n"
    )
    _, found = scanned(tmp_path)
    marks = [each["partialFingerprints"][OWN] for each in found if each["kind"] == "fail"]
    assert len(marks) == len(set(marks)) == 2


def test_rules_are_complete() -> None:
    for rule in RULES.values():
        assert rule.title and rule.explanation.endswith(".") and rule.advice.endswith(".")
        assert 0 < rule.severity <= 10 and rule.cwe > 0
