"""Statistics of queries: sums over several recorders."""

from surefoot.smt.contracts import NoAnswer, Unsat
from surefoot.smt.statistics import QueryStatistics


def test_statistics_of_others_are_added() -> None:
    one, other = QueryStatistics(), QueryStatistics()
    one.record_check("step", Unsat(()), 1.0)
    other.record_check("step", NoAnswer("time"), 3.0)
    other.record_check("base case", Unsat(()), 0.5)
    other.record_translation(0.25)
    one.record_wrong_interpolants("z3")
    other.record_wrong_interpolants("z3")
    other.record_wrong_interpolants("cvc5")
    one.include(other)
    assert (one.checks, one.solving_seconds, one.translating_seconds) == (3, 4.5, 0.25)
    assert list(one.by_purpose) == ["step", "base case"]
    assert (one.by_purpose["step"].unsat, one.by_purpose["step"].no_answer) == (1, 1)
    assert one.by_purpose["step"].slowest_seconds == 3.0
    assert one.wrong_interpolants == {"z3": 2, "cvc5": 1}
