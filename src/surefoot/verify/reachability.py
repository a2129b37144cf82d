"""Which of the checks that always hold are never come to, and whether any run ends: a proof about what no run comes to tells the user nothing.

A check that some sample run passes is reached. For the others, the program is asked about in which they may fail whenever they are come to:
they need not, because then no run would come to what is behind them. Where nothing is found out, nothing is said against the proof.
"""

from collections.abc import Collection, Mapping
from enum import Enum
from random import Random

from surefoot.base.budget import Budget
from surefoot.base.events import ignore
from surefoot.base.records import dataclass, replace
from surefoot.certify.kernel.vacuity import question_of_ends
from surefoot.certify.verdicts import Safe, Unknown, Unsafe
from surefoot.engines.contracts import Engine
from surefoot.evidence.claims import Goal, Shared
from surefoot.logic import BOOL, FALSE, variable
from surefoot.program.access import constants_of, successors
from surefoot.program.check_sites import CheckSite, check_sites, sites_of
from surefoot.program.ctypes import CVoid
from surefoot.program.program import Block, Function, Program, Role, Variable
from surefoot.program.properties import REACHABILITY, UNDEFINED, Property
from surefoot.program.statements import OF_THE_HEAP, Check, Havoc, Origin, Statement, Terminator
from surefoot.semantics.inputs.sampling import SampledChoices
from surefoot.semantics.interpreter import Event, Executed, run
from surefoot.smt.registry import SolverFactory
from surefoot.verify.deciding import DecisionManner, Statistics, decide

SAMPLES = 20
STEPS = 5_000
SHARE = 0.2
LEAST_SECONDS = 1.0
SECONDS_FOR_PROMISES = 10.0
SECONDS_FOR_ENDS = 2.0
"""It may take this part of the CPU time spent so far, and so long at least; what is not found out counts as reached. Where a specification promises something, it may take longer, because a proof says nothing if no run comes there; and where no sample run gets to its end."""


@dataclass(frozen=True, slots=True)
class Unreached:
    """The checks that no run comes to, and those of which it was not found out."""

    unreachable: frozenset[CheckSite]
    undecided: frozenset[CheckSite] = frozenset()


def unreached_sites(
    goal: Goal,
    proved: Collection[CheckSite],
    engine: Engine,
    solvers: SolverFactory,
    budget: Budget,
    least_seconds: float = LEAST_SECONDS,
) -> Unreached:
    """Those of the ``proved`` checks that no run comes to, as far as ``engine`` finds out.

    Ends of the program are not looked at, nor what models of library functions do: who calls them does not know that they have checks.
    """
    share = _share(budget, least_seconds)
    sites = frozenset(site for site in proved if site.kind not in OF_THE_HEAP and not _is_in_model(site))
    markers = _markers(goal.program, sites)
    left = sites - visited(goal, markers, sites, share)
    if not left:
        return Unreached(left)
    question = reaching(goal, markers, left)
    survey = decide(
        question,
        engine,
        DecisionManner(stop_at_first=False),
        replace(solvers, budget=share),
        share,
        Statistics(),
        ignore,
    )
    unreachable = left & survey.proved
    reached = frozenset(verdict.violated.site for verdict in survey.violations)
    return Unreached(unreachable, left - unreachable - reached)


class Ends(Enum):
    """Whether runs of a program end."""

    SOME = "some run ends, or there is no doubt of it"
    NONE = "assumptions stop every run before its end"
    UNDECIDED = "not found out"


def ends_of_runs(goal: Goal, engine: Engine, solvers: SolverFactory, budget: Budget) -> Ends:
    """Whether some run of the goal's program ends, as far as ``engine`` finds out.

    Requires  ``goal`` has no model, and no run fails a check
    """
    question = question_of_ends(goal)
    if question is None:
        return Ends.SOME
    share = _share(budget, SECONDS_FOR_ENDS)
    found = decide(
        question, engine, DecisionManner(), replace(solvers, budget=share), share, Statistics(), ignore
    ).verdict
    match found:
        case Safe():
            return Ends.NONE
        case Unsafe():
            return Ends.SOME
        case Unknown():
            return Ends.UNDECIDED


