"""Results about the loops and the recursive functions of a program, and the judge of their ranks.

In the default check they are reported beside the checks: a loop that is proved to end, or open,
changes no verdict.
"""

from collections.abc import Mapping

from surefoot.base.budget import Budget
from surefoot.base.enums import Enum
from surefoot.base.records import dataclass
from surefoot.base.spans import Span
from surefoot.certify.kernel.finding import Accepted
from surefoot.certify.verdicts import Unsafe
from surefoot.evidence.certificates import Ranking
from surefoot.evidence.claims import Goal
from surefoot.logic import Term
from surefoot.program.check_sites import CheckSite
from surefoot.smt.registry import SolverFactory
from surefoot.systems.encode.encoding import Encoding


class LoopExit(Enum):
    """Ways to leave a loop."""

    REGULAR = "regular"
    """By jumps or returns."""
    FAILING = "failing"
    """Only by failing assertions and aborts."""
    NONE = "none"


@dataclass(frozen=True, slots=True)
class LoopSite:
    """A loop of ``function``, or the function itself if it ``is_recursion``; ``label`` is the first
    block.

    A loop that ``reads_shared`` objects, volatile or atomic ones, may be left when others write to
    them. If the checks ``variants`` never fail, its annotated ``variant`` decreases in each round,
    or in each nested call; then it ends if the loops in its blocks ``inside`` and in the functions
    ``called`` from there do.
    """

    function: str
    label: str
    span: Span | None
    is_recursion: bool = False
    exit: LoopExit = LoopExit.REGULAR
    reads_shared: bool = False
    variant: str = ""
    variants: frozenset[CheckSite] = frozenset()
    inside: frozenset[str] = frozenset()
    called: frozenset[str] = frozenset()


class LoopStatus(Enum):
    """Status of a loop or of a recursive function."""

    ENDS = "ends"
    """Runs repeat it finitely often, each time they enter it."""
    WITHOUT_EXIT = "without exit"
    """It has no exit, or no rank and failures as its only exits: it may run for ever by design."""
    DEPENDS_ON_INPUTS = "depends on inputs"
    """Some inputs on the way keep it going for ever."""
    NEVER_ENDS = "never ends"
    """Some run repeats it for ever, whatever inputs follow."""
    UNDECIDED = "not decided"


@dataclass(frozen=True, slots=True)
class LoopResult:
    """The status of ``site``.

    One that ends has its ``ranks`` by location of the ``encoding``, or none if all runs were
    unrolled to their ends, or the annotated variant is proved. ``needs_no_overflow`` if a signed
    overflow may occur in it, which ends the run. One that does not end has the ``violation`` with
    its run.
    """

    site: LoopSite
    status: LoopStatus
    ranks: Mapping[str, tuple[Term, ...]] | None = None
    encoding: Encoding | None = None
    needs_no_overflow: bool = False
    violation: Unsafe | None = None


def confirms_ranks(
    goal: Goal, certificate: Ranking, cut: frozenset[str], solvers: SolverFactory, budget: Budget
) -> Encoding | None:
    """Return the encoding of `goal` if `certificate` shows that each of its runs ends or passes a
    location of `cut` infinitely often; `None` if that is not confirmed.

    The encoding is built anew, and a solver that did not find the proof decides.
    """
    from surefoot.certify.kernel.ranking import check_ranking  # few programs need ranks

    finding, encoding = check_ranking(goal, certificate, solvers, budget, cut)
    return encoding if isinstance(finding, Accepted) else None
