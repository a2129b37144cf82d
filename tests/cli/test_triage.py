"""``surefoot triage``: reports of other analysers in SARIF logs, and the logs with decisions."""

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from cli.in_this_process import surefoot

SCHEMA = Path(__file__).parents[1] / "corpus" / "sarif" / "sarif-2.1.0.json"
SOURCE = """int odd(int n, int *q) {
  int d = n % 2 == 0;
  if (n & 1) d = 2;
  return 8 / d; }
int even(int n) {
  int d = n % 2;
  return 8 / d; }
int given(const unsigned *q) {
  unsigned d = *q | 1;
  return q[0] / d + *q; }
"""


def result(rule: str, line: int, column: int = 0, **more: Any) -> dict[str, Any]:
    region = {"startLine": line, **({"startColumn": column} if column else {})}
    place = {"artifactLocation": {"uri": "a.c", "uriBaseId": "SRC"}, "region": region}
    return {"ruleId": rule, "message": {"text": rule}, "locations": [{"physicalLocation": place}], **more}


def decided(folder: Path, *results: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the results of the log with decisions, which is valid."""
    (folder / "a.c").write_text(SOURCE)
    log = {
        "version": "2.1.0",
        "runs": [
            {
                "tool": {
                    "driver": {
                        "name": "other",
                        "rules": [{"id": "zero", "properties": {"tags": ["external/cwe/cwe-369"]}}],
                    }
                },
                "originalUriBaseIds": {"SRC": {"uri": folder.as_uri() + "/"}},
                "results": list(results),
            }
        ],
    }
    (folder / "in.sarif").write_text(json.dumps(log))
    surefoot("triage", "in.sarif", "-o", "out.sarif", "--quiet", cwd=folder)
    written = json.loads((folder / "out.sarif").read_text())
    jsonschema.validate(written, json.loads(SCHEMA.read_text()), jsonschema.Draft202012Validator)
    return list(written["runs"][0]["results"])


def verdict(entry: dict[str, Any]) -> str:
    return str(entry["properties"]["surefoot"]["verdict"])


def test_weaknesses_select_the_checks(tmp_path: Path) -> None:
    cwe: dict[str, Any] = {"taxa": [{"id": "369", "toolComponent": {"name": "cwe"}}]}
    found = decided(tmp_path, result("zero", 7, 12), result("some-name", 7, 0, **cwe), result("unknown", 7, 12))
    assert [verdict(each) for each in found] == ["reachable-under-assumptions"] * 2 + ["undecided"]
    flow = found[0]["codeFlows"][0]["threadFlows"][0]["locations"]
    assert flow[-1]["location"]["physicalLocation"]["region"]["startLine"] == 7
    assert "suppressions" not in found[0]


def test_refuted_results_are_suppressed(tmp_path: Path) -> None:
    kept = {"properties": {"own": 1}, "fingerprints": {"f": "1"}}
    (found,) = decided(tmp_path, result("zero", 4, 12, **kept))
    assert verdict(found).startswith("refuted")
    (suppression,) = found["suppressions"]
    assert suppression["kind"] == "external"
    assert suppression["status"] == ("accepted" if verdict(found) == "refuted" else "underReview")
    assert found["properties"]["own"] == 1
    assert found["fingerprints"] == {"f": "1"}


def test_a_suppression_under_assumptions_is_to_be_reviewed(tmp_path: Path) -> None:
    (found,) = decided(tmp_path, result("zero", 10, 15))
    assert verdict(found) == "refuted-under-assumptions"
    assert found["suppressions"][0]["status"] == "underReview"


def test_a_place_without_a_check_is_not_refuted(tmp_path: Path) -> None:
    elsewhere = result("zero", 4, 1)
    elsewhere["locations"][0]["physicalLocation"]["region"]["endColumn"] = 7
    places = [elsewhere, result("zero", 3, 3), result("zero", 60)]
    assert [verdict(each) for each in decided(tmp_path, *places)] == ["undecided"] * 3


def test_a_position_without_an_end_is_about_its_line(tmp_path: Path) -> None:
    (found,) = decided(tmp_path, result("zero", 4, 1))
    assert verdict(found).startswith("refuted")


CPPCHECK = """<?xml version="1.0" encoding="UTF-8"?>
<results version="2"><cppcheck version="2.10"/><errors>
<error id="zerodiv" severity="error" msg="Division by zero." cwe="369">
<location file="a.c" line="7" column="12" info="Division by zero"/><location file="a.c" line="6" column="13"/></error>
<error id="zerodivcond" severity="warning" msg="Division by zero." cwe="369"><location file="a.c" line="4" column="12"/></error>
<error id="toomanyconfigs" severity="information" msg="no place" cwe="398"/></errors></results>
"""
GCC = [
    {
        "kind": "warning",
        "option": "-Wanalyzer-null-dereference",
        "message": "dereference of NULL 'q'",
        "metadata": {"cwe": 476},
        "locations": [
            {"caret": {"file": "a.c", "line": 10, "column": 10}, "finish": {"file": "a.c", "line": 10, "column": 13}}
        ],
        "path": [{"location": {"file": "a.c", "line": 9, "column": 3}, "description": "following", "depth": 1}],
    }
]


@pytest.mark.parametrize(
    ("text", "verdicts"),
    [
        (CPPCHECK, ["reachable-under-assumptions", "refuted-under-assumptions"]),
        (json.dumps(GCC) + "\n[]\n", ["refuted-under-assumptions"]),
    ],
    ids=["cppcheck", "gcc"],
)
def test_xml_of_cppcheck_and_json_of_gcc_become_a_log(text: str, verdicts: list[str], tmp_path: Path) -> None:
    (tmp_path / "a.c").write_text(SOURCE)
    (tmp_path / "in").write_text(text)
    surefoot("triage", "in", "-o", "out.sarif", "--quiet", cwd=tmp_path)
    log = json.loads((tmp_path / "out.sarif").read_text())
    jsonschema.validate(log, json.loads(SCHEMA.read_text()), jsonschema.Draft202012Validator)
    assert [verdict(each) for each in log["runs"][0]["results"]] == verdicts


def test_logs_that_are_not_sarif_are_refused(tmp_path: Path) -> None:
    for text in ("{}", "{", '{"runs": [{"results": [{"locations": [{}]}]}]}'):
        (tmp_path / "in.sarif").write_text(text)
        ended = surefoot("triage", "in.sarif", cwd=tmp_path)
        assert ended.returncode == 2
        assert "in.sarif is not a SARIF log" in ended.stderr
