"""Decided answers of solvers, as a value or as an exception that ends the search."""

from surefoot.smt.contracts import Answer, NoAnswer, Sat, Unsat


class NoDecision(Exception):
    """Exception: a solver did not decide a query, for ``reason``."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


def decided(answer: Answer) -> Sat | Unsat:
    """Return ``answer`` if it is decided. Raises `NoDecision`."""
    if isinstance(answer, NoAnswer):
        raise NoDecision(answer.reason)
    return answer
