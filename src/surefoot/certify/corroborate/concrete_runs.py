"""Sampled concrete runs beside a proof: none may fail a check, and all must agree with the control
system.

Solvers check a proof on formulas that surefoot built; the interpreter builds none, and shares with
the symbolic executor only the semantics of operators. Runs cannot confirm a proof, unless there is
one run only, but they contradict wrong ones.
"""

import math
import time
from collections.abc import Mapping
from contextlib import closing
from random import Random
from typing import TYPE_CHECKING

from surefoot.base.budget import Budget
from surefoot.base.records import dataclass, field, replace
from surefoot.certify.limits import LIMITS
from surefoot.evidence.claims import Goal
from surefoot.logic import FloatSort, Op, Sort, Term, Value, dag_size, postorder
from surefoot.program.access import constants_of, terms_read
from surefoot.program.layout import byte_size
from surefoot.program.program import Function, Program
from surefoot.program.statements import Load, Statement, Store, Terminator
from surefoot.program.trace import Trace
from surefoot.semantics.interpreter import (
    BoundReached,
    ConcreteObject,
    Finished,
    IllegalTrace,
    Machine,
    Outcome,
    TraceChoices,
    Undefined,
    Violated,
    run,
)
from surefoot.semantics.interpreter.code import GeneratedCode
from surefoot.semantics.sampling import DensePlacement, SampledChoices, SamplingMode
from surefoot.smt.contracts import NoAnswer, Sat, Unsat, Use
from surefoot.smt.registry import SolverFactory
from surefoot.systems.control.quantified import QuantifiedInvariants
from surefoot.systems.control.system import Destination, Invariants
from surefoot.systems.encode.encoding import Disagreement, Encoding

if TYPE_CHECKING:
    from surefoot.certify.corroborate.lockstep import Expectations, Lockstep
    from surefoot.systems.encode.interpreter_acceleration import AcceleratingVisitor
    from surefoot.systems.encode.program_system import ProgramSystem


NO_QUANTIFIED: QuantifiedInvariants = {}
_MODES = (
    SamplingMode(),
    SamplingMode(boundary_values=True),
    SamplingMode(random_memory=True),
    SamplingMode(boundary_values=True, random_memory=True),
)


@dataclass(slots=True)
class Comparison:
    """Counts of what was compared and of what was skipped."""

    states: int = 0
    slots: int = 0
    formulas: int = 0
    edges: int = 0
    skipped_slots: int = 0
    skipped_formulas: int = 0
    skipped_edges: int = 0


@dataclass(slots=True)
class RunStatistics:
    """Statistics of concrete runs and of their comparison; `seconds` is CPU time.

    Of `runs`, `finished` ended regularly; the others were cut, or failed an assumption.
    """

    runs: int = 0
    finished: int = 0
    made_by_solver: int = 0
    steps: int = 0
    seconds: float = 0.0
    comparison: Comparison = field(default_factory=Comparison)


@dataclass(frozen=True, slots=True)
class NoContradiction:
    """No run contradicts the proof. `is_complete` if the program has one run only, which ended
    without a failure.
    """

    statistics: RunStatistics
    is_complete: bool


@dataclass(frozen=True, slots=True)
class RunFails:
    """The run of `trace` ends in `outcome`, which the proof excludes."""

    trace: Trace
    outcome: Violated | Undefined
    statistics: RunStatistics


@dataclass(frozen=True, slots=True)
class RunDisagrees:
    """The run of `trace` deviates from the control system or violates an invariant, for `reason`: a
    defect of surefoot.
    """

    trace: Trace
    reason: str
    statistics: RunStatistics


RunFinding = NoContradiction | RunFails | RunDisagrees


