"""Hardware model checking as an engine: the control system as a circuit, solved by ABC.

User-supplied invariants are tried first, by one inductive step on the circuit. If they do not
prove the goal, the provers of ABC are scheduled in time slices.

A counterexample becomes a run of the control system, which is replayed on the program. A proof
is an invariant that ABC writes, translated to locations; the judge checks it on words with other
solvers. If a prover answers "proved" without evidence, the provers that write invariants
continue.
"""

from collections.abc import Callable, Iterator
from contextlib import closing
from typing import ClassVar

from surefoot.base.budget import Budget
from surefoot.base.errors import OutOfBudget
from surefoot.base.events import Watcher
from surefoot.base.records import dataclass, replace
from surefoot.circuits.blasting import NotBits
from surefoot.discharge.system_solver import SystemSolver
from surefoot.engines.aig.driver import DRIVER, Driver, commands_of
from surefoot.engines.contracts import Positive, Seconds
from surefoot.engines.ic3.proofs import needed
from surefoot.engines.induction.strengthening import Strengthening
from surefoot.engines.limits import LIMITS
from surefoot.engines.searches import claim_about, claim_about_undefined
from surefoot.engines.tasks import EngineTask, SystemTask
from surefoot.evidence.certificates import KInductive
from surefoot.evidence.claims import Claim, ClaimsSafe, GaveUp, Why
from surefoot.smt.registry import BITS, SolverFactory
from surefoot.systems.control.runs import NoSuchRun, Run, states_along
from surefoot.systems.control.system import ControlSystem, Error, Invariants
from surefoot.systems.transitions.sequential import SequentialSystem


@dataclass(frozen=True, slots=True)
class InductionOnCircuits:
    """Inductive subset of the user-supplied invariants, and whether it excludes every error."""

    invariants: Invariants
    proves: bool


def induction_on_circuits(task: SystemTask) -> InductionOnCircuits:
    """Return the result of one inductive step, as a circuit without latches, from states with the
    user-supplied invariants.

    The invariants are proved together: edges from the entry establish them, other edges preserve
    them. `bits` decides edge by edge, with case splits for hard edges, in half of the budget.
    The check on words uses other circuits. A system without loops needs no invariants.
    """
    rest = task.budget.remaining()
    share = task.budget if rest is None else task.budget.at_most(rest / 2)
    solvers = replace(task.solvers, main=BITS, budget=share)
    strengthening = Strengthening(replace(task, solvers=solvers, budget=share))
    try:
        known = strengthening.annotated()
        proves = (bool(known) or not task.system.names) and strengthening.suffices()
    except OutOfBudget:
        task.budget.spend()
        return InductionOnCircuits({}, proves=False)
    return InductionOnCircuits(known, proves)


@dataclass(frozen=True, slots=True)
class Aig:
    """Hardware model checking by ABC; finds proofs and violations."""

    name: ClassVar[str] = "aig"
    view: ClassVar[type[EngineTask]] = SystemTask
    invariants: bool = True
    """Start with the inductive subset of user-supplied and candidate invariants."""
    script: str = DRIVER
    """Script of ABC: pdr, int, bmc3, dprove, scheme1, scheme2, or commands such as
    "scorr; dc2; pdr"; driver searches for a bad run, reduces the circuit, and schedules pdr, bmc3
    and int.
    """
    one_hot: bool = False
    """Encode locations by one latch each instead of a binary number."""
    elements: Positive = 16
    """Initial number of elements of an array that are latches; the others are havocked."""
    first_seconds: Seconds = 2.0
    """Length of the first time slice of each prover, in seconds; later slices double."""

    def claims(self, task: SystemTask) -> Iterator[Claim]:
        """Yield one claim; see the module."""
        if self.script != DRIVER:
            commands_of(self.script)
        yield self._claim(task)

    def _claim(self, task: SystemTask) -> Claim:
        encoding, system, solvers, budget = task.encoding, task.system, task.solvers, task.budget
        on_event = task.on_event
        known: Invariants = {}
        if self.invariants:
            induction = induction_on_circuits(task)
            if induction.proves:
                return ClaimsSafe(KInductive(1, induction.invariants, BITS))
            candidates = Strengthening(task).simple() if system.names else {}
            known = {name: (*induction.invariants.get(name, ()), *candidates.get(name, ())) for name in system.names}
        undefined: GaveUp | None = None
        try:
            result = self._decided(system, known, lambda _: True, solvers, budget, on_event)
            if isinstance(result, Run) and result.error is not None and not result.error.is_violation:
                undefined = claim_about_undefined(result.error, encoding)
                rest = budget.remaining()
                share = budget if rest is None else budget.at_most(rest / 2)
                result = self._decided(system, known, lambda error: error.is_violation, solvers, share, on_event)
        except OutOfBudget:
            if undefined is None:
                raise
            return undefined
        except NotBits as lack:
            return GaveUp(Why.UNSUPPORTED, f"no circuit for {lack}", "try another --engine")
        match result:
            case Run():
                return claim_about(result, encoding)
            case GaveUp():
                return undefined or result
            case _:
                return undefined or _proof(system, result, solvers, budget)

    def _decided(
        self,
        system: ControlSystem,
        known: Invariants,
        is_bad: Callable[[Error], bool],
        solvers: SolverFactory,
        budget: Budget,
        on_event: Watcher,
    ) -> Run | Invariants | GaveUp:
        """Return a run to a bad error, or invariants that exclude bad errors, ``known`` included.

        If a run reads beyond the modelled elements of an array, their number grows.
        """
        elements = self.elements
        while True:
            sequential = SequentialSystem(system, is_bad, one_hot=self.one_hot, elements=elements, known=known)
            driver = Driver(
                self.name, self.script, self.first_seconds, system, known, sequential, solvers, budget, on_event
            )
            result = driver.search()
            if not isinstance(result, Run):
                return result
            try:
                states_along(system, result)
            except NoSuchRun:
                elements *= LIMITS.element_growth
                if elements > LIMITS.array_elements:
                    return GaveUp(
                        Why.UNSUPPORTED,
                        f"an array is read beyond its first {elements // LIMITS.element_growth} elements",
                        "use --engine bmc",
                    )
            else:
                return result


def _proof(system: ControlSystem, found: Invariants, solvers: SolverFactory, budget: Budget) -> ClaimsSafe:
    """Return the claim that ``found`` proves, with a smaller set of invariants if a short search
    finds one.
    """
    share = budget.at_most_cpu(LIMITS.abc_reduction_seconds)
    with closing(SystemSolver(system, replace(solvers, budget=share).new())) as solver:
        try:
            enough = needed(system, found, solver, share)
        except OutOfBudget:
            enough = found
    return ClaimsSafe(KInductive(1, {name: terms for name, terms in enough.items() if terms}, "abc"))
