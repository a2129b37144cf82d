"""Registry of solvers, and the factory that opens them."""

from collections.abc import Callable, Mapping
from importlib import import_module
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from surefoot.base.budget import Budget
from surefoot.base.enums import Enum
from surefoot.base.errors import UsageError
from surefoot.base.records import dataclass, field, replace
from surefoot.smt.adapters.native_library import Library, LibrarySolver
from surefoot.smt.contracts import NO_LIMITS, Limits, Solver, Use
from surefoot.smt.statistics import QueryStatistics

if TYPE_CHECKING:
    from surefoot.smt.recording import Recorder


class InterpolatedTheory(Enum):
    """Theories of an interpolation problem, which determine the library that interpolates."""

    WORDS = "bit-vectors and floats"
    ARRAYS = "arrays and uninterpreted functions"


@dataclass(frozen=True, slots=True)
class SolverEntry:
    """Adapter of a solver, and its capabilities. Lower ranks are queried first."""

    adapter: str
    """``module:attribute`` of the adapter, which is imported when the solver is first opened."""
    package: str
    """Package that provides the library."""
    confirms: bool = True
    """True if the solver confirms answers of every other solver by default."""
    is_main: bool = True
    """True if engines may use the solver; otherwise it only confirms."""
    integer_rank: int | None = None
    """Rank among the solvers of mathematical integers."""
    linear_rank: int | None = None
    """Rank among the solvers that discharge obligations in linear integer arithmetic."""
    lemma_rank: int | None = None
    """Rank by speed on small queries, such as lemmas about rewriting."""
    interpolates: InterpolatedTheory | None = None
    """Theory for which the library computes interpolants."""


BITS = "bits"
CHECKED_BITS = "checked bits"
"""Name of the solver `bits` whose refutations are checked clause by clause."""
BOXES = "boxes"
_TABLE: Mapping[str, SolverEntry] = MappingProxyType(
    {
        "bitwuzla": SolverEntry(
            "surefoot.smt.adapters.bitwuzla:BitwuzlaLibrary",
            "bitwuzla",
            lemma_rank=0,
            interpolates=InterpolatedTheory.WORDS,
        ),
        "z3": SolverEntry(
            "surefoot.smt.adapters.z3:Z3Library", "z3-solver", integer_rank=0, linear_rank=1, lemma_rank=2
        ),
        "cvc5": SolverEntry(
            "surefoot.smt.adapters.cvc5:Cvc5Library",
            "cvc5",
            integer_rank=1,
            linear_rank=0,
            lemma_rank=3,
            interpolates=InterpolatedTheory.ARRAYS,
        ),
        BITS: SolverEntry("surefoot.smt.adapters.bits:BitsLibrary", "python-sat", lemma_rank=1),
        BOXES: SolverEntry("surefoot.smt.adapters.boxes:BoxesLibrary", "surefoot", confirms=False),
        CHECKED_BITS: SolverEntry(
            "surefoot.smt.adapters.bits:checked_bits", "python-sat", confirms=False, is_main=False
        ),
    }
)
"""All solvers, with those that confirm in order of preference. One entry adds a solver."""
SOLVERS: Mapping[str, SolverEntry] = MappingProxyType({name: each for name, each in _TABLE.items() if each.confirms})
"""Solvers that confirm answers of each other by default."""
SPECIALISTS: Mapping[str, SolverEntry] = MappingProxyType(
    {name: each for name, each in _TABLE.items() if each.is_main and not each.confirms}
)
"""Solvers that decide few formulas; engines use them, but they do not confirm."""


def _by_rank(rank: Callable[[SolverEntry], int | None]) -> tuple[str, ...]:
    """Return the solvers with a rank in the order of their ranks."""
    ranked = ((rank(entry), name) for name, entry in _TABLE.items())
    return tuple(name for _, name in sorted((number, name) for number, name in ranked if number is not None))


