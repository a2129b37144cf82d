"""A log of what the simplifying constructors rewrote, so that each of their steps can be checked by a solver.

While a log is open, every call of a base constructor, one for each `Op`, notes the pair of what was asked for and what was given
for it. If all pairs are equal in every assignment, then a term that was built is equal to the same term built without rewriting:
what a proof "by rewriting" rests on. Calls that a constructor makes in turn need no pair of their own: that of the call that was
made from outside says all that they contribute.

Which logs are open is state of the process. It has to be: constructors are called from everywhere, by code that neither
knows nor should know about logs, and a log has to miss none of the calls.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Final, NamedTuple

from surefoot.base.errors import invariant
from surefoot.logic.constructors.unsimplified import unsimplified
from surefoot.logic.operators import Op
from surefoot.logic.terms import Term


class RewritingStep(NamedTuple):
    """A claim of a constructor: ``application`` and ``result`` are equal in every assignment."""

    application: Term
    result: Term


class RewritingLog:
    """The rewriting steps of the constructors that were called while the log was open."""

    def __init__(self) -> None:
        self._rewritten: dict[tuple[Op, tuple[Term, ...], object, Term], None] = {}

    def note(self, op: Op, args: tuple[Term, ...], payload: object, result: Term) -> None:
        """Keep that ``op`` of ``args`` was rewritten to ``result``, unless that is just what was asked for."""
        if result.op is not op or result.args != args or result.payload != payload:
            self._rewritten[op, args, payload, result] = None

    def steps(self) -> list[RewritingStep]:
        """All steps whose two sides are not the same term, each once, in the order in which they were first made."""
        pairs = ((unsimplified(op, args, payload), result) for op, args, payload, result in self._rewritten)
        return [RewritingStep(application, result) for application, result in pairs if application is not result]


def some_is_wrong(steps: Sequence[RewritingStep]) -> Term:
    """Return the formula that some assignment gives the two sides of one of ``steps`` different values.

    It is built as it stands. Equality is that of values: NaN equals itself, and the zeros of a float differ.
    """
    return unsimplified(Op.OR, [_differs(step) for step in steps])


def _differs(step: RewritingStep) -> Term:
    return unsimplified(Op.NOT, (unsimplified(Op.EQ, step),))


OPEN_LOGS: Final[list[RewritingLog]] = []
"""The log that constructors write to, if there is one; empty while a constructor is at work for it."""


@contextmanager
def rewriting_log() -> Iterator[RewritingLog]:
    """Open a log.  Requires  none is open."""
    invariant(not OPEN_LOGS, "one log of rewriting at a time")
    log = RewritingLog()
    OPEN_LOGS.append(log)
    try:
        yield log
    finally:
        OPEN_LOGS.remove(log)


def noted(op: Op, build: Callable[..., Term], args: tuple[Term, ...], payload: object = None) -> Term:
    """Return ``build(*args)``, a base constructor's result for ``op`` and ``payload``, and note it in the open log."""
    log = OPEN_LOGS.pop()
    try:
        result = build(*args)
    finally:
        OPEN_LOGS.append(log)
    log.note(op, args, payload, result)
    return result
