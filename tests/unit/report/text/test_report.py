"""Text reports: verdicts, runs, statistics and progress."""

import io
from collections.abc import Sequence
from typing import Any

import pytest

from surefoot.base.supervision import Progress
from surefoot.report.limits import LIMITS
from surefoot.report.text.report import render
from surefoot.report.text.terminal import StatusLine, Style, describe


def document(verdict: str, evidence: dict[str, Any], **more: Any) -> Any:
    return {
        "verdict": verdict,
        "property": {"name": "assertions", "text": "no assertion fails"},
        "engine": "bmc",
        "data_model": "LP64",
        "evidence": evidence,
        "caveats": [],
        "warnings": [],
        "statistics": {
            "stages": {"front end": 0.125},
            "queries": {"base case": {"count": 3, "seconds": 0.5}},
            "translating_seconds": 0.125,
            "cpu_seconds": 0.25,
            "wall_seconds": 0.5,
            "peak_memory_mb": 64.0,
        },
        **more,
    }


def proof(summary: str) -> dict[str, Any]:
    certificate = {"kind": "CompleteUnrolling", "bound": 1, "pruned": [], "solver": "z3"}
    return {"kind": "certificate", "summary": summary, "certificate": certificate, "inductive_invariants": None}


def step(line: int, source: str, *changes: dict[str, Any], depth: int = 0) -> dict[str, Any]:
    return {"file": "a.c", "line": line, "function": "main", "depth": depth, "source": source, "changes": list(changes)}


def unsafe(steps: list[dict[str, Any]], omitted: int = 0, choices: Sequence[dict[str, Any]] = ()) -> Any:
    violation = {
        "kind": "assertion",
        "description": "assertion",
        "text": "x < 5",
        "function": "main",
        "location": {"file": "a.c", "line": 9, "column": 5},
        "values": [],
        "expression": "",
    }
    return document(
        "unsafe",
        {
            "kind": "trace",
            "summary": "x < 5 fails",
            "violation": violation,
            "steps": steps,
            "omitted_steps": omitted,
            "trace": {"globals": {}, "contents": {}, "choices": choices},
        },
    )


def test_caveats_of_one_text_share_a_line_and_missing_files_are_named() -> None:
    def caveat(text: str, line: int) -> dict[str, Any]:
        location = {"file": "a.c", "line": line, "column": 1}
        return {"source": "lower", "lean": "adds-behaviour", "text": text, "location": location}

    unknown = "f has no body: its result and the objects passed to it are arbitrary"
    caveats = [caveat(unknown, 3), caveat(unknown, 5), caveat(unknown, 8), caveat("g differs", 9)]
    text = render(document("safe", proof("every run was seen"), caveats=caveats), Style())
    assert text.splitlines()[2:-1] == [
        f"  caveat: a.c:3: {unknown} (adds behaviour), and at 2 other places",
        "  caveat: a.c:9: g differs (adds behaviour)",
        "  without a body: f; name the files that define them, too, if you have them",
    ]


def test_safe_has_reason_and_caveats() -> None:
    caveat = {
        "source": "lower",
        "lean": "adds-behaviour",
        "text": "f has no body",
        "location": {"file": "a.c", "line": 3, "column": 1},
    }
    text = render(
        document("safe", proof("every run was seen"), caveats=[caveat], warnings=["old code"]),
        Style(),
    )
    assert text.splitlines() == [
        "safe: every run was seen",
        "  checked: no assertion fails (property assertions)",
        "  caveat: a.c:3: f has no body (adds behaviour)",
        "  warning: old code",
        "  engine bmc, LP64, 0.25 s CPU, 64 MB",
    ]


