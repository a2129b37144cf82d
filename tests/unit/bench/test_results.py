"""Tables of results: columns, scores, shares of time and comparison."""

from dataclasses import astuple, replace
from pathlib import Path

import pytest

from surefoot.base.errors import EnvironmentFault, InputError
from surefoot.bench.results import COLUMNS, ResultFile, Row, judged, read_rows
from surefoot.bench.summary import changes, shares, table

ROW = Row(
    "a.yml",
    "unreach-call",
    "True",
    "true",
    "correct",
    "1.00",
    "1.20",
    "80",
    "bmc",
    "all, seen",
    "0.10",
    "30",
    "4000",
    "1.0",
    "0.05",
    '{"euf":{"lemmas":3}}',
)


def test_columns_are_as_documented() -> None:
    first = "yml,property,expected,verdict,correct,cpu_s,wall_s,rss_mb,engine,reason,certify_s"
    assert ",".join(COLUMNS) == f"{first},limit_s,memory_mb,version,runs_s,counts"


def test_tables_of_earlier_versions_are_read(tmp_path: Path) -> None:
    path = tmp_path / "old.csv"
    values = ["a.yml", *"bcdefghijk"]
    path.write_text(",".join(COLUMNS[:11]) + "\n" + ",".join(values) + "\n")
    assert [astuple(row) for row in read_rows(path)] == [(*values, "", "", "", "", "")]
    path.write_text(",".join(COLUMNS[:14]) + "\n" + ",".join([*values, *"lmn"]) + "\n")
    assert [astuple(row) for row in read_rows(path)] == [(*values, *"lmn", "", "")]


@pytest.mark.parametrize(
    ("verdict", "expected", "result"),
    [
        ("true", True, "correct"),
        ("true", False, "wrong"),
        ("false(unreach-call)", False, "correct"),
        ("false(unreach-call)", True, "wrong"),
        ("unknown", True, ""),
        ("timeout", False, ""),
        ("true", None, ""),
    ],
)
def test_only_verdicts_are_right_or_wrong(verdict: str, expected: bool | None, result: str) -> None:
    assert judged(verdict, expected) == result


def test_an_alarm_about_another_subproperty_is_wrong() -> None:
    assert judged("false(valid-deref)", expected=False, subproperty="valid-deref") == "correct"
    assert judged("false(valid-free)", expected=False, subproperty="valid-deref") == "wrong"
    assert judged("true", expected=True, subproperty="valid-deref") == "correct"


def test_shares_divide_the_time_of_solved_tasks() -> None:
    rows = [ROW, replace(ROW, yml="b.yml", cpu_s="3.00"), replace(ROW, yml="c.yml", correct="", cpu_s="30.00")]
    assert list(shares(rows)) == [
        "2 solved: CPU median 2.00 s, sum 4 s, of which 5.0% certifying, concrete runs in it 2.5%"
    ]
    assert list(shares(rows[2:])) == []


@pytest.mark.parametrize(
    ("verdict", "correct", "score"),
    [
        ("true", "correct", 2),
        ("false(unreach-call)", "correct", 1),
        ("true", "wrong", -32),
        ("false(unreach-call)", "wrong", -16),
        ("timeout", "", 0),
    ],
)
def test_score_follows_the_competition(verdict: str, correct: str, score: int) -> None:
    assert replace(ROW, verdict=verdict, correct=correct).score() == score


def test_rows_are_read_back_without_a_truncated_line(tmp_path: Path) -> None:
    file = ResultFile(tmp_path / "r.csv")
    file.begin([])
    file.append(ROW)
    file.append(replace(ROW, yml="b.yml", reason='said "no",\nthen stopped'))
    assert [row.yml for row in read_rows(file.path)] == ["a.yml", "b.yml"]
    with file.path.open("a") as raw:
        raw.write("c.yml,unreach-call,Tr")
    assert [row.yml for row in read_rows(file.path)] == ["a.yml", "b.yml"]
    file.begin(read_rows(file.path))
    assert [path.name for path in tmp_path.iterdir()] == ["r.csv"]
    assert file.path.read_text().endswith("\n")


def test_other_tables_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "x.csv"
    path.write_text("a,b\n1,2\n")
    with pytest.raises(InputError, match="not a table of results"):
        read_rows(path)
    with pytest.raises(InputError, match="no such file"):
        read_rows(tmp_path / "y.csv")
    with pytest.raises(EnvironmentFault, match="cannot write"):
        ResultFile(tmp_path / "nowhere" / "r.csv").begin([])


def test_the_table_counts_by_set_and_in_all() -> None:
    rows = [
        ROW,
        replace(ROW, yml="b.yml", expected="False", verdict="false(unreach-call)"),
        replace(ROW, yml="c.yml", verdict="timeout", correct=""),
        replace(ROW, yml="d.yml", verdict="crash", correct=""),
        replace(ROW, yml="e.yml", expected="False", verdict="true", correct="wrong"),
        replace(ROW, yml="f.yml", verdict="unknown", correct=""),
        replace(ROW, yml="g.yml", verdict="out of memory", correct=""),
        replace(ROW, yml="h.yml", verdict="unconfirmed", correct=""),
    ]
    groups = {row.key(): "Loops" if row.yml < "d" else "Heap" for row in rows}
    lines = [line.split() for line in table(rows, groups)]
    assert lines[0][:4] == ["set", "tasks", "proofs", "alarms"]
    assert lines[2] == ["Heap", "5", "0", "0", "1", "1", "1", "0", "1", "1", "-32", "5"]
    assert lines[3] == ["Loops", "3", "1", "1", "0", "0", "0", "1", "0", "0", "3", "3"]
    assert lines[5] == ["in", "all", "8", "1", "1", "1", "1", "1", "1", "1", "1", "-29", "8"]


def test_changes_list_gained_lost_and_wrong_tasks() -> None:
    unknown = replace(ROW, verdict="unknown", correct="")
    old = [
        ROW,
        replace(unknown, yml="b.yml"),
        replace(unknown, yml="c.yml"),
        replace(ROW, yml="same.yml", cpu_s="2.00"),
    ]
    new = [
        replace(ROW, verdict="timeout", correct=""),
        replace(ROW, yml="b.yml"),
        replace(ROW, yml="c.yml", expected="False", correct="wrong"),
        replace(ROW, yml="same.yml", cpu_s="0.50"),
        replace(ROW, yml="new.yml"),
    ]
    lines = list(changes(old, new))
    assert [line.split()[:2] for line in lines[:3]] == [["lost", "a.yml"], ["gained", "b.yml"], ["WRONG", "c.yml"]]
    assert lines[3].startswith("4 tasks in both runs, 3 verdicts changed, score -32;")
    assert lines[3].endswith("CPU on the 1 solved in both: 2.0 s -> 0.5 s")
