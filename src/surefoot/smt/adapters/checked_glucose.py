"""Glucose with each of its refutations followed step by step."""

import tempfile
from collections.abc import Iterator

from surefoot.base.budget import Budget
from surefoot.base.errors import OutOfBudget
from surefoot.circuits.refutations import NoRefutation, RefutationChecker, derived_clauses
from surefoot.smt.adapters.glucose import Glucose
from surefoot.smt.adapters.native_library import Satisfiability
from surefoot.smt.contracts import TIME_LIMIT, NoAnswer


class CheckedGlucose:
    """Glucose whose UNSATISFIABLE answers are checked: each derived clause follows, and the last
    one contradicts the assumptions.
    """

    def __init__(self) -> None:
        self._proof = tempfile.TemporaryFile()  # noqa: SIM115 - closed with the solver
        self._read = 0
        self._glucose = Glucose(self._proof)
        self._checker = RefutationChecker()

    def add(self, clause: list[int]) -> None:
        """Require a clause."""
        self._glucose.add(clause)
        self._checker.add(clause)

    def solve(self, assumed: list[int], budget: Budget) -> Satisfiability | NoAnswer:
        """Decide the clauses with some literals assumed, within about ``budget``."""
        outcome = self._glucose.solve(assumed, budget)
        if outcome is not Satisfiability.UNSATISFIABLE:
            return outcome
        try:
            self._checker.derive(derived_clauses(self._lines()), budget)
            self._checker.require([-each for each in assumed], budget)
        except OutOfBudget:
            return NoAnswer(TIME_LIMIT)
        except NoRefutation as lack:
            return NoAnswer(f"the refutation does not hold: {lack}")
        return outcome

    def _lines(self) -> Iterator[str]:
        """Yield the lines of the proof that were not read yet."""
        self._proof.seek(self._read)
        for line in self._proof:
            yield line.decode("ascii")
            self._read += len(line)

    def model(self) -> list[int]:
        """See `Glucose`."""
        return self._glucose.model()

    def core(self) -> frozenset[int]:
        """See `Glucose`."""
        return self._glucose.core()

    def close(self) -> None:
        """Release everything."""
        self._glucose.close()
        self._proof.close()