def test_unsafe_shows_the_lines_and_ends_with_the_violation() -> None:
    steps = [
        step(2, "int x = input();", {"name": "x", "value": "7", "origin": "input"}),
        step(5, "int twice(int n)", {"name": "n", "value": "7"}, depth=1),
        step(9, "assert(x < 5);"),
    ]
    assert render(unsafe(steps), Style()).splitlines()[:10] == [
        "unsafe: assertion x < 5 (a.c:9)",
        "",
        "  inputs: x = 7",
        "  a.c",
        "    2  int x = input();",
        "           x = 7 (input)",
        "      5  int twice(int n)",
        "             n = 7",
        "    9  assert(x < 5);",
        "  violated: assertion x < 5 (a.c:9)",
    ]


def test_arguments_beyond_argc_are_not_shown() -> None:
    given: list[dict[str, Any]] = [{"name": "argc", "value": "1", "origin": "input"}]
    given += [{"name": f"argv[{index}]", "value": '"a"', "origin": "input"} for index in range(3)]
    text = render(unsafe([step(2, "int main(int argc, char **argv) {", *given)]), Style())
    assert '  inputs: argc = 1, argv[0] = "a"\n' in text and "argv[1]" not in text


def test_values_are_printed_where_steps_are_unknown() -> None:
    choices: list[dict[str, Any]] = [{"value": 7}, {"address": 4096, "contents": {}}, {"value": 0}, {"value": 0}]
    text = render(unsafe([], choices=choices), Style())
    assert "  unknown values, in order: 7, 0 (2 times)\n  violated: assertion x < 5 (a.c:9)\n" in text
    told = render(
        unsafe([step(2, "x = input();", {"name": "x", "value": "7", "origin": "input"})], choices=choices), Style()
    )
    assert "unknown values" not in told


def test_facts_of_the_source_are_not_repeated() -> None:
    steps = [step(2, "x = 7;", {"name": "x", "value": "7"}), step(3, "y = x;", {"name": "y", "value": "7"})]
    text = render(unsafe(steps), Style())
    assert text.count("x = 7") == 1 and "y = 7" in text
    declared = render(unsafe([step(2, "unsigned x = 7;", {"name": "x", "value": "7"})]), Style())
    assert declared.count("x = 7") == 1
    another = render(unsafe([step(2, "if (y) x = 7;", {"name": "x", "value": "7"})]), Style())
    assert another.count("x = 7") == 2


def test_short_changes_share_a_line() -> None:
    changes = [{"name": f"variable_{number}", "value": "1"} for number in range(12)]
    shown = [line.strip() for line in render(unsafe([step(2, "f();", *changes)]), Style()).splitlines()[4:6]]
    assert shown[0].startswith("variable_0 = 1, variable_1 = 1, ") and shown[1].endswith("variable_11 = 1")


def test_long_traces_are_truncated_in_the_middle_by_default() -> None:
    steps = [step(number, f"statement {number};", {"name": "x", "value": "1"}) for number in range(1, 301)]
    short, full = render(unsafe(steps), Style()), render(unsafe(steps), Style(), full_trace=True)
    assert len(short.splitlines()) <= LIMITS.trace_lines + 8
    assert "statement 1;" in short and "statement 300;" in short and "--full-trace" in short
    assert "statement 150;" not in short and "statement 150;" in full


def test_gap_is_marked_at_its_position() -> None:
    """The middle is that of the recorded lines, with unequal parts before and after the gap."""
    before = [step(2, "f();", {"name": "x", "value": str(number)}) for number in range(1, 31)]
    rounds = [each | {"iterations": [[2, number]]} for number, each in enumerate(before, 1)]
    after = [step(number, f"statement {number};", {"name": "x", "value": "1"}) for number in range(41, 71)]
    for full_trace in (False, True):
        lines = render(unsafe([*rounds, *after], 1234), Style(), full_trace=full_trace).splitlines()
        gap = next(index for index, line in enumerate(lines) if "1234 lines were not recorded" in line)
        assert "x = 30" in lines[gap - 1] and "statement 41;" in lines[gap + 1]


