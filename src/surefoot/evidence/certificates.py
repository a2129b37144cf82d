"""Certificates: evidence that a goal is safe, which the judge checks."""

from collections.abc import Mapping
from enum import Enum

from surefoot.base.records import dataclass, field
from surefoot.logic import Term
from surefoot.logic.ring.lemmas import RingLemma
from surefoot.systems.control.system import Invariants
from surefoot.systems.control.universals import Universals

REWRITING = "rewriting"
"""Name of the decision procedure for queries that simplified to a constant."""


@dataclass(frozen=True, slots=True)
class CompleteUnrolling:
    """Every run ends within ``bound`` rounds of each loop and recursion, and none of them fails a check.

    ``pruned`` lists bounds at which some states of the frontier, or on the way to it, turned out to have no runs;
    going on without them keeps the unrolling finite, and small. ``solver`` decided the queries, or `REWRITING` did.
    ``dropped`` tells at which bound and position these states were, so that nobody has to look for them again, and ``plain_accesses_only`` that no runs were left out; files do not have either.
    """

    bound: int
    pruned: tuple[int, ...]
    solver: str
    dropped: frozenset[tuple[int, tuple[int, ...]]] = field(default=frozenset(), compare=False)
    plain_accesses_only: bool = field(default=False, compare=False)


@dataclass(frozen=True, slots=True)
class KInductive:
    """Nothing fails in the first ``k`` steps of a run of the control system, nor in any step that follows ``k - 1`` without failure.

    ``invariants`` hold at the locations and are inductive on their own; ``lemmas`` hold there, too, but only together with the
    property are they k-inductive. Both are formulas over the state variables of their locations and the parameters of the program's control
    system. With ``simple_paths``, "any step" is one at the end of a run that was never in the same state twice. With ``loop_wise``, "any step" is one of the
    system with summaries of ``k`` rounds for its loops, and there are no lemmas. ``solver`` decided the queries.
    ``universals`` hold at the locations, too; they and the invariants are inductive together.
    ``ring`` has, for the steps from a location,
    lemmas about products over its state variables, its inputs and the parameters: with them the queries need no multiplication.
    """

    k: int
    invariants: Invariants
    solver: str
    lemmas: Invariants = field(default_factory=dict)
    simple_paths: bool = False
    loop_wise: bool = False
    universals: Universals = field(default_factory=dict)
    ring: Mapping[str, tuple[RingLemma, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Defined:
    """Definition of a relation: all values of ``parameters`` that satisfy ``formula``."""

    parameters: tuple[Term, ...]
    formula: Term


@dataclass(frozen=True, slots=True)
class HornSolution:
    """Relations that satisfy the clauses of the goal's file; ``solver`` found them."""

    relations: Mapping[str, Defined]
    solver: str


@dataclass(frozen=True, slots=True)
class Summaries:
    """Preconditions, loop invariants and postconditions of recursive functions, which exclude every failure.

    ``formulas`` are about the parameters of the relations of the program's Horn clauses, and satisfy all of these. ``solver`` decided the queries.
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

    ``ranks`` are bit-vector terms over the state variables of a location and the parameters, compared as signed words,
    the most significant component first. On each edge that lies on a cycle the rank decreases; ``proof`` shows that this
    check never fails, and excludes undefined behaviour.
    """

    ranks: Mapping[str, tuple[Term, ...]]
    overflow: Overflow
    proof: KInductive

    @property
    def solver(self) -> str:
        """The solver that found the proof."""
        return self.proof.solver


Certificate = CompleteUnrolling | KInductive | HornSolution | Summaries | Ranking
