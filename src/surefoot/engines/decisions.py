"""What the parts of an engine do where a question stays open: they say so to whoever started the search."""

from surefoot.smt.contracts import Answer, NoAnswer, Sat, Unsat


class NoDecision(Exception):
    """A solver did not answer, for ``reason``: nothing follows from that."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


def decided(answer: Answer) -> Sat | Unsat:
    """``answer`` if it is one; raises `NoDecision` otherwise."""
    if isinstance(answer, NoAnswer):
        raise NoDecision(answer.reason)
    return answer
