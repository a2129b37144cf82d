"""Certificates: evidence that a goal is safe, which the judge checks."""

from collections.abc import Mapping

from surefoot.base.enums import Enum
from surefoot.base.records import dataclass, field
from surefoot.evidence.tracked import TrackedSummaries
from surefoot.logic import Term
from surefoot.logic.ring.lemmas import RingLemma
from surefoot.systems.control.quantified import QuantifiedInvariants
from surefoot.systems.control.system import Invariants

REWRITING = "rewriting"
"""Name of the decision procedure for queries that simplified to a constant."""


@dataclass(frozen=True, slots=True)
class CompleteUnrolling:
    """Certificate: every run ends within ``bound`` iterations of each loop and recursion, and none
    fails a check.

    ``pruned`` has the bounds at which states of the frontier, or on the way to it, are
    infeasible; dropping them keeps the unrolling finite and small. ``solver`` decided the
    queries, or `REWRITING` did. Only in memory: ``dropped`` has the bounds and positions of
    these states, and ``plain_accesses_only`` is true if no behaviour was omitted.
    """

    bound: int
    pruned: tuple[int, ...]
    solver: str
    dropped: frozenset[tuple[int, tuple[int, ...]]] = field(default=frozenset(), compare=False)
    plain_accesses_only: bool = field(default=False, compare=False)


@dataclass(frozen=True, slots=True)
class KInductive:
    """Certificate: no failure in the first ``k`` steps of a run, and none in a step after ``k - 1``
    steps without failure.

    ``invariants`` and ``quantified`` invariants hold at locations and are inductive together;
    ``lemmas`` are k-inductive together with the property. They are formulas over the state
    variables of their locations and the parameters of the control system. With ``simple_paths``,
    the run before a step repeats no state. With ``loop_wise``, steps are those of the system
    with summaries of ``k`` iterations for its loops, and there are no lemmas. ``ring`` has lemmas
    about products for the edges from a location, with which queries need no multiplication.
    ``solver`` decided the queries.
    """

    k: int
    invariants: Invariants
    solver: str
    lemmas: Invariants = field(default_factory=dict)
    simple_paths: bool = False
    loop_wise: bool = False
    quantified: QuantifiedInvariants = field(default_factory=dict)
    ring: Mapping[str, tuple[RingLemma, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Defined:
    """Definition of a relation: all values of ``parameters`` that satisfy ``formula``."""

    parameters: tuple[Term, ...]
    formula: Term


@dataclass(frozen=True, slots=True)
class HornSolution:
    """Certificate: a solution of the Horn clauses of the goal's file, found by ``solver``."""

    relations: Mapping[str, Defined]
    solver: str


@dataclass(frozen=True, slots=True)
class Summaries:
    """Certificate: preconditions, loop invariants and postconditions of procedures, which exclude
    every failure.

    ``formulas`` are over the parameters of the relations of the program's Horn clauses and
    satisfy all clauses. ``solver`` decided the queries.
    """

    formulas: Invariants
    solver: str


class Overflow(Enum):
    """Treatment of signed overflow in a termination proof."""

    WRAPS = "wraps"
    """Runs continue with the wrapped value."""
    EXCLUDED = "excluded"
    """No run overflows, which is part of the proof."""
    ENDS = "ends"
    """Runs end there; nothing is proved of runs that overflow."""


@dataclass(frozen=True, slots=True)
class Ranking:
    """Lexicographic ranking functions for the locations of the program's control system.

    ``ranks`` are bit-vector terms over the state variables of a location and the parameters,
    compared as signed words, the most significant component first. On each edge that lies on a
    cycle the rank decreases; ``proof`` shows that this check never fails, and excludes undefined
    behaviour. ``summaries`` are formulas about calls of recursive functions when they return, by
    the relations of the program's Horn clauses; ``proof`` shows that they hold, too.
    """

    ranks: Mapping[str, tuple[Term, ...]]
    overflow: Overflow
    proof: KInductive
    summaries: Invariants = field(default_factory=dict)

    @property
    def solver(self) -> str:
        """The solver that found the proof."""
        return self.proof.solver


Certificate = CompleteUnrolling | KInductive | HornSolution | Summaries | Ranking | TrackedSummaries
