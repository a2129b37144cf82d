"""Loops in the default check: which end, with their ranks, which may run for ever, and which do.

This takes a small share of the time, after the checks are decided, and changes no proof. Runs count
up to the first check that they fail, as in the table of checks. A loop that some run repeats for
ever, whatever inputs follow, is a violation.
"""

from collections.abc import Collection, Iterator, Sequence
from contextlib import suppress

from surefoot.base.budget import Budget
from surefoot.base.caveats import Direction, with_direction
from surefoot.base.errors import OutOfBudget, UnsupportedError
from surefoot.base.events import ignore
from surefoot.base.records import replace
from surefoot.base.spans import Span
from surefoot.certify.judge import judge
from surefoot.certify.loops import LoopExit, LoopResult, LoopSite, LoopStatus
from surefoot.certify.verdicts import Safe, Unsafe
from surefoot.engines.bmc import Bmc
from surefoot.engines.board import Board
from surefoot.engines.runner import runner_for
from surefoot.engines.tasks import SystemTask
from surefoot.engines.views import Views
from surefoot.evidence.certificates import CompleteUnrolling
from surefoot.evidence.claims import ClaimsNonTermination, ClaimsSafe, Goal, Lasso
from surefoot.evidence.encodings import encode_for_termination
from surefoot.program.check_sites import CheckSite
from surefoot.program.properties import TERMINATION
from surefoot.program.statements import CheckKind
from surefoot.semantics.symbolic.loops import loop_heads
from surefoot.smt.registry import SolverFactory
from surefoot.systems.control.components import Loop, loops_of
from surefoot.systems.control.system import ControlSystem, Edge, Error
from surefoot.systems.encode.encoding import Encoding, NotEncodable
from surefoot.verify.limits import LIMITS
from surefoot.verify.loop_sites import loop_sites, recursive_among
from surefoot.verify.ranker import RankedLocations, Ranker

_Component = tuple[tuple[str, ...], tuple[Edge, ...]]


def decide_loops(
    goal: Goal, proved: Collection[CheckSite], solvers: SolverFactory, budget: Budget, *, all_end: bool = False
) -> tuple[LoopResult, ...]:
    """Return the status of each loop and recursive function of the goal's program, of which
    `proved` checks never fail. If it is proved that `all_end`, only simple ranks are searched.
    """
    sites = loop_sites(goal.program)
    if not sites:
        return ()
    search = _Search(Goal(goal.program, TERMINATION, calls=goal.calls), sites, proved, solvers, budget)
    with suppress(OutOfBudget, UnsupportedError):  # the other loops stay undecided
        search.run(all_end=all_end)
    if all_end:
        search.end_all()
    else:
        search.excuse_failing()
    return search.results()