def sample_runs(
    goal: Goal,
    encoding: Encoding | None,
    invariants: Invariants,
    seconds: float,
    solvers: SolverFactory | None = None,
    *,
    quantified: QuantifiedInvariants = NO_QUANTIFIED,
    seed: int = 1,
    code: GeneratedCode | None = None,
) -> RunFinding:
    """Search for a run of the goal's program that contradicts a proof of it.

    `encoding` is the encoding that the proof is about, if any; `invariants` and `quantified` hold
    at its locations according to the proof. At least one run is made, more until `seconds` of CPU
    time are used up. With `solvers`, and time left, runs are also made along edges of the system
    that no other run took.

    Runs depend on `seed` only; their number depends on the speed of the machine.
    Ensures: a `RunFails` is confirmed or refuted by replaying its trace; with it or a
      `RunDisagrees` the proof is void.
    """
    return _Sampling(goal, encoding, invariants, quantified, seconds, seed, code).finding(solvers)


class _FindingMade(Exception):
    """A finding that ends the sampling."""

    def __init__(self, finding: RunFinding) -> None:
        super().__init__(finding)
        self.finding = finding


def _is_form_of(encoding: "ProgramSystem", goal: Goal) -> bool:
    """Return whether `encoding` encodes a form of the goal's program, and no other program."""
    return encoding.shares_bodies or encoding.source is goal.program


