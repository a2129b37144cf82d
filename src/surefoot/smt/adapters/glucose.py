"""Glucose, a solver for clauses."""

import time
from typing import IO, Any

import pysolvers

from surefoot.base.budget import Budget
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
