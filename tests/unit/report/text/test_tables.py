"""The table of functions in modular verification."""

from surefoot.report.document import FunctionEntry
from surefoot.report.text.tables import function_lines


def _entry(function: str, verdict: str, used: list[str], limit: str = "") -> FunctionEntry:
    return {
        "function": function,
        "verdict": verdict,
        "summary": f"why {function}",
        "contracts_used": used,
        "runs_body_because": limit,
    }


def test_unproved_functions_have_a_reason() -> None:
    told = function_lines(
        [
            _entry("main", "safe", ["find", "next"]),
            _entry("find", "unknown", []),
            _entry("next", "unsafe", ["find"], "may end the program, or not terminate"),
        ]
    )
    assert list(told) == [
        "",
        "  main  safe      with the contracts of find, next",
        "  find  unknown   why find",
        "  next  unsafe    with the contract of find; calls run body because it may end the program, or not terminate; why next",
    ]


def test_no_table_without_functions() -> None:
    assert not list(function_lines([]))