WITH_INTEGERS = _by_rank(lambda entry: entry.integer_rank)
"""Solvers that decide mathematical integers."""
FOR_LINEAR_INTEGERS = _by_rank(lambda entry: entry.linear_rank)
"""Solvers that discharge obligations in linear integer arithmetic."""
FOR_LEMMAS = _by_rank(lambda entry: entry.lemma_rank)
"""Solvers of small queries."""
INTERPOLATING: Mapping[InterpolatedTheory, str] = MappingProxyType(
    {entry.interpolates: name for name, entry in _TABLE.items() if entry.interpolates is not None}
)
"""Library that computes the interpolants of each theory."""


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
    library: Library[Any] = adapter_of(name)(limits, use)
    ledger = QueryStatistics() if statistics is None else statistics
    return LibrarySolver(library, budget=budget, limits=limits, use=use, statistics=ledger)


def adapter_of(name: str) -> Callable[[Limits, Use], Any]:
    """Import the adapter of the solver ``name``.

    Raises `UsageError` for an unknown name, and for a library that is not installed.
    """
    entry = _TABLE.get(name)
    if entry is None:
        raise UsageError(f"no solver {name!r}; choose from {', '.join((*SOLVERS, *SPECIALISTS))}")
    module, _, attribute = entry.adapter.partition(":")
    try:
        adapter: Callable[[Limits, Use], Any] = getattr(import_module(module), attribute)
    except ModuleNotFoundError as missing:
        raise UsageError(f"solver {name!r} needs a package: pip install {entry.package}") from missing
    return adapter


NO_SOLVER = "no solver"
"""As ``main`` of a `SolverFactory`: there is no earlier answer, so every solver confirms."""


@dataclass(frozen=True, slots=True)
class SolverFactory:
    """Factory of the solvers of one run.

    The ``main`` solver is the one whose answers the `confirming` ones check. Engines query it; in a
    factory of the judge (`for_checking`) it is the solver that found the proof.
    """

    main: str = "bitwuzla"
    budget: Budget = field(default_factory=Budget)
    limits: Limits = NO_LIMITS
    check_models: bool = False
    recorder: "Recorder | None" = None
    statistics: QueryStatistics = field(default_factory=QueryStatistics)
    only_checked_bits: bool = False
    """True if `CHECKED_BITS` is the only solver that confirms (``--certify=refutation``)."""

    def for_checking(self, finder: str) -> "SolverFactory":
        """Return the factory for confirming an answer of ``finder``.

        The factory is unchanged where ``finder`` names no solver, but a tactic such as
        `REWRITING`.
        """
        return replace(self, main=finder) if finder in SOLVERS or finder in SPECIALISTS else self

    def new(self, use: Use = Use.INCREMENTAL) -> Solver:
        """Open the main solver."""
        entry = _TABLE.get(self.main)
        if entry is not None and not entry.is_main:
            raise UsageError(f"{self.main!r} only confirms what another solver found")
        return self._open(self.main, use, self.budget)

    @property
    def confirming(self) -> tuple[str, ...]:
        """Solvers that confirm answers of the main one, in order of preference."""
        if self.only_checked_bits:
            return (CHECKED_BITS,)
        return tuple(name for name in SOLVERS if name != self.main)

    def open_confirming(self, name: str, use: Use, budget: Budget) -> Solver:
        """Open the solver ``name``, which is one of `confirming`, with the time of ``budget``."""
        if name == self.main:
            raise UsageError(f"{name!r} cannot confirm its own answers")
        return self.open_named(name, use, budget)

    def open_named(self, name: str, use: Use, budget: Budget) -> Solver:
        """Open the solver ``name``, which may be the main one, with the time of ``budget``."""
        return self._open(name, use, budget)

    def _open(self, name: str, use: Use, budget: Budget) -> Solver:
        solver = open_solver(name, budget, self.limits, use, self.statistics)
        if self.recorder is not None:
            from surefoot.smt.recording import RecordedSolver

            solver = RecordedSolver(solver, self.recorder)
        if not self.check_models:
            return solver
        from surefoot.smt.model_checking import CheckedSolver

        return CheckedSolver(solver)
