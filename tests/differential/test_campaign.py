"""A sample of the campaign, and its completeness: all inputs are run, and wrong verdicts are
reported.
"""

from collections import Counter
from pathlib import Path

import pytest

from differential import campaign
from differential.campaign import (
    AT_A_TIME,
    BY_TURNS,
    EVERYWHERE,
    Answer,
    Result,
    engines_for,
    every_run,
    kind_of,
    labelled_program,
    read_results,
    result_of,
    table,
)
from differential.campaign_programs import PRELUDE, Kind
from surefoot.engines.registry import engine_names

ONCE = "GLOBAL unsigned char x = 1; int main(void) { x += input(3); if (x == %d) reach_error(); }"
SKIPPED = "int main(void) { unsigned char x = __VERIFIER_nondet_uchar(); __VERIFIER_assume(x %% 2); if (x == %d) reach_error(); }"
FOR_EVER = (
    "int main(void) { unsigned x = 0; while (ARRIVE(0, x), input(1)) if (x < 9) x++; if (x == %d) reach_error(); }"
)
STUCK = "int main(void) { unsigned x = input(1); while (ARRIVE(0, x), x) ; if (x == %d) reach_error(); }"


@pytest.mark.parametrize(
    ("text", "failing", "holding"), [(ONCE, 4, 5), (SKIPPED, 255, 254), (FOR_EVER, 9, 10), (STUCK, 0, 1)]
)
def test_all_runs_are_executed_once(text: str, failing: int, holding: int, tmp_path: Path) -> None:
    for number, fails in ((failing, True), (holding, False)):
        found = every_run(PRELUDE + text % number, tmp_path)
        assert found is not None and found.fails == fails


def test_observed_inputs_are_the_given_ones(tmp_path: Path) -> None:
    found = every_run(PRELUDE + "int main(void) { double x = input(3); observe(x / 4 - 0.5); }", tmp_path)
    assert found is not None and found.observed == (-0.5, -0.25, 0.0, 0.25)


def test_too_many_runs_are_undecided(tmp_path: Path) -> None:
    text = "int main(void) { for (int i = 0; i < 9; i++) input(9); }"
    assert every_run(PRELUDE + text, tmp_path) is None


@pytest.mark.parametrize(
    ("verdict", "fails", "is_wrong"),
    [
        ("safe", True, True),
        ("safe", False, False),
        ("unsafe", True, False),
        ("unsafe", False, True),
        ("time limit", True, False),
    ],
)
def test_opposite_verdict_is_wrong(verdict: str, fails: bool, is_wrong: bool) -> None:
    result = Result(1, "loops", fails, ("nothing",), (Answer("bmc", verdict, 0.1),))
    assert [answer.engine for answer in result.wrong()] == (["bmc"] if is_wrong else [])
    assert table([result]).endswith(f"disagreements: {int(is_wrong)}")


def test_wrong_verdict_is_printed_with_its_program(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    results = tmp_path / "results"
    arguments = ["--to", "1", "--engines", "bmc", "--results", str(results)]
    fails = labelled_program(0, tmp_path).fails
    monkeypatch.setattr(campaign, "in_words", lambda _verdict: "safe" if fails else "unsafe")
    assert campaign.main(arguments) == 1
    printed = capsys.readouterr().out
    assert "DISAGREEMENT: seed 0, bmc says" in printed and "int main(void) {" in printed
    monkeypatch.undo()
    assert campaign.main(arguments) == 1, "a seed that has a result is not done again"
    assert [result.seed for result in read_results(results)] == [0]


def test_every_engine_is_run_on_programs_of_all_kinds() -> None:
    assert {*EVERYWHERE, *BY_TURNS} == {*engine_names()} - {"termination"}  # which has a property of its own
    seeds = range(len(Kind) * len(BY_TURNS))
    asked = Counter((engine, kind_of(seed)) for seed in seeds for engine in engines_for(seed))
    assert {asked[engine, kind] for engine in EVERYWHERE for kind in Kind} == {len(BY_TURNS)}
    assert {asked[engine, kind] for engine in BY_TURNS for kind in Kind} == {AT_A_TIME}


@pytest.mark.parametrize("kind", Kind)
def test_engines_agree_with_all_runs(kind: Kind, tmp_path: Path) -> None:
    """Two programs of each kind, one of which fails."""
    outcomes = set()
    for seed in [seed for seed in range(6) if kind_of(seed) is kind]:
        result, text = result_of(seed, engines_for(seed), 0.5, tmp_path)
        assert result.wrong() == [], text
        outcomes.add(result.fails)
    assert outcomes == {True, False}
