"""Log of the rewrites of simplifying constructors, so that a solver can check each of them.

While a log is open, every outermost call of a base constructor, one for each `Op`, records the
pair of application and result. If all pairs are equal in every assignment, a built term equals
the term built without rewriting. Proofs "by rewriting" rest on this. Inner calls of constructors
need no pair of their own, because the pair of the outermost call covers them.

The open logs are process-wide state, because constructors are called from everywhere and a log
must not miss a call.
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
        """Record that ``op`` of ``args`` was rewritten to ``result``, unless the result is the
        application itself.
        """
        if result.op is not op or result.args != args or result.payload != payload:
            self._rewritten[op, args, payload, result] = None

    def steps(self) -> list[RewritingStep]:
        """Return all steps with two different sides, without duplicates, in the order of their
        first occurrence.
        """
        pairs = ((unsimplified(op, args, payload), result) for op, args, payload, result in self._rewritten)
        return [RewritingStep(application, result) for application, result in pairs if application is not result]


def some_is_wrong(steps: Sequence[RewritingStep]) -> Term:
    """Return the formula "the two sides of one of ``steps`` have different values".

    It is not simplified. Equality is that of values: NaN equals itself, and the zeros of a float
    differ.
    """
    return unsimplified(Op.OR, [_differs(step) for step in steps])


def _differs(step: RewritingStep) -> Term:
    return unsimplified(Op.NOT, (unsimplified(Op.EQ, step),))


OPEN_LOGS: Final[list[RewritingLog]] = []
"""The log that constructors write to, if there is one; empty while a constructor is at work for it.
"""


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
    """Return ``build(*args)``, a base constructor's result for ``op`` and ``payload``, and record
    it in the open log.
    """
    log = OPEN_LOGS.pop()
    try:
        result = build(*args)
    finally:
        OPEN_LOGS.append(log)
    log.note(op, args, payload, result)
    return result
