"""Claims after a search for all errors and, if it ends in undefined behaviour, another one for
violations.
"""

from collections.abc import Callable, Iterable

import pytest

from surefoot.engines.searches import searched
from surefoot.logic import TRUE
from surefoot.program.statements import CheckKind
from surefoot.smt.contracts import NoAnswer
from surefoot.systems.control.runs import Run, Step
from surefoot.systems.control.system import ENTRY, Edge, Error

VIOLATION = Error(CheckKind.ASSERTION, "x == 1", None, "main", is_violation=True)
UNDEFINED = Error(CheckKind.DIVISION_BY_ZERO, "1 / x", None, "main", is_violation=False)
PROOF = "no error"


def run_to(error: Error) -> Run:
    return Run({}, (Step(Edge(ENTRY, error, TRUE), {}),))


def search_among(
    reached: Iterable[Error], otherwise: str | NoAnswer
) -> Callable[[Callable[[Error], bool]], Run | NoAnswer | str]:
    """Return a search that finds runs to ``reached``, in order."""
    return lambda is_relevant: next((run_to(error) for error in reached if is_relevant(error)), otherwise)


@pytest.mark.parametrize("otherwise", [PROOF, NoAnswer("no time")])
def test_first_search_is_for_all_errors(otherwise: str | NoAnswer) -> None:
    assert searched(search_among((), otherwise)) == (otherwise, None)
    assert searched(search_among((VIOLATION, UNDEFINED), otherwise)) == (run_to(VIOLATION), None)


@pytest.mark.parametrize("otherwise", [PROOF, NoAnswer("no time")])
def test_violations_are_searched_for_after_undefined_behaviour(otherwise: str | NoAnswer) -> None:
    assert searched(search_among((UNDEFINED, VIOLATION), otherwise)) == (run_to(VIOLATION), UNDEFINED)
    assert searched(search_among((UNDEFINED,), otherwise)) == (otherwise, UNDEFINED)
