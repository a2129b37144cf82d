"""Folding of loops in traces."""

from typing import Any, cast

from surefoot.report.document import StepEntry
from surefoot.report.trace.folding import (
    FoldedIterations,
    Gap,
    UnchangingLines,
    fold,
    fold_calls,
    shortened,
    skip_unchanging,
)


def step(line: int, *, depth: int = 0, iterations: list[list[int]] | None = None) -> StepEntry:
    entry = {"line": line, "depth": depth, "changes": []} | ({"iterations": iterations} if iterations else {})
    return cast("StepEntry", entry)


def loop(line: int, rounds: int, *, depth: int = 0) -> list[StepEntry]:
    steps = []
    for number in range(1, rounds + 1):
        steps += [step(line, depth=depth, iterations=[[line, number]]), step(line + 1, depth=depth)]
    return steps


def shape(steps: list[StepEntry]) -> list[Any]:
    return [
        (each.line, each.iterations) if isinstance(each, FoldedIterations) else each["line"] for each in fold(steps)
    ]


def test_short_loops_stay() -> None:
    steps = [step(1), *loop(2, 4), step(9)]
    assert fold(steps) == steps


def test_the_middle_of_a_long_loop_is_folded() -> None:
    assert shape([step(1), *loop(2, 10), step(9)]) == [1, 2, 3, 2, 3, (2, 6), 2, 3, 2, 3, 9]


def test_the_last_rounds_are_the_ones_kept() -> None:
    shown = fold(loop(2, 10))
    assert [
        each["iterations"][0][1] for each in shown if not isinstance(each, FoldedIterations) and each.get("iterations")
    ] == [
        2,
        9,
        10,
    ]


def test_loop_is_folded_on_both_sides_of_a_gap() -> None:
    """The rounds in the gap are unknown: the loop may have ended and restarted there."""
    steps = loop(2, 40)
    halves: Any = [{**each, "changes": [{}]} for each in (*steps[:20], *steps[60:])]
    shown = [
        (each.line, each.iterations)
        if isinstance(each, FoldedIterations)
        else each
        if isinstance(each, Gap | UnchangingLines)
        else each["line"]
        for each in shortened(halves, Gap(40))
    ]
    assert shown == [2, 3, 2, 3, (2, 6), 2, 3, 2, 3, Gap(40), 2, 3, 2, 3, (2, 6), 2, 3, 2, 3]


def test_a_loop_entered_twice_is_folded_twice() -> None:
    assert shape([*loop(2, 6), step(5), *loop(2, 5)]) == [
        2,
        3,
        2,
        3,
        (2, 2),
        2,
        3,
        2,
        3,
        5,
        2,
        3,
        2,
        3,
        (2, 1),
        2,
        3,
        2,
        3,
    ]


def test_nested_loops_are_folded_inside_kept_rounds() -> None:
    steps = []
    for number in range(1, 7):
        steps += [step(1, iterations=[[1, number]]), *loop(2, 6)]
    inner = [2, 3, 2, 3, (2, 2), 2, 3, 2, 3]
    assert shape(steps) == [1, *inner, 1, *inner, (1, 2), 1, *inner, 1, *inner]


def test_two_loops_that_start_on_one_line() -> None:
    steps = [step(1, iterations=[[1, 1], [2, 1]])]
    steps += [step(2, iterations=[[2, number]]) for number in range(2, 8)]
    assert shape(steps) == [1, 2, (2, 3), 2, 2]


def test_loop_in_a_callee_is_separate_from_loops_of_the_caller() -> None:
    steps = []
    for number in range(1, 6):
        steps += [step(1, iterations=[[1, number]]), *loop(1, 2, depth=1)]
    assert shape(steps) == [1, 1, 2, 1, 2, 1, 1, 2, 1, 2, (1, 1), 1, 1, 2, 1, 2, 1, 1, 2, 1, 2]


def test_leaving_the_function_ends_its_loops() -> None:
    steps = [*loop(2, 3, depth=1), step(9), *loop(2, 3, depth=1)]
    assert fold(steps) == steps


def test_long_runs_of_lines_that_change_nothing_are_skipped() -> None:
    changing: Any = {"line": 50, "depth": 1, "changes": [{"name": "x", "value": "1"}]}
    steps: Any = [changing, *(step(line, depth=1) for line in range(1, 10)), changing, step(60), step(61)]
    assert skip_unchanging(steps) == [
        changing,
        step(1, depth=1),
        UnchangingLines(7, 1),
        step(9, depth=1),
        changing,
        step(60),
        step(61),
    ]


def test_the_last_line_is_never_skipped() -> None:
    steps = [step(line) for line in range(1, 10)]
    assert skip_unchanging(steps) == [step(1), UnchangingLines(7, 0), step(9)]


def line(number: int, depth: int, *changes: tuple[str, str], arguments: int = 0, origin: str = "") -> StepEntry:
    entry: dict[str, Any] = {"file": "a.c", "line": number, "function": f"f{depth}", "depth": depth, "source": ""}
    entry["changes"] = [
        {"name": name, "value": value} | ({"origin": origin} if origin else {}) for name, value in changes
    ]
    return cast("StepEntry", entry | ({"arguments": arguments} if arguments else {}))


def texts(steps: list[StepEntry]) -> list[tuple[int, str]]:
    return [(each["line"], each["source"]) for each in fold_calls(steps)]


def test_call_without_effect_is_one_line() -> None:
    begin, body = line(2, 1, ("x", "3"), ("y", "4"), arguments=2), line(3, 1)
    after = line(9, 0, ("f1()", "7"), ("k", "8"))
    assert texts([line(9, 0), begin, body, after]) == [(9, ""), (2, "f1(x = 3, y = 4) returns 7"), (9, "")]
    assert fold_calls([line(9, 0), begin, body, after])[-1]["changes"] == [{"name": "k", "value": "8"}]
    only_result = line(9, 0, ("f1()", "7"))
    assert texts([line(9, 0), begin, body, only_result]) == [(9, ""), (2, "f1(x = 3, y = 4) returns 7")]
    inner = [line(5, 2, ("z", "1"), arguments=1), line(3, 1, ("f2()", "2"))]
    assert texts([line(9, 0), begin, body, *inner, after]) == [(9, ""), (2, "f1(x = 3, y = 4) returns 7"), (9, "")]


def test_calls_with_effects_or_violations_stay() -> None:
    begin, after = line(2, 1, ("x", "3"), arguments=1), line(9, 0, ("f1()", "7"))
    for steps in (
        [line(9, 0), begin, line(3, 1, ("global", "3")), after],
        [line(9, 0), line(2, 1, ("x", "3"), arguments=1, origin="input"), after],
        [line(9, 0), line(2, 1, ("x", "3"), ("global", "3"), arguments=1), after],
        [line(9, 0), begin, line(3, 1) | {"iterations": [[3, 1]]}, after],
        [line(9, 0), begin, line(3, 1)],
    ):
        assert fold_calls(steps) == steps