def test_unknown_has_advice() -> None:
    text = render(
        document("unknown", {"kind": "reason", "why": "bound", "summary": "gave up", "advice": "more time"}), Style()
    )
    assert text.startswith("unknown: gave up; more time\n")


def test_quiet_is_one_line() -> None:
    assert render(unsafe([]), Style(), quiet=True) == "unsafe: assertion x < 5 (a.c:9)\n"


def test_relevant_conditions_precede_changes() -> None:
    change = {"name": "x", "value": "5", "type": "int"}
    matters = [{"text": text, "formula": ""} for text in ("y < 3", "z == 0 || z == 7")]
    lines = render(unsafe([step(3, "while (x < y)", change) | {"matters": matters}]), Style()).splitlines()
    at = next(number for number, line in enumerate(lines) if "while (x < y)" in line)
    assert [line.strip() for line in lines[at : at + 3]] == [
        "3  while (x < y)",
        "matters: y < 3 && (z == 0 || z == 7)",
        "x = 5",
    ]


def test_statistics_divide_the_time() -> None:
    text = render(document("safe", proof("ok")), Style(), statistics=True)
    assert "front end" in text and "0.125 s" in text and "base case" in text and "3 queries" in text
    assert "interpolants" not in text


def test_statistics_name_the_source_of_wrong_interpolants() -> None:
    asked = document("safe", proof("ok"))
    asked["statistics"]["wrong_interpolants"] = {"cvc5": 2}
    lines = render(asked, Style(), statistics=True).splitlines()
    assert lines[-2:] == ["wrong interpolants, detected and not used", f"  {'cvc5':<24}     2"]


def test_colour_is_optional(monkeypatch: pytest.MonkeyPatch) -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    assert Style.of(Terminal()).is_coloured
    assert not Style.of(io.StringIO()).is_coloured
    monkeypatch.setenv("NO_COLOR", "1")
    assert not Style.of(Terminal()).is_coloured
    assert "\x1b[1;31munsafe" in render(unsafe([]), Style(is_coloured=True))


def test_progress_line_is_rewritten_and_removed() -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    stream = Terminal()
    line = StatusLine(stream, interval=0)
    line.show(describe(Progress(0.0, stage="unroll", bound=4, queries=2, memory_mb=80)))
    assert (
        "unroll" in stream.getvalue() and "unwinding depth 4" in stream.getvalue() and "2 queries" in stream.getvalue()
    )
    line.clear()
    assert stream.getvalue().endswith("\r\x1b[K")


def test_no_progress_without_a_terminal() -> None:
    stream = io.StringIO()
    line = StatusLine(stream, interval=0)
    line.show("working")
    line.clear()
    assert stream.getvalue() == ""


def test_diverging_native_run_is_explained_or_marked() -> None:
    found = unsafe([step(9, "assert(x < 5);")])
    run = {
        "reproduced": False,
        "detail": "it ends normally",
        "depends_on": ["uninitialised variables (x)"],
        "disagrees": False,
    }
    found["evidence"]["native_run"] = run
    explained = render(found, Style()).splitlines()
    assert explained[0] == "unsafe: assertion x < 5 (a.c:9)"
    assert explained[5:7] == [
        "  not reproduced: it ends normally",
        "    the compiled program could not be given: uninitialised variables (x)",
    ]
    found["evidence"]["native_run"] = {**run, "depends_on": [], "disagrees": True}
    marked = render(found, Style()).splitlines()
    assert marked[0] == "unsafe: assertion x < 5 (a.c:9), but the compiled program disagrees"
    assert "report this as a defect" in marked[6]
    assert render(found, Style(), quiet=True) == marked[0] + "\n"


def test_foreign_text_is_one_line_of_printable_characters() -> None:
    shown = render(
        document("unknown", {"kind": "reason", "summary": "a\nsafe: b\x1b[2J\u202e\udcff c", "advice": ""}), Style()
    )
    assert shown.splitlines()[0] == r"unknown: a\nsafe: b\x1b[2J\u202e\udcff c"
