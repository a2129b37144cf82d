"""Glucose, a solver for clauses, and Glucose with each of its refutations followed step by step."""

import tempfile
import time
from collections.abc import Iterator
from typing import IO, Any

import pysolvers

from surefoot.base.budget import Budget
from surefoot.base.errors import OutOfBudget
from surefoot.smt.adapters.native_library import Satisfiability
from surefoot.smt.contracts import TIME_LIMIT, NoAnswer
from surefoot.smt.limits import LIMITS


class Glucose:
    """Glucose 4.2.1, run in slices of a number of conflicts; it writes derived clauses to
    ``proof``.

    The functions of the extension module are called directly: its Python classes replace the
    Ctrl-C handler and leave the solver by a long jump.
    """

    def __init__(self, proof: IO[bytes] | None = None) -> None:
        self._solver: Any = pysolvers.glucose421_new()
        if proof is not None:
            self._stream = pysolvers.glucose421_tracepr(self._solver, proof)

    def add(self, clause: list[int]) -> None:
        """Require a clause."""
        pysolvers.glucose421_add_cl(self._solver, clause)

    def solve(self, assumed: list[int], budget: Budget) -> Satisfiability | NoAnswer:
        """Decide the clauses with some literals assumed, within about ``budget``."""
        conflicts = LIMITS.glucose_conflicts
        while not budget.is_over():
            started = time.monotonic()
            pysolvers.glucose421_cbudget(self._solver, conflicts)
            answer = pysolvers.glucose421_solve_lim(self._solver, assumed, 0, 0)
            if answer is not None:
                return Satisfiability.SATISFIABLE if answer else Satisfiability.UNSATISFIABLE
            seconds = time.monotonic() - started
            if seconds < LIMITS.glucose_short_seconds:
                conflicts *= 2
            elif seconds > LIMITS.glucose_long_seconds:
                conflicts = max(conflicts // 2, 1)
        return NoAnswer(TIME_LIMIT)

    def model(self) -> list[int]:
        """Return a literal for each variable from 1 on. Requires: the last answer was SATISFIABLE."""
        return pysolvers.glucose421_model(self._solver) or []

    def core(self) -> frozenset[int]:
        """Return assumed literals that suffice for unsatisfiability. Requires: the last answer was
        UNSATISFIABLE.
        """
        return frozenset(pysolvers.glucose421_core(self._solver) or ())

    def close(self) -> None:
        """Release everything."""
        pysolvers.glucose421_del(self._solver)


class CheckedGlucose:
    """Glucose whose UNSATISFIABLE answers are checked: each derived clause follows, and the last
    one contradicts the assumptions.
    """

    def __init__(self) -> None:
        from surefoot.circuits.refutations import RefutationChecker

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
        from surefoot.circuits.refutations import NoRefutation, derived_clauses

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
