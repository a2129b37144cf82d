"""Evidence for `safe`. There is no certificate that says "trust me"."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from surefoot.logic import Term
from surefoot.program.program import Variable
from surefoot.spans import Span
from surefoot.systems.cutpoints import Place

REWRITING = "rewriting"
"""What decided a query that became constant while it was built, so that no solver was asked."""


@dataclass(frozen=True, slots=True)
class CompleteUnrolling:
    """Every run ends within ``bound`` rounds of each loop and recursion, and none of them fails a check.

    ``pruned`` lists smaller bounds at which some states of the frontier turned out to have no runs;
    going on without them keeps the unrolling finite. ``solver`` decided the queries, or `REWRITING` did.
    """

    bound: int
    pruned: tuple[int, ...]
    solver: str


@dataclass(frozen=True, slots=True)
class KInductive:
    """Nothing fails in the first ``k`` segments of a run, nor in any segment that follows ``k - 1`` without failure.

    ``invariants`` hold at the cut points and are inductive on their own; ``lemmas`` hold there, too, but only together with the
    property are they k-inductive. Both are formulas over the symbols that the cut-point graph of the program gives to the slots
    of each cut point, and over addresses. With ``simple_paths``, "any segment" is one at the end of a run that was never in
    the same state at two cut points. With ``loop_wise``, "any segment" is one of the program with summaries of ``k`` rounds for
    its loops, and there are no lemmas. ``solver`` decided the queries. ``variables`` (which symbols stand for
    variables of the program) and ``spans`` (where the cut points are) are there for readers and prove nothing.
    """

    k: int
    invariants: Mapping[Place, tuple[Term, ...]]
    solver: str
    lemmas: Mapping[Place, tuple[Term, ...]] = field(default_factory=dict)
    simple_paths: bool = False
    loop_wise: bool = False
    variables: Mapping[Term, Variable] = field(default_factory=dict)
    spans: Mapping[Place, Span | None] = field(default_factory=dict)


Certificate = CompleteUnrolling | KInductive
