"""Registry of solvers, and the factory that opens them."""

from collections.abc import Callable, Mapping
from importlib import import_module
from types import MappingProxyType
from typing import Any

from surefoot.base.budget import Budget
from surefoot.base.errors import UsageError
from surefoot.base.records import dataclass, field, replace
from surefoot.smt.adapters.native_library import Library, LibrarySolver
from surefoot.smt.contracts import NO_LIMITS, Limits, Solver, Use
from surefoot.smt.model_checking import CheckedSolver
from surefoot.smt.recording import RecordedSolver, Recorder
from surefoot.smt.statistics import QueryStatistics


@dataclass(frozen=True, slots=True)
class _Entry:
    """Module of an adapter, and the package that provides its library."""

    adapter: str
    package: str


SOLVERS: Mapping[str, _Entry] = MappingProxyType(
    {
        "bitwuzla": _Entry("surefoot.smt.adapters.bitwuzla:BitwuzlaLibrary", "bitwuzla"),
        "z3": _Entry("surefoot.smt.adapters.z3:Z3Library", "z3-solver"),
        "cvc5": _Entry("surefoot.smt.adapters.cvc5:Cvc5Library", "cvc5"),
        "bits": _Entry("surefoot.smt.adapters.bits:BitsLibrary", "python-sat"),
    }
)
"""Solvers by name, in order of preference. One line adds a solver. An adapter is imported when it is
first opened.
"""
BOXES = "boxes"
SPECIALISTS: Mapping[str, _Entry] = MappingProxyType(
    {BOXES: _Entry("surefoot.smt.adapters.boxes:BoxesLibrary", "surefoot")}
)
"""Solvers for one class of formulas. They are not used to check the answers of other solvers."""
BITS = "bits"
DRAT = "drat"
"""Name of the `bits` solver whose unsatisfiable answers are checked DRAT refutations; slower, used on
request only.
"""
_ALL: Mapping[str, _Entry] = MappingProxyType(
    {
        **SOLVERS,
        **SPECIALISTS,
        DRAT: _Entry("surefoot.smt.adapters.bits:bits_with_refutations", "python-sat"),
    }
)
WITH_INTEGERS = ("z3", "cvc5")
"""Solvers that decide mathematical integers, in order of preference."""


def open_solver(
    name: str,
    budget: Budget,
    limits: Limits = NO_LIMITS,
    use: Use = Use.INCREMENTAL,
    statistics: QueryStatistics | None = None,
) -> Solver:
    """Open a solver without formulas.

    Raises `UsageError` for a name that is neither in `SOLVERS` nor in `SPECIALISTS`, and for a
    library that is not installed.
    """
    library: Library[Any] = _adapter(name)(limits, use)
    ledger = QueryStatistics() if statistics is None else statistics
    return LibrarySolver(library, budget=budget, limits=limits, use=use, statistics=ledger)


def _adapter(name: str) -> Callable[[Limits, Use], Library[Any]]:
    entry = _ALL.get(name)
    if entry is None:
        raise UsageError(f"no solver {name!r}; choose from {', '.join((*SOLVERS, *SPECIALISTS))}")
    module, _, attribute = entry.adapter.partition(":")
    try:
        adapter: Callable[[Limits, Use], Library[Any]] = getattr(import_module(module), attribute)
    except ModuleNotFoundError as missing:
        raise UsageError(f"solver {name!r} needs a package: pip install {entry.package}") from missing
    return adapter


NO_SOLVER = "no solver"
"""Name of the main solver where no solver has answered yet, so that every solver may check."""


@dataclass(frozen=True, slots=True)
class SolverFactory:
    """Factory of the solvers of one run: those of the ``main`` library, and others that check its
    answers.
    """

    main: str = "bitwuzla"
    budget: Budget = field(default_factory=Budget)
    limits: Limits = NO_LIMITS
    check_models: bool = False
    recorder: Recorder | None = None
    statistics: QueryStatistics = field(default_factory=QueryStatistics)
    requires_refutations: bool = False
    """True if only a DRAT refutation, checked step by step, confirms an unsatisfiable answer of the main
    solver.
    """

    def for_checking(self, finder: str) -> "SolverFactory":
        """Return a factory for checking an answer of ``finder``: no solver checks its own answers.

        If ``finder`` is not the name of a solver, but for example `REWRITING`, the main solver stays.
        """
        return replace(self, main=finder) if finder in SOLVERS or finder in SPECIALISTS else self

    def new(self, use: Use = Use.INCREMENTAL) -> Solver:
        """Open a solver of the main library."""
        if self.main == DRAT:
            raise UsageError(f"{DRAT!r} only confirms what another solver found")
        return self._open(self.main, use, self.budget)

    @property
    def others(self) -> tuple[str, ...]:
        """Libraries that can check answers of the main one, in order of preference."""
        if self.requires_refutations:
            return (DRAT,)
        return tuple(name for name in SOLVERS if name != self.main)

    def other(self, name: str, use: Use, budget: Budget) -> Solver:
        """Open a solver of ``name``, which is one of `others`, with the time of ``budget``."""
        if name == self.main:
            raise UsageError(f"{name!r} cannot re-check its own answers")
        return self.named(name, use, budget)

    def named(self, name: str, use: Use, budget: Budget) -> Solver:
        """Open a solver of any library with the time of ``budget``, for a query that no
        solver has answered.
        """
        return self._open(name, use, budget)

    def _open(self, name: str, use: Use, budget: Budget) -> Solver:
        solver = open_solver(name, budget, self.limits, use, self.statistics)
        if self.recorder is not None:
            solver = RecordedSolver(solver, self.recorder)
        return CheckedSolver(solver) if self.check_models else solver
