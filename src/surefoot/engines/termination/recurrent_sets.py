"""Search for closed recurrent sets: a state and a strategy for the inputs by which no run leaves a
loop.

The state is the end of a run that stays in the loop for some steps. Each input gets a constant of
that run, a variable, or an updated value of the same sort. A candidate has to stay for some hundred
steps; then k-induction proves the system that it closes safe. Invariants of that proof are the
recurrent set.
"""

from collections.abc import Iterator, Mapping
from itertools import islice, product

from surefoot.base.errors import OutOfBudget
from surefoot.base.records import dataclass, replace
from surefoot.engines.board import Board
from surefoot.engines.induction.engine import KInduction
from surefoot.engines.limits import LIMITS
from surefoot.engines.tasks import SystemTask
from surefoot.engines.termination.unfolded_runs import StayingRun
from surefoot.evidence.certificates import KInductive
from surefoot.evidence.claims import ClaimsSafe, InputStrategy, Recurrent
from surefoot.logic import (
    TRUE,
    Evaluator,
    Term,
    Value,
    constant,
    default_value,
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
    """A run that a strategy continues; ``first`` is the step after which its state is repeated at
    the end, if it is.
    """

    run: Run
    first: int | None


class RecurrentSearch:
    """Search for recurrent sets of the system of `task` that runs reach."""

    def __init__(self, task: SystemTask) -> None:
        self._task = task
        self._system = task.system

    def sets(self, found: StayingRun) -> Iterator[Recurrent | Run]:
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
            if continued.first is not None:
                yield continued.run
            proof = self._proof(found, end, strategy, parameters)
            if proof is not None:
                yield Recurrent(found.run, strategy, proof)
            proofs += 1
            if not used or proofs >= _PROOFS:
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
        seen = {(name, tuple(here.values())): len(steps)}
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
            key = (name, tuple(here.values()))
            if key in seen:
                return Continued(Run(found.run.parameters, tuple(steps)), seen[key])
            seen[key] = len(steps)
        return Continued(Run(found.run.parameters, tuple(steps)), None)

    def _proof(
        self, found: StayingRun, end: Mapping[Term, Value], strategy: InputStrategy, parameters: Mapping[Term, Value]
    ) -> KInductive | None:
        """Return a proof that the strategy stays in the loop; `None` if none is found soon."""
        system = _closed(self._system, found.run.steps[-1].edge.destination, end, strategy, parameters)
        share = self._task.budget.at_most_work(LIMITS.recurrent_proof_seconds)
        task = replace(
            self._task,
            budget=share,
            solvers=replace(self._task.solvers, budget=share),
            board=Board(),
            encoding=replace(self._task.encoding, system=system),  # type: ignore[type-var]  # encodings are records
        )
        try:
            for claim in KInduction(search=False, ring=False).claims(task):
                if isinstance(claim, ClaimsSafe) and isinstance(claim.certificate, KInductive):
                    return claim.certificate
        except OutOfBudget:
            self._task.budget.spend()
        return None


_PROOFS = 4
"""Strategies of one run whose proof is attempted."""


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