def _share(budget: Budget, least_seconds: float) -> Budget:
    return budget.at_most_cpu(max(least_seconds, SHARE * budget.cpu_seconds_used()))


def _is_in_model(site: CheckSite) -> bool:
    return site.span is not None and site.span.is_library


Markers = Mapping[int, frozenset[CheckSite]]
"""By the identity of a statement or terminator, the checks that a run comes to when it comes there."""


def _markers(program: Program, sites: frozenset[CheckSite]) -> Markers:
    """Where runs come to ``sites``: at the statements themselves, and where it is decided whether a check that always fails is executed."""
    found: dict[int, set[CheckSite]] = {}
    for function in program.functions.values():
        deciding: dict[str, list[Terminator]] = {}
        for block in function.blocks.values():
            for label in successors(block.terminator):
                deciding.setdefault(label, []).append(block.terminator)
        for label, block in function.blocks.items():
            for statement in block.statements:
                is_failure = isinstance(statement, Check) and statement.condition is FALSE
                places = deciding.get(label, []) if is_failure else [statement]
                for site, _ in sites_of(statement, function.name):
                    if site in sites:
                        for place in places:
                            found.setdefault(id(place), set()).add(site)
    return {place: frozenset(there) for place, there in found.items()}


class _Visits:
    """Notes the checks that a run comes to."""

    def __init__(self, markers: Markers) -> None:
        self.sites: set[CheckSite] = set()
        self._markers = markers

    def on_event(self, event: Event) -> None:
        """Look at one step."""
        if isinstance(event, Executed):
            self.sites |= self._markers.get(id(event.statement), frozenset())


def visited(goal: Goal, markers: Markers, sites: frozenset[CheckSite], budget: Budget) -> set[CheckSite]:
    """The ``sites`` that sample runs come to."""
    known = constants_of(goal.program, goal.checked)
    visits = _Visits(markers)
    for seed in range(SAMPLES):
        if sites <= visits.sites or budget.is_over():
            break
        choices = SampledChoices(Random(seed), known)  # noqa: S311 - not for secrets
        run(goal.program, goal.checked, choices, max_steps=STEPS, observer=visits, written=goal.shared.written)
        if not choices.made:
            break
    return visits.sites


def reaching(goal: Goal, markers: Markers, sites: frozenset[CheckSite]) -> Goal:
    """The question whether a run comes to one of ``sites``, and no other: checks there fail if a run likes."""
    kinds = frozenset(site.kind for site in sites)
    asked = Property(REACHABILITY, kinds, goal.checked.error_functions)
    everything = check_sites(goal.program, replace(asked, violations=kinds | UNDEFINED | goal.checked.violations))
    functions = {name: _failing(function, markers, sites) for name, function in goal.program.functions.items()}
    program = replace(goal.program, functions=functions)
    others = frozenset(everything) - sites
    return replace(goal, program=program, checked=asked, shared=Shared(), ignored=others, in_parts=True)


def _failing(function: Function, markers: Markers, sites: frozenset[CheckSite]) -> Function:
    """``function`` with checks that fail or not, as they like, wherever runs come to ``sites``."""
    passes = Variable(variable(f"{function.name}::goes on", BOOL), "goes on", CVoid(), Role.TEMPORARY, function.span)

    def failing(place: Statement | Terminator) -> list[Statement]:
        found: list[Statement] = []
        for site in sorted(markers.get(id(place), frozenset()) & sites, key=lambda site: site.kind.name):
            found.append(Havoc(passes.symbol, Origin.EXTERNAL, passes.name, site.span))
            found.append(Check(passes.symbol, site.kind, "is reached", site.span))
        return found

    def marked(block: Block) -> Block:
        statements = [each for statement in block.statements for each in (*failing(statement), statement)]
        return replace(block, statements=(*statements, *failing(block.terminator)))

    blocks = {label: marked(block) for label, block in function.blocks.items()}
    return replace(function, locals=(*function.locals, passes), blocks=blocks)
