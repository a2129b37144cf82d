"""Runs without end as stem and cycle: in text, JSON, waveform, and taken by the compiled program."""

import json
from pathlib import Path

import jsonschema
import pytest

from cli.in_this_process import surefoot
from corpus.small_goals import PRELUDE
from surefoot.certify.corroborate.native_cycle import run_cycle_natively
from surefoot.certify.verdicts import Unsafe
from surefoot.evidence.claims import Goal, Lasso
from surefoot.program.properties import TERMINATION
from surefoot.program.trace import Chosen
from surefoot.verify import api

SCHEMA = json.loads((Path(__file__).parents[2] / "docs" / "report.schema.json").read_text())
TOGGLE = """
static int state, count;
int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x != 7) return 0;
    while (x > 0)
        if (state == 0) { state = 1; count = 4; } else { state = 0; count = 2; }
    return count;
}"""
PROMPT = "int main(void) { int c, n = 0; do { c = __VERIFIER_nondet_int(); n = (n + 1) & 3; } while (c != 10 || n); }"
ODD = "int main(void) { unsigned x = __VERIFIER_nondet_uint(); while (x) x += 2; }"
CHASE = """
int main(void) {
    unsigned x = __VERIFIER_nondet_uint(), y = x;
    while (y == x) { y = __VERIFIER_nondet_uint(); x += 3; }
}"""
RECURSION = "int f(int n) { return f(1 - n); } int main(void) { return f(0); }"


def written(text: str, folder: Path) -> Path:
    program = folder / "program.c"
    program.write_text(PRELUDE + text)
    return program


@pytest.mark.parametrize(
    ("text", "detail"),
    [(TOGGLE, "1,000,000 times"), (PROMPT, "1,000,000 times"), (RECURSION, "SIGSEGV")],
)
def test_the_compiled_program_takes_the_cycle(text: str, detail: str, tmp_path: Path) -> None:
    report = api.check(written(text, tmp_path), property="termination", run_natively=True)
    assert report.native_run is not None
    assert report.native_run.reproduced, report.native_run.detail
    assert detail in report.native_run.detail


def test_a_run_that_ends_is_not_reproduced(tmp_path: Path) -> None:
    program = written(PROMPT, tmp_path)
    report = api.check(program, property="termination")
    assert isinstance(report.verdict, Unsafe)
    assert report.verdict.lasso is not None
    assert report.program is not None
    lasso = report.verdict.lasso
    ending = tmp_path / "ending.c"
    ending.write_text(PRELUDE + PROMPT.replace("c != 10 || n", "c != 10 && n"))
    found = run_cycle_natively(Goal(report.program, TERMINATION), lasso, (ending,), ())
    assert not found.reproduced
    assert found.disagrees


def test_the_stem_is_as_short_as_possible(tmp_path: Path) -> None:
    report = api.check(written(TOGGLE, tmp_path), property="termination")
    assert isinstance(report.verdict, Unsafe)
    lasso = report.verdict.lasso
    assert isinstance(lasso, Lasso)
    assert (lasso.first, lasso.second) == (2, 4)
    assert [choice for choice in lasso.trace.choices if isinstance(choice, Chosen)] == [Chosen(7)]


def test_reports_show_where_the_cycle_begins_and_with_which_values(tmp_path: Path) -> None:
    program = written(TOGGLE, tmp_path)
    data, wave = tmp_path / "report.json", tmp_path / "run.vcd"
    shown = surefoot("check", program, f"--json={data}", f"--wave={wave}").stdout
    document = json.loads(data.read_text())
    jsonschema.validate(document, SCHEMA)
    (violation,) = document["violations"]
    values = {each["name"]: each["value"] for each in violation["cycle"]["values"]}
    assert values == {"x": "7", "state": "1", "count": "4"}
    assert violation["cycle"]["is_exact"]
    assert "repeats for ever from here, with these values:\n        x = 7, state = 1, count = 4\n" in shown
    marked = [step for step in violation["steps"] if step.get("repeats")]
    assert len(marked) == 1
    text = wave.read_text()
    assert " repeats $end" in text


def test_a_run_through_a_recurrent_set_shows_its_invariants(tmp_path: Path) -> None:
    shown = surefoot("check", written(ODD, tmp_path), "--property=termination", "--run").stdout
    assert "runs on for ever from here, at first with these values:" in shown
    assert "(x & 1) == 1" in shown
    assert "reproduced: the compiled program takes the cycle 1,000,000 times" in shown


def test_the_inputs_of_a_strategy_are_supplied(tmp_path: Path) -> None:
    report = api.check(written(CHASE, tmp_path), property="termination", run_natively=True)
    assert report.native_run is not None
    assert report.native_run.reproduced, report.native_run.detail
    assert report.native_run.detail.endswith("10,000 rounds, with inputs that depend on their states")
