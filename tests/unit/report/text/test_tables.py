"""The table of functions that were proved one by one."""

from surefoot.report.text.tables import parts_table


def _entry(function: str, verdict: str, used: list[str], limit: str = "") -> dict[str, object]:
    return {
        "function": function,
        "verdict": verdict,
        "summary": f"why {function}",
        "contracts_used": used,
        "runs_body_because": limit,
    }


def test_reasons_are_told_of_what_is_not_proved() -> None:
    told = parts_table(
        [
            _entry("main", "safe", ["find", "next"]),
            _entry("find", "unknown", []),
            _entry("next", "unsafe", ["find"], "may end the program, or never end"),
        ]
    )
    assert list(told) == [
        "",
        "  main  safe      with the contracts of find, next",
        "  find  unknown   why find",
        "  next  unsafe    with the contract of find; its calls run its body: it may end the program, or never end; why next",
    ]


def test_without_functions_there_is_no_table() -> None:
    assert not list(parts_table([]))
