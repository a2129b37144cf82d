"""Searches for errors: their results, and the claims that these justify.

A first search is for all errors. If it reaches undefined behaviour, a second one is for
violations only.
"""

from collections.abc import Callable
from typing import TypeAlias, TypeVar

from surefoot.base.errors import OutOfBudget
from surefoot.evidence.claims import Claim, ClaimsUnsafe, GaveUp, LiftedState, Why
from surefoot.program.statements import CheckKind
from surefoot.semantics.symbolic.reached_checks import ReachedCheck
from surefoot.smt.contracts import TIME_LIMIT, Answer, NoAnswer, Sat, Unsat
from surefoot.systems.control.runs import Run
from surefoot.systems.control.system import Error
from surefoot.systems.encode.encoding import Encoding


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


def claim_about(run: Run, encoding: Encoding, lifted: tuple[LiftedState, ...] = ()) -> Claim:
    """Return the claim that the program fails as ``run`` does, with the ``lifted`` states along it.

    If the encoding is not exact, the program need not have this run, and the claim is `GaveUp`.
    """
    return ClaimsUnsafe(encoding.trace_of(run), lifted) if encoding.is_exact else _too_coarse()


def claim_about_undefined(error: Error, encoding: Encoding) -> GaveUp:
    """Return the claim that a run of the program reaches the undefined behaviour of ``error``.

    If the encoding is not exact, the program need not have this run.
    """
    return undefined_behaviour(error) if encoding.is_exact else _too_coarse()


def _too_coarse() -> GaveUp:
    detail = "imprecise model of summarised heap objects: a failing run may be infeasible"
    return GaveUp(Why.CAVEAT, detail, "use --engine bmc to look for violations")


def gave_up(reason: str) -> GaveUp:
    """Return the claim of an engine whose solver gave up for ``reason``. Raises `OutOfBudget` if
    that is its time limit.
    """
    if reason == TIME_LIMIT:
        raise OutOfBudget(reason)
    return GaveUp(Why.SOLVER_GAVE_UP, reason, "try another --solver")


def undefined_behaviour(failed: ReachedCheck | Error) -> GaveUp:
    """Return the claim of an engine that finds undefined behaviour outside of the property, and no
    violation.
    """
    where = f"{failed.span}: " if failed.span else ""
    what = f"{failed.kind.value} {failed.text}" if failed.text.startswith("in ") else failed.text or failed.kind.value
    advice = "fix the undefined behaviour first: the C standard does not define the rest of the run"
    if failed.kind is CheckKind.INVALID_DEREFERENCE:
        advice = "fix the memory error first: the C standard does not define the rest of the run"
    return GaveUp(Why.UNDEFINED_BEHAVIOUR, f"{where}{what} (in {failed.function})", advice, failed.span)


Proof = TypeVar("Proof")
Result: TypeAlias = Run | NoAnswer | Proof
"""Run to an error, the reason why a search is undecided, or a proof that there is none."""
Search = Callable[[Callable[[Error], bool]], Result[Proof]]
"""Search for a run to an error that satisfies the given predicate."""


def searched(search: Search[Proof]) -> tuple[Result[Proof], Error | None]:
    """Return the result of ``search``, and the undefined behaviour that it reached first, if any.

    Ensures: if there is such an error, the result is about violations only
    """
    result = search(lambda _: True)
    if not isinstance(result, Run) or result.error is None or result.error.is_violation:
        return result, None
    return search(lambda error: error.is_violation), result.error


def claim_of(
    search: Search[Proof],
    encoding: Encoding,
    claim_proved: Callable[[Proof], Claim],
    lift: Callable[[Run], tuple[LiftedState, ...]] = lambda _: (),
) -> Claim:
    """Return the claim that the results of ``search`` on the system of ``encoding`` justify.

    ``claim_proved`` is applied to a proof about all errors, ``lift`` to a run.
    """
    result, reached = searched(search)
    if isinstance(result, Run):
        return claim_about(result, encoding, lift(result))
    if reached is not None:
        return claim_about_undefined(reached, encoding)
    return gave_up(result.reason) if isinstance(result, NoAnswer) else claim_proved(result)