class _Sampling:
    """Sampled runs for one proof."""

    def __init__(
        self,
        goal: Goal,
        encoding: Encoding | None,
        invariants: Invariants,
        quantified: QuantifiedInvariants,
        seconds: float,
        seed: int,
        code: GeneratedCode | None,
    ) -> None:
        self._goal = goal
        self._expected: Expectations | None = None
        self._program = goal.program
        """The goal's program, or the form of it that was encoded, with shared function bodies or
        loops for large blocks.
        """
        if encoding is not None:
            from surefoot.certify.corroborate.lockstep import (
                expectations_of,  # most proofs are not about a control system
            )

            self._expected = expectations_of(encoding, goal.checked, invariants, quantified)
            if self._expected is not None and _is_form_of(self._expected.encoding, goal):
                self._program = self._expected.encoding.program
        self._written = code if code is not None and self._program is goal.program else GeneratedCode()
        self._begun = time.process_time()
        self._end = self._begun + seconds
        self._seed = seed
        self._known: dict[Sort, tuple[Value, ...]] = dict(constants_of(goal.program, goal.checked))
        self._begun_runs = 0
        self.statistics = RunStatistics()

    def finding(self, solvers: SolverFactory | None) -> RunFinding:
        """Make runs until a finding or the end of the time."""
        try:
            is_complete = self._sample(LIMITS.runs // 2, (self._begun + self._end) / 2)
            if not is_complete:
                if solvers is not None:
                    self._cover_edges(solvers)
                self._sample(LIMITS.runs, self._end)
        except _FindingMade as found:
            return found.finding
        finally:
            self.statistics.seconds = time.process_time() - self._begun
        return NoContradiction(self.statistics, is_complete)

    def _sample(self, most: int, end: float) -> bool:
        """Make random runs, up to `most` or until `end`, at least one; return whether the program
        has one run only.
        """
        while self._begun_runs == 0 or (self._begun_runs < most and time.process_time() < end):
            number = self._next_number()
            random = Random(self._seed + number)  # noqa: S311 - not for secrets
            places = DensePlacement(self._program, random) if number % 3 == 1 else None
            choices = SampledChoices(random, self._known, _MODES[number % len(_MODES)], places=places)
            outcome = self._run(
                choices,
                places,
                is_accelerated=number % LIMITS.accelerated_run_period == LIMITS.accelerated_run_period - 1,
            )
            if choices.is_forced and not isinstance(outcome, IllegalTrace):
                ended = self._run_to_end() if isinstance(outcome, BoundReached) else outcome
                if isinstance(ended, BoundReached):
                    self._run(SampledChoices(Random(self._seed), self._known), None, is_accelerated=True)  # noqa: S311 - as above
                return isinstance(ended, Finished) and _is_determined(self._goal.program)
        return False

    def _run_to_end(self) -> Outcome:
        """Make the only run, as far as time allows."""
        return self._run(SampledChoices(Random(self._seed), self._known), None, is_long=True)  # noqa: S311 - not for secrets

    def _next_number(self) -> int:
        """Return the number of the next run, from 0."""
        self._begun_runs += 1
        return self._begun_runs - 1

    def _has_time(self) -> bool:
        return time.process_time() < self._end

    def _steps_left(self, *, is_long: bool) -> int:
        """Return the limit on steps of the next run."""
        used = time.process_time() - self._begun
        if not self.statistics.steps or not used:
            return LIMITS.first_run_steps
        affordable = int(self.statistics.steps / used * max(0.0, self._end - time.process_time()))
        return affordable if is_long else min(LIMITS.run_steps, max(LIMITS.first_run_steps, affordable))

    def _run(
        self,
        choices: SampledChoices,
        places: DensePlacement | None,
        *,
        is_long: bool = False,
        is_accelerated: bool = False,
    ) -> Outcome:
        goal, statistics = self._goal, self.statistics
        steps = self._steps_left(is_long=is_long)
        end = self._end if statistics.runs else math.inf
        expected = self._expected
        lockstep = None if expected is None else expected.lockstep(choices, statistics.comparison, end)
        accelerating = None
        if is_accelerated and expected is not None:
            from surefoot.systems.encode.interpreter_acceleration import AcceleratingVisitor  # short runs need none

            accelerating = AcceleratingVisitor(expected.encoding, goal.checked, choices)
        follower = _Follower(lockstep, places, accelerating)
        try:
            outcome = run(
                self._program,
                goal.checked,
                choices,
                max_steps=steps,
                largest_copy=LIMITS.copied_bytes,
                visitor=follower,
                generated_code=self._written,
            )
        except Disagreement as found:
            raise _FindingMade(RunDisagrees(choices.trace, str(found), statistics)) from None
        if not isinstance(outcome, IllegalTrace):
            statistics.runs += 1
            statistics.finished += isinstance(outcome, Finished)
            statistics.steps += follower.steps
        if isinstance(outcome, Violated | Undefined) and goal.must_exclude(outcome.site):
            raise _FindingMade(RunFails(choices.trace, outcome, statistics))
        if self._program is not goal.program and not isinstance(outcome, BoundReached | IllegalTrace):
            self._check_form(choices.trace, outcome)
        return outcome

    def _check_form(self, trace: Trace, outcome: Outcome) -> None:
        """Require that the goal's program ends as the other form of it does."""
        other = run(self._goal.program, self._goal.checked, TraceChoices(trace), max_steps=LIMITS.run_steps)
        is_same = type(other) is type(outcome)
        if isinstance(other, Violated | Undefined) and isinstance(outcome, Violated | Undefined):
            is_same &= other.site == outcome.site
        if not is_same and not isinstance(other, BoundReached | IllegalTrace):
            reason = f"the encoded form of the program ends in {outcome}, the program itself in {other}"
            raise _FindingMade(RunDisagrees(trace, reason, self.statistics))

    def _cover_edges(self, solvers: SolverFactory) -> None:
        """Make runs along edges that no run has taken."""
        expected = self._expected
        if expected is None or not self._has_time() or not self._edges_left(expected):
            return
        from surefoot.discharge.system_solver import SystemSolver
        from surefoot.systems.control.unfolding import Unfolding

        system = expected.system
        budget = Budget.seconds(max(0.0, self._end - time.process_time()))
        unfolding = Unfolding(system)
        terms = [term for edge in system.edges for term in (edge.guard, *edge.update.values())]
        deepest = LIMITS.solver_run_depth if dag_size(*terms) <= LIMITS.solver_run_terms else 1
        with closing(SystemSolver(system, replace(solvers, budget=budget).new(Use.INCREMENTAL))) as solver:
            for length in range(1, deepest + 1):
                for edge, guard in unfolding.layer(length).passed:
                    left = self._edges_left(expected)
                    if not left or not self._has_time():
                        return
                    if (edge.source, edge.target) in left:
                        match solver.check([guard], purpose="concrete runs"):
                            case Sat(model):
                                found = unfolding.run_of(model, length, (guard, *solver.facts))
                                self._continue(expected.encoding.trace_of(found))
                            case Unsat() | NoAnswer():
                                pass

    def _edges_left(self, expected: "Expectations") -> set[tuple[str, Destination]]:
        """Return the edges between locations that no run has taken."""
        return {(edge.source, edge.target) for edge in expected.system.transitions} - expected.taken

    def _continue(self, trace: Trace) -> None:
        """Make a run that begins with the choices of `trace`."""
        random = Random(self._seed + self._next_number())  # noqa: S311 - not for secrets
        self._run(SampledChoices(random, self._known, begun=trace), None)
        self.statistics.made_by_solver += 1


class _Follower:
    """Visitor that passes the run to `lockstep`, its memory to `places`, and accelerates loops by
    `accelerating`.
    """

    def __init__(
        self, lockstep: "Lockstep | None", places: DensePlacement | None, accelerating: "AcceleratingVisitor | None"
    ) -> None:
        self._lockstep = lockstep
        self._places = places
        self._accelerating = accelerating
        self._machine: Machine | None = None

    @property
    def steps(self) -> int:
        """The number of executed statements."""
        return 0 if self._machine is None else self._machine.steps

    def is_visited(self, function: Function, label: str) -> bool:
        """Return whether the lockstep compares states at the block."""
        return self._lockstep is not None and self._lockstep.is_visited(function, label)

    def on_start(self, machine: Machine) -> None:
        """Record the machine."""
        self._machine = machine
        if self._places is not None:
            self._places.memory = machine.memory
        if self._lockstep is not None:
            self._lockstep.on_start(machine)
        if self._accelerating is not None:
            self._accelerating.on_start(machine)

    def on_object(self, created: ConcreteObject) -> None:
        """Pass the event on."""
        if self._lockstep is not None:
            self._lockstep.on_object(created)
        if self._accelerating is not None:
            self._accelerating.on_object(created)

    def on_block(self, machine: Machine, label: str) -> None:
        """Pass the event on."""
        if self._lockstep is not None:
            self._lockstep.on_block(machine, label)
        if self._lockstep is not None and self._accelerating is not None:
            accelerated = len(self._accelerating.accelerated)
            self._accelerating.on_block(machine, label)
            if len(self._accelerating.accelerated) > accelerated:
                self._lockstep.record_acceleration()
                self._lockstep.on_block(machine, label)


def _is_determined(program: Program) -> bool:
    """Return whether runs without choices are all equal: independent of addresses and of the bits
    of NaNs.

    Functions and global objects must only be read and written, each at constant offsets inside:
    anything else might depend on where they lie, if only because it reaches over the end of an
    object into the next one. Floats must not be looked at as bits: which NaN an operation makes is
    open.
    """
    sizes = {each.address: each.size for each in program.global_objects}
    addresses = {*sizes, *(function.address for function in program.functions.values())}
    terms: list[Term] = [known.initial for known in program.global_variables if known.initial is not None]
    terms += [cell.value for each in program.global_objects for cell in each.cells or ()]
    for function in program.functions.values():
        for block in function.blocks.values():
            for statement in (*block.statements, block.terminator):
                if isinstance(statement, Store) and isinstance(statement.value.sort, FloatSort):
                    return False
                terms += _terms_with_addresses(statement, sizes)
    return not any(term.op is Op.FP_TO_IEEE_BV or term in addresses for term in postorder(terms))


def _terms_with_addresses(statement: Statement | Terminator, sizes: Mapping[Term, int]) -> tuple[Term, ...]:
    """Return the terms of `statement` in which an address matters."""
    match statement:
        case Load(target, address):
            return () if _is_inside(address, byte_size(target.sort), sizes) else (address,)
        case Store(address, value):
            return (value,) if _is_inside(address, byte_size(value.sort), sizes) else (address, value)
        case _:
            return terms_read(statement)


def _is_inside(address: Term, size: int, sizes: Mapping[Term, int]) -> bool:
    """Return whether `size` bytes at `address` certainly belong to one object."""
    offset = 0
    if address.op is Op.BVADD and address.args[1].op is Op.CONSTANT:
        offset, address = int(address.args[1].payload), address.args[0]
    return address in sizes and offset + size <= sizes[address]