class _Search:
    """Search for lassos and ranks of the loops of one program."""

    def __init__(
        self,
        goal: Goal,
        sites: Sequence[LoopSite],
        excluded: Collection[CheckSite],
        solvers: SolverFactory,
        budget: Budget,
    ) -> None:
        self._goal = goal
        self._proved_checks = frozenset(excluded)
        self._overflowing: set[str] = set()
        """Locations whose steps may have a signed overflow that is not excluded."""
        self._solvers = solvers
        self._budget = budget
        self._ranks: Ranker | None = None
        self._proved: list[RankedLocations] = []
        self._found: dict[LoopSite, LoopResult] = {
            site: LoopResult(site, LoopStatus.WITHOUT_EXIT if site.exit is LoopExit.NONE else LoopStatus.UNDECIDED)
            for site in sites
        }

    def results(self) -> tuple[LoopResult, ...]:
        """Return the status of each loop so far."""
        return tuple(self._found.values())

    def run(self, *, all_end: bool) -> None:
        """Decide the loops as far as time allows: by simple ranks, by lassos without and with inputs,
        by harder ranks, and by a complete unrolling.
        """
        simple = (self._use_variants, self._rank_simply)
        is_failing = any(site.exit is LoopExit.FAILING for site in self._found)
        failing = (*simple, self.excuse_failing) if is_failing else ()
        others = (self._use_variants, self._find_endless, self._find_waiting, self._rank_hard, self._unroll)
        for decide in simple if all_end else (*failing, *simple, *others):
            if not self._open():
                return
            decide()

    def end_all(self) -> None:
        """Enter all loops that are open as ending."""
        for site in self._open():
            self._found[site] = LoopResult(site, LoopStatus.ENDS)

    def excuse_failing(self) -> None:
        """Enter the open loops that only failures leave as loops without exit."""
        for site in self._open():
            if site.exit is LoopExit.FAILING:
                self._found[site] = LoopResult(site, LoopStatus.WITHOUT_EXIT)

    def _open(self) -> list[LoopSite]:
        return [site for site, found in self._found.items() if found.status is LoopStatus.UNDECIDED]

    # Variants

    def _use_variants(self) -> None:
        """Enter the loops whose annotated variants are proved to decrease, and that repeat no loop
        that may not end.
        """
        changes = True
        while changes:
            changes = False
            for site in self._open():
                if self._ends_by_variants(site):
                    self._found[site] = LoopResult(site, LoopStatus.ENDS)
                    changes = True

    def _has_proved_variant(self, site: LoopSite) -> bool:
        return bool(site.variants) and site.variants <= self._proved_checks

    def _ends_by_variants(self, site: LoopSite) -> bool:
        if not site.is_recursion:
            is_recursive = site.function in site.called
            return self._has_proved_variant(site) and not is_recursive and self._repeats_only_ending_code(site)
        measured = {each.function for each in self._found if each.is_recursion and self._has_proved_variant(each)}
        if site.called.isdisjoint(measured):
            return False
        return not recursive_among(self._goal.program, site.called - measured) and self._repeats_only_ending_code(site)

    def _repeats_only_ending_code(self, site: LoopSite) -> bool:
        for other, found in self._found.items():
            if other.is_recursion and site.is_recursion:
                continue
            is_inside = other.function == site.function and other.label in site.inside and other != site
            if (is_inside or other.function in site.called) and found.status is not LoopStatus.ENDS:
                return False
        known = {(each.function, each.label) for each in self._found}
        functions = (self._goal.program.functions[name] for name in site.called)
        return all((each.name, head) in known for each in functions for head in loop_heads(each))

    # Lassos

    def _find_endless(self) -> None:
        """Find loops that never end; effects that are not modelled may end any loop."""
        if not any(each.direction is Direction.DROPS_BEHAVIOUR for each in self._goal.program.caveats):
            self._find_lassos(LoopStatus.NEVER_ENDS)

    def _find_waiting(self) -> None:
        self._find_lassos(LoopStatus.DEPENDS_ON_INPUTS)

    def _find_lassos(self, status: LoopStatus) -> None:
        """Find lassos of several loops; each later cycle avoids the loops of earlier ones."""
        from surefoot.engines.termination.lassos import sampled_lasso  # most loops have simple ranks

        without_inputs = status is LoopStatus.NEVER_ENDS
        seconds = LIMITS.loop_lasso_seconds
        for number in range(LIMITS.loop_lassos):
            if not self._open():
                return
            avoided = [
                (site.function, site.label)
                for site, found in self._found.items()
                if found.status not in {LoopStatus.UNDECIDED, LoopStatus.ENDS}
            ]
            lasso = sampled_lasso(
                self._goal, seconds, self._budget, 1 + number, avoided=avoided, without_inputs=without_inputs
            )
            site = None if lasso is None else self._site_at(lasso)
            if lasso is None or site is None:
                return
            verdict = judge(ClaimsNonTermination(lasso), self._goal, (), self._solvers, self._budget)
            if not isinstance(verdict, Unsafe):
                return
            is_endless = without_inputs and not site.reads_shared
            self._found[site] = LoopResult(
                site,
                status if is_endless else LoopStatus.DEPENDS_ON_INPUTS,
                violation=verdict if is_endless else None,
            )

    def _site_at(self, lasso: Lasso) -> LoopSite | None:
        """Return the loop of `lasso`, if it is open: none of a library model."""
        return next((site for site in self._open() if (site.function, site.label) == lasso.place), None)

    # Ranks

    def _rank_simply(self) -> None:
        """Encode the program, and enter the loops with ranks that are easy to find."""
        if with_direction(self._goal.program.caveats, Direction.DROPS_BEHAVIOUR):
            return
        whole = encode_for_termination(self._goal, self._budget)
        if isinstance(whole, NotEncodable):
            return
        self._note_overflows(whole.system)
        sites = {error.site for error in whole.system.errors}
        # where runs behind undefined behaviour are missing, proofs exclude it
        for ignored in (sites, {site for site in sites if site.kind is CheckKind.SIGNED_OVERFLOW}):
            encoding = whole.without(ignored)
            if isinstance(encoding, NotEncodable):
                continue
            goal = self._goal.without(ignored)
            task = SystemTask(goal, self._solvers, self._budget, ignore, Board(), Views(goal), encoding)
            self._ranks = Ranker(task, self._cut(encoding))
            self._enter(self._ranks.simple())
            return

    def _rank_hard(self) -> None:
        """Enter the loops whose ranks take longer to find, or need invariants."""
        if self._ranks is not None:
            self._enter(self._ranks.hard(self._cut(self._ranks.encoding)))

    def _note_overflows(self, system: ControlSystem) -> None:
        for edge in system.edges:
            target = edge.target
            if isinstance(target, Error) and target.kind is CheckKind.SIGNED_OVERFLOW:
                self._overflowing.update(() if target.site in self._proved_checks else (edge.source,))

    def _cut(self, encoding: Encoding) -> set[str]:
        """Return the heads of the loops that may run for ever."""
        statuses = {site.span: found.status for site, found in self._found.items()}
        return {
            name
            for name in encoding.system.names
            if statuses.get(encoding.system.location(name).span) in {LoopStatus.WITHOUT_EXIT, LoopStatus.NEVER_ENDS}
        }

    def _enter(self, proved: Iterator[RankedLocations]) -> None:
        """Enter the loops whose control-system loops are ranked as a whole.

        A loop without location cannot be repeated in the system; it counts as undecided only if
        some control-system loop without rank corresponds to no loop of the source.
        """
        if self._ranks is None:
            return
        with suppress(OutOfBudget):  # those that were proved before count
            self._proved.extend(proved)
        encoding = self._ranks.encoding
        system = encoding.system
        ranked = {name: each for each in self._proved for name in each.ranks}
        known = {site.span for site in self._found}
        locations: dict[Span | None, list[str]] = {}
        open_spans: set[Span | None] = set()
        overflowing: set[Span | None] = set()
        is_complete = True
        for loop, own in _cyclic_loops(system):
            spans = {system.location(name).span: name for name in reversed(own)}
            for span in known & spans.keys():
                locations.setdefault(span, []).append(spans[span])
            if not loop.inside.isdisjoint(self._overflowing):
                overflowing |= spans.keys()
            if not loop.inside <= ranked.keys():
                open_spans |= spans.keys()
                place = system.location(loop.head).span
                is_complete &= bool(known & spans.keys()) or (place is not None and place.is_library)
        for site in self._open():
            if site.span in open_spans or not (site.span in locations or is_complete):
                continue
            names = [name for name in locations.get(site.span, ()) if name in ranked]
            ranks = {name: ranked[name].ranks[name] for name in names}
            named_in = ranked[names[0]].encoding if names else encoding
            self._found[site] = LoopResult(site, LoopStatus.ENDS, ranks, named_in, site.span in overflowing)

    def _unroll(self) -> None:
        """Enter all loops as ending if none is decided and all runs can be unrolled to their ends."""
        if len(self._open()) < len(self._found):
            return
        budget = self._budget.at_most_work(LIMITS.loop_unrolling_seconds)
        runner = runner_for(self._goal, replace(self._solvers, budget=budget), ignore)
        for claim in runner.claims(Bmc(), self._goal, budget):
            if isinstance(claim, ClaimsSafe) and isinstance(claim.certificate, CompleteUnrolling):
                verdict = judge(claim, self._goal, self._goal.program.caveats, self._solvers, self._budget)
                if isinstance(verdict, Safe):
                    self.end_all()
                return


def _cyclic_loops(system: ControlSystem) -> Iterator[tuple[Loop, list[str]]]:
    """Yield the loops of cycles, with their locations that are in no inner loop."""
    loops = loops_of(system)
    for loop in loops.values():
        if len(loop.inside) == 1 and not _is_loop(system, loop.head):
            continue
        inner: set[str] = set()
        for other in loops.values():
            if len(other.inside) > 1 and other.inside < loop.inside:
                inner |= other.inside
        own = [name for name in system.names if name in loop.inside and (name == loop.head or name not in inner)]
        yield loop, [loop.head, *(name for name in own if name != loop.head and not _is_loop(system, name))]


def _is_loop(system: ControlSystem, name: str) -> bool:
    """Return whether the location has an edge to itself."""
    return any(edge.target == name for edge in system.edges_from(name))
