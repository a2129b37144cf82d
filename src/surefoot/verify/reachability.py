"""Reachability of proved checks and of the end of a program: a proof about what no run reaches is
vacuous.

A check that some sample run passes is reached. The others are searched for in a variant of the
program in which a check may fail or not whenever a run reaches it: if it had to fail, no run would
reach what comes after it. Checks that are not decided count as reached.
"""

from collections.abc import Collection, Mapping
from random import Random

from surefoot.base.budget import Budget
from surefoot.base.enums import Enum
from surefoot.base.events import ignore
from surefoot.base.records import dataclass, replace
from surefoot.certify.kernel.vacuity import goal_of_ends
from surefoot.certify.verdicts import Safe, Unknown, Unsafe
from surefoot.engines.contracts import Engine
from surefoot.evidence.claims import Goal
from surefoot.logic import BOOL, FALSE, variable
from surefoot.program.access import constants_of, successors
from surefoot.program.check_sites import CheckSite, check_sites, sites_of
from surefoot.program.ctypes import CVoid
from surefoot.program.program import Block, Function, Program, Role, Variable
from surefoot.program.properties import REACHABILITY, UNDEFINED, Property
from surefoot.program.statements import LEAK_KINDS, Check, Havoc, Origin, Statement, Terminator
from surefoot.semantics.interpreter import Event, Executed, run
from surefoot.semantics.interpreter.code import GeneratedCode
from surefoot.semantics.sampling import SampledChoices
from surefoot.smt.registry import SolverFactory
from surefoot.verify.deciding import DecisionOptions, Statistics, decide
from surefoot.verify.limits import LIMITS


@dataclass(frozen=True, slots=True)
class Unreached:
    """The checks that no run reaches, and those that were not decided."""

    unreachable: frozenset[CheckSite]
    undecided: frozenset[CheckSite] = frozenset()


def unreached_sites(
    goal: Goal,
    proved: Collection[CheckSite],
    engine: Engine,
    solvers: SolverFactory,
    budget: Budget,
    least_seconds: float,
) -> Unreached:
    """Return the ``proved`` checks that no run reaches, as far as ``engine`` decides it.

    Checks at the end of the program and in models of library functions are left out: the user did
    not write them.
    """
    share = reachability_budget(budget, least_seconds)
    sites = frozenset(site for site in proved if site.kind not in LEAK_KINDS and not _is_in_model(site))
    markers = _markers(goal.program, sites)
    left = sites - visited(goal, markers, sites, share)
    if not left:
        return Unreached(left)
    question = reaching(goal, markers, left)
    survey = decide(
        question,
        engine,
        DecisionOptions(stop_at_first=False),
        replace(solvers, budget=share),
        share,
        Statistics(),
        ignore,
    )
    unreachable = left & survey.proved
    reached = frozenset(verdict.violated.site for verdict in survey.violations)
    return Unreached(unreachable, left - unreachable - reached)


class RunEnd(Enum):
    """Reachability of the end of a program."""

    REACHED = "some run reaches its end, or nothing could stop all of them"
    UNREACHABLE = "assumptions stop every run before its end"
    UNDECIDED = "undecided"


def run_end(goal: Goal, engine: Engine, solvers: SolverFactory, budget: Budget) -> RunEnd:
    """Return whether some run of the goal's program reaches its end, as far as ``engine`` decides
    it.

    Requires: ``goal`` has no model, and no run fails a check.
    """
    question = goal_of_ends(goal)
    if question is None:
        return RunEnd.REACHED
    share = reachability_budget(budget, LIMITS.run_end_seconds)
    found = decide(
        question, engine, DecisionOptions(), replace(solvers, budget=share), share, Statistics(), ignore
    ).verdict
    match found:
        case Safe():
            return RunEnd.UNREACHABLE
        case Unsafe():
            return RunEnd.REACHED
        case Unknown():
            return RunEnd.UNDECIDED


def reachability_budget(budget: Budget, least_seconds: float) -> Budget:
    """Return a part of the CPU time spent so far, and ``least_seconds`` in any case."""
    return budget.at_most_cpu(max(least_seconds, LIMITS.reachability_share * budget.cpu_seconds_used()))


def _is_in_model(site: CheckSite) -> bool:
    return site.span is not None and site.span.is_library


Markers = Mapping[int, frozenset[CheckSite]]
"""The checks that a run reaches with a statement or terminator, by the identity of the statement.
"""


def _markers(program: Program, sites: frozenset[CheckSite]) -> Markers:
    """Return the statements that reach ``sites``: a check itself, or the branches to a check that
    always fails.
    """
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
    """An observer that collects the checks that runs reach."""

    def __init__(self, markers: Markers) -> None:
        self.sites: set[CheckSite] = set()
        self._markers = markers

    def on_event(self, event: Event) -> None:
        """Collect the checks of one step."""
        if isinstance(event, Executed):
            self.sites |= self._markers.get(id(event.statement), frozenset())


def visited(goal: Goal, markers: Markers, sites: frozenset[CheckSite], budget: Budget) -> set[CheckSite]:
    """Return the ``sites`` that sample runs reach."""
    known = constants_of(goal.program, goal.checked)
    visits, code = _Visits(markers), GeneratedCode()
    for seed in range(LIMITS.sample_runs):
        if sites <= visits.sites or budget.is_over():
            break
        choices = SampledChoices(Random(seed), known)  # noqa: S311 - not for secrets
        run(
            goal.program,
            goal.checked,
            choices,
            max_steps=LIMITS.sample_steps,
            observer=visits,
            generated_code=code,
        )
        if not choices.made:
            break
    return visits.sites


def reaching(goal: Goal, markers: Markers, sites: frozenset[CheckSite]) -> Goal:
    """Return the goal in which the checks at ``sites``, and no others, may fail or not whenever a
    run reaches them.
    """
    kinds = frozenset(site.kind for site in sites)
    checked = Property(REACHABILITY, kinds, goal.checked.error_functions)
    everything = check_sites(goal.program, replace(checked, violations=kinds | UNDEFINED | goal.checked.violations))
    functions = {name: _failing(function, markers, sites) for name, function in goal.program.functions.items()}
    program = replace(goal.program, functions=functions)
    others = frozenset(everything) - sites
    return replace(goal, program=program, checked=checked, ignored=others, accepts_partial_claims=True)


def _failing(function: Function, markers: Markers, sites: frozenset[CheckSite]) -> Function:
    """Return ``function`` with a check of a havocked condition wherever runs reach ``sites``."""
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
