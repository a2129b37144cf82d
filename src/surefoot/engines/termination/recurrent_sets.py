"""Search for closed recurrent sets: a state and a strategy for the inputs by which no run leaves a
loop.

The state is the end of a run that stays in the loop for some steps. Each input gets a constant of
that run, a variable, or an updated value of the same sort. A candidate has to stay for some hundred
steps. Then the system that it closes is proved safe: by relations between variables that hold in all
these states, later by k-induction. Invariants of that proof are the recurrent set.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from itertools import combinations, islice, product

from surefoot.base.errors import OutOfBudget
from surefoot.base.records import dataclass, replace
from surefoot.discharge.system_solver import SystemSolver
from surefoot.engines.board import Board
from surefoot.engines.induction.engine import KInduction
from surefoot.engines.induction.inductive_step import InductiveStep
from surefoot.engines.induction.strengthening import needed_invariants
from surefoot.engines.limits import LIMITS
from surefoot.engines.tasks import SystemTask
from surefoot.engines.termination.unfolded_runs import StayingRun
from surefoot.evidence.certificates import KInductive
from surefoot.evidence.claims import ClaimsSafe, InputStrategy, Recurrent
from surefoot.invariants.houdini import inductive_subset
from surefoot.logic import (
    TRUE,
    BitVecSort,
    Evaluator,
    Term,
    Value,
    bv,
    bvsle,
    bvslt,
    bvule,
    bvult,
    constant,
    default_value,
    eq,
    extract,
    not_,
    or_,
    substitute,
    variables_of,
)
from surefoot.program.statements import CheckKind
from surefoot.systems.control.runs import NoSuchRun, Run, Step, states_along
from surefoot.systems.control.system import ENTRY, ControlSystem, Edge, Error, Location


@dataclass(frozen=True, slots=True)
class Continued:
    """A run that a strategy continues, with the states on the way; ``repeats`` if the last one was
    there before.
    """

    run: Run
    states: tuple[tuple[str, Mapping[Term, Value]], ...]
    repeats: bool


class RecurrentSearch:
    """Search for recurrent sets of the system of `task` that runs reach."""

    def __init__(self, task: SystemTask) -> None:
        self._task = task
        self._system = task.system

    def sets(self, found: StayingRun, *, with_invariants: bool) -> Iterator[Recurrent | Run]:
        """Yield recurrent sets that `found` reaches, and runs that repeat a whole state."""
        try:
            states = states_along(self._system, found.run)
        except NoSuchRun:
            return
        end = _after(found.run.steps[-1], states[-1])
        parameters = {
            symbol: found.run.parameters.get(symbol, default_value(symbol.sort)) for symbol in self._system.parameters
        }
        used = [name for name in found.inside if self._system.location(name).inputs]
        proofs = 0
        for strategy in islice(self._strategies(found), LIMITS.recurrent_strategies):
            self._task.budget.spend()
            continued = self._continued(found, end, strategy, parameters)
            if continued is None:
                continue
            if continued.repeats and not with_invariants:
                yield continued.run
            system = _closed(self._system, found.run.steps[-1].edge.destination, end, strategy, parameters)
            proof = self._by_induction(system) if with_invariants else self._by_observation(system, continued)
            if proof is not None:
                yield Recurrent(found.run, strategy, proof)
            proofs += 1
            if not used or proofs >= LIMITS.recurrent_proofs:
                return

    def _strategies(self, found: StayingRun) -> Iterator[InputStrategy]:
        """Yield strategies for the locations of the loop: constants of the run first."""
        inputs = [(name, symbol) for name in found.inside for symbol in self._relevant_inputs(found, name)]
        choices = [self._candidates(found, name, symbol) for name, symbol in inputs]
        for chosen in product(*choices):
            strategy: dict[str, dict[Term, Term]] = {name: {} for name in found.inside}
            for (name, symbol), term in zip(inputs, chosen, strict=True):
                strategy[name][symbol] = term
            yield strategy

    def _relevant_inputs(self, found: StayingRun, name: str) -> list[Term]:
        edges = [edge for edge in self._system.edges_from(name) if edge.target in found.inside]
        mentioned = frozenset(variables_of(*(term for edge in edges for term in (edge.guard, *edge.update.values()))))
        return [symbol for symbol in self._system.location(name).inputs if symbol in mentioned]

    def _candidates(self, found: StayingRun, name: str, symbol: Term) -> list[Term]:
        """Return terms for an input: values in the run, updated values, and variables."""
        location = self._system.location(name)
        known = {*location.symbols, *self._system.parameters}
        values = [
            constant(step.inputs[symbol], symbol.sort)
            for step in reversed(found.run.steps)
            if step.edge.source == name and symbol in step.inputs
        ]
        updates = [
            term
            for edge in self._system.edges_from(name)
            if edge.target in found.inside
            for term in edge.update.values()
            if term.sort is symbol.sort and known.issuperset(variables_of(term))
        ]
        variables = [each for each in location.symbols if each.sort is symbol.sort]
        zero = constant(default_value(symbol.sort), symbol.sort)
        return list(dict.fromkeys((*values[:2], *updates, *variables, zero)))

    def _continued(
        self, found: StayingRun, end: Mapping[Term, Value], strategy: InputStrategy, parameters: Mapping[Term, Value]
    ) -> Continued | None:
        """Return `found` with some steps by `strategy`; `None` if it leaves the loop."""
        system = self._system
        steps = list(found.run.steps)
        name, here = steps[-1].edge.destination, dict(end)
        seen = {(name, tuple(here.values()))}
        states: list[tuple[str, Mapping[Term, Value]]] = [(name, here)]
        for _ in range(LIMITS.recurrent_steps):
            known = {**parameters, **here}
            own = Evaluator(known.__getitem__)
            inputs = {
                symbol: own.value(strategy[name][symbol]) if symbol in strategy[name] else default_value(symbol.sort)
                for symbol in system.location(name).inputs
            }
            now = Evaluator({**known, **inputs}.__getitem__)
            taken = next((edge for edge in system.edges_from(name) if now.value(edge.guard)), None)
            if taken is None or taken.target not in found.inside:
                return None
            steps.append(Step(taken, inputs))
            here = _after(steps[-1], now)
            name = taken.destination
            states.append((name, here))
            key = (name, tuple(here.values()))
            if key in seen:
                return Continued(Run(found.run.parameters, tuple(steps)), tuple(states), repeats=True)
            seen.add(key)
        return Continued(Run(found.run.parameters, tuple(steps)), tuple(states), repeats=False)

    def _by_observation(self, system: ControlSystem, continued: Continued) -> KInductive | None:
        """Return a proof that `system` is safe, by relations that hold in the states of `continued`."""
        share = self._task.budget.at_most_work(LIMITS.recurrent_proof_seconds)
        try:
            with closing(SystemSolver(system, replace(self._task.solvers, budget=share).new())) as solver:
                candidates = {name: observed_relations(own) for name, own in _by_location(continued).items()}
                kept = inductive_subset(system, candidates, solver, share)
                step = InductiveStep(system, solver, {name: tuple(own) for name, own in kept.items()})
                if step.holds(1) is not True:
                    return None
                found, _ = needed_invariants(step, 1, share)
                return KInductive(1, found, solver.name)
        except OutOfBudget:
            self._task.budget.spend()
            return None

    def _by_induction(self, system: ControlSystem) -> KInductive | None:
        """Return a proof that `system` is safe by k-induction; `None` if none is found soon."""
        share = self._task.budget.at_most_work(LIMITS.recurrent_proof_seconds)
        task = replace(
            self._task,
            budget=share,
            solvers=replace(self._task.solvers, budget=share),
            board=Board(),
            encoding=replace(self._task.encoding, system=system),  # type: ignore[type-var]  # encodings are records
        )
        try:
            for claim in KInduction(LIMITS.portfolio_k, search=False, ring=False).claims(task):
                if isinstance(claim, ClaimsSafe) and isinstance(claim.certificate, KInductive):
                    return claim.certificate
        except OutOfBudget:
            self._task.budget.spend()
        return None


def _by_location(continued: Continued) -> dict[str, list[Mapping[Term, Value]]]:
    found: dict[str, list[Mapping[Term, Value]]] = {}
    for name, state in continued.states:
        found.setdefault(name, []).append(state)
    return found


def observed_relations(states: Sequence[Mapping[Term, Value]]) -> list[Term]:
    """Return simple formulas that hold in all `states`: constant variables and low bits, and
    variables that are equal or ordered.
    """
    words: list[Term] = []
    found: list[Term] = []
    for symbol, value in states[0].items():
        if all(state[symbol] == value for state in states):
            found.append(eq(symbol, constant(value, symbol.sort)))
        if isinstance(symbol.sort, BitVecSort):
            words.append(symbol)
    changing = [symbol for symbol in words if any(state[symbol] != states[0][symbol] for state in states)]
    candidates = [eq(extract(symbol, 0, 0), bv(int(states[0][symbol]) & 1, 1)) for symbol in changing]  # type: ignore[arg-type]
    for one, other in islice(combinations(words, 2), LIMITS.recurrent_pairs):
        if one.sort is other.sort and (one in changing or other in changing):
            if all(state[one] == state[other] for state in states):
                candidates.append(eq(one, other))
                continue
            candidates.append(not_(eq(one, other)))
            candidates += [less(a, b) for less in (bvult, bvule, bvslt, bvsle) for a, b in ((one, other), (other, one))]
    for symbol in changing:
        zero = bv(0, symbol.sort.width)
        candidates += [bvslt(zero, symbol), bvslt(symbol, zero), not_(eq(symbol, zero))]
    evaluators = [Evaluator(state.__getitem__) for state in states[:: max(1, len(states) // 20)]]
    return [*found, *(each for each in candidates if all(state.value(each) for state in evaluators))]


def _after(step: Step, before: Evaluator) -> dict[Term, Value]:
    return {symbol: before.value(value) for symbol, value in step.edge.update.items()}


def _closed(
    system: ControlSystem,
    start: str,
    state: Mapping[Term, Value],
    strategy: InputStrategy,
    parameters: Mapping[Term, Value],
) -> ControlSystem:
    """Return the system with one run: it starts in `state`, follows `strategy`, and fails where it
    stops.
    """
    values = {symbol: constant(value, symbol.sort) for symbol, value in parameters.items()}
    edges = [Edge(ENTRY, start, TRUE, {symbol: constant(value, symbol.sort) for symbol, value in state.items()})]
    locations = [Location(ENTRY)]
    for name in strategy:
        location = system.location(name)
        zeros = {symbol: constant(default_value(symbol.sort), symbol.sort) for symbol in location.inputs}
        chosen = {symbol: substitute(term, values) for symbol, term in strategy[name].items()}
        all_values = {**values, **zeros, **chosen}
        own = [
            replace(
                edge,
                guard=substitute(edge.guard, all_values),
                update={symbol: substitute(term, all_values) for symbol, term in edge.update.items()},
            )
            for edge in system.edges_from(name)
        ]
        kept = [edge for edge in own if isinstance(edge.target, str) and edge.target in strategy]
        undefined = [edge.guard for edge in own if isinstance(edge.target, Error)]
        stops = or_(not_(or_(*(edge.guard for edge in kept))), *undefined)
        error = Error(CheckKind.NON_TERMINATION, f"end of the stay at {name}", location.span, name, is_violation=True)
        edges += [*kept, Edge(name, error, stops)]
        domain = substitute(location.domain, values)
        locations.append(Location(name, location.variables, (), domain, location.span))
    return ControlSystem((), (), tuple(locations), tuple(edges))
