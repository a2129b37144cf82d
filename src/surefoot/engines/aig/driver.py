"""Schedule of ABC: a search for a bad run, then reduction, then provers on the reduced circuit in
growing time slices.

ABC's answers are checked. A bad run is simulated on the whole circuit. A proof is an invariant,
with the equalities of merged latches if it is about the reduced circuit. If a check fails, the
provers continue on the whole circuit.

Reduction is restricted to steps that an invariant can express. Latches that are equal in every
reachable state, or always 0, are merged, and the logic between latches is rewritten. ABC reports
the merged latches. The equalities are inductive together, so with an invariant of the reduced
circuit they form an invariant of the whole circuit. Merging inner nodes (``scorr`` without ``-l``)
would reduce more, but depends on inputs and cannot be expressed. Latches outside the cone of the
error are removed. Inputs and their order stay, so a bad run of the reduced circuit is one of the
whole circuit.
"""

import re
import tempfile
from collections.abc import Iterator
from contextlib import closing, suppress
from itertools import count
from pathlib import Path
from typing import Final

from surefoot.base.budget import Budget
from surefoot.base.errors import InputError, OutOfBudget, UsageError
from surefoot.base.events import BoundRaised, CircuitReduced, Watcher
from surefoot.base.records import dataclass, replace
from surefoot.circuits import aiger
from surefoot.circuits.graph import FALSE, Literal
from surefoot.discharge.system_solver import SystemSolver
from surefoot.engines.aig import abc
from surefoot.engines.aig.evidence import cube_invariants, equalities, state_invariants
from surefoot.engines.limits import LIMITS
from surefoot.logic import TRUE, and_, not_
from surefoot.smt.contracts import NoAnswer, Sat
from surefoot.smt.registry import SolverFactory
from surefoot.systems.control.runs import NoSuchRun, Run
from surefoot.systems.control.system import ControlSystem, Error, Invariants
from surefoot.systems.transitions.sequential import SequentialSystem

COMMANDS: Final = "scorr -l -w; dc2; scorr -l -w; dc2"


@dataclass(frozen=True, slots=True)
class ReducedCircuit:
    """The circuit in `abc.REDUCED`: its latches by their numbers in the whole circuit, and the
    merged ones.
    """

    sizes: abc.Reduction
    latches: tuple[int, ...]
    merged: tuple[tuple[int, int | None], ...]
    is_never_bad: bool

    @property
    def is_smaller(self) -> bool:
        """True if the circuit got smaller."""
        before, after = self.sizes.latches
        return (after, self.sizes.after.ands) < (before, self.sizes.before.ands)


def reduced_circuit(
    prover: abc.Abc, folder: Path, sequential: SequentialSystem, seconds: float, budget: Budget
) -> ReducedCircuit | None:
    """Reduce the circuit of ``sequential``; return `None` after ``seconds``, or if ABC's output
    cannot be used.
    """
    sizes = prover.reduced(COMMANDS, seconds, budget)
    if sizes is None:
        return None
    try:
        circuit = aiger.read((folder / abc.REDUCED).read_bytes())
    except InputError:
        return None
    whole = sequential.circuit
    numbers = {latch.name: number for number, latch in enumerate(whole.latches)}
    merged = [name for pair in sizes.merged for name in pair if name]
    if not all(name in numbers for name in (*(latch.name for latch in circuit.latches), *merged)):
        return None
    if [each.name for each in circuit.inputs] != [each.name for each in whole.inputs]:
        return None
    errors: list[Literal] = [each.literal for each in (*circuit.outputs, *circuit.bad)]
    return ReducedCircuit(
        sizes,
        tuple(numbers[latch.name] for latch in circuit.latches),
        tuple((numbers[latch], numbers[other] if other else None) for latch, other in sizes.merged),
        is_never_bad=errors == [FALSE],
    )


DRIVER: Final = "driver"
PDR: Final = f"pdr -d -I {abc.CUBES}"
INTERPOLATION: Final = f"int -i -I {abc.STATES}"
SEARCH: Final = f"bmc3 -F {LIMITS.search_frames}"

SCRIPTS: Final = {
    "pdr": PDR,
    "int": INTERPOLATION,
    "bmc3": SEARCH,
    "dprove": "dprove",
    "scheme1": "balance; zero; scorr; dprove",
    "scheme2": "balance; zero; ssweep -r; dprove",
}
"""Scripts that users can select. The published second scheme uses induction without a base case,
which is unsound; it is omitted.
"""

SCRIPT_COMMANDS: Final = frozenset(
    [
        "b",
        "balance",
        "bmc",
        "bmc2",
        "bmc3",
        "dc2",
        "dprove",
        "dretime",
        "drf",
        "drw",
        "fraig",
        "int",
        "lcorr",
        "pdr",
        "refactor",
        "resub",
        "retime",
        "rewrite",
        "rf",
        "rs",
        "rw",
        "scleanup",
        "scorr",
        "ssweep",
        "strash",
        "zero",
    ]
)
"""Commands of ABC for scripts of users: they read and write no files."""

_COMMAND: Final = re.compile(r"(\w+)(?: -[A-Za-z]+| \d+)*")


def commands_of(script: str) -> str:
    """Return the commands of the script that has this name, or of a script that is commands of
    `SCRIPT_COMMANDS` with options, separated by semicolons. Raises `UsageError`.
    """
    if script in SCRIPTS:
        return SCRIPTS[script]
    for part in script.split(";"):
        found = _COMMAND.fullmatch(part.strip())
        if found is None or found[1] not in SCRIPT_COMMANDS:
            raise UsageError(
                f"engine aig cannot run {part.strip()!r}; script is {DRIVER}, one of {', '.join(SCRIPTS)}, or commands "
                f"separated by semicolons of {', '.join(sorted(SCRIPT_COMMANDS))}"
            )
    return script


_REDUCE: Final = "reduce"


@dataclass(frozen=True, slots=True)
class Driver:
    """Search for a bad run of ``sequential``, or for invariants of ``system`` that extend the
    inductive ``known``.
    """

    engine: str
    script: str
    first_seconds: float
    system: ControlSystem
    known: Invariants
    sequential: SequentialSystem
    solvers: SolverFactory
    budget: Budget
    on_event: Watcher

    def search(self) -> Run | Invariants:
        """Return a bad run, or invariants that may exclude all bad runs. Raises `OutOfBudget`."""
        with tempfile.TemporaryDirectory(prefix="surefoot-aig-") as made:
            folder = Path(made)
            (folder / abc.CIRCUIT).write_bytes(aiger.write(self.sequential.circuit))
            return self._by_turns(folder)

    def _by_turns(self, folder: Path) -> Run | Invariants:
        prover = abc.Abc(folder)
        reduced: ReducedCircuit | None = None
        is_reduced = False
        for number, (script, seconds) in enumerate(self._schedule(), start=1):
            self.budget.spend()
            self.on_event(BoundRaised(self.engine, number))
            found: Invariants | None = None
            if script == _REDUCE:
                if is_reduced:
                    continue
                made = reduced_circuit(prover, folder, self.sequential, seconds, self.budget)
                if made is None:
                    continue
                is_reduced = True
                self._report_sizes(made.sizes)
                reduced = made if made.is_smaller else None
                if made.is_never_bad:
                    found = equalities(self.sequential, self.system.names, made.merged)
            else:
                circuit = abc.CIRCUIT if reduced is None else abc.REDUCED
                match prover.decide(commands_of(script), seconds, self.budget, circuit):
                    case abc.CircuitFalsified(inputs):
                        with suppress(NoSuchRun):
                            return self.sequential.run(inputs)
                        reduced = None
                    case abc.CircuitProved():
                        found = self._written_invariants(folder, reduced)
                    case NoAnswer():
                        pass
            if found is not None:
                both = {name: (*self.known.get(name, ()), *found.get(name, ())) for name in self.system.names}
                if self._may_hold(both):
                    return both
                reduced = None
        raise OutOfBudget("no prover of ABC has more time")

    def _schedule(self) -> Iterator[tuple[str, float]]:
        """Yield scripts with their seconds. A script without evidence is followed by one with
        evidence.
        """
        first = max(self.first_seconds, 0.1)
        names = tuple(dict.fromkeys((self.script, "pdr", "int")))
        if self.script == DRIVER:
            yield "bmc3", first * LIMITS.first_search_share
            names = (_REDUCE, "pdr", "bmc3", "int")
        for turn in count():
            yield from ((name, first * LIMITS.slice_growth**turn) for name in names)

    def _report_sizes(self, sizes: abc.Reduction) -> None:
        """Report the sizes of the reduced circuit."""
        before, after = sizes.before, sizes.after
        self.on_event(CircuitReduced(self.engine, *sizes.latches, before.ands, after.ands, before.levels, after.levels))

    def _written_invariants(self, folder: Path, reduced: ReducedCircuit | None) -> Invariants | None:
        """Return the invariants that ABC wrote, with the equalities they rest on; `None` if there
        are none.
        """
        names = self.system.names
        found = cube_invariants(folder, self.sequential, names)
        if found is None:
            everything = range(len(self.sequential.circuit.latches))
            found = state_invariants(folder, self.sequential, names, everything if reduced is None else reduced.latches)
        if found is None or reduced is None:
            return found
        equal = equalities(self.sequential, names, reduced.merged)
        return {name: (*equal[name], *found[name]) for name in names}

    def _may_hold(self, found: Invariants) -> bool:
        """Return false if a solver quickly refutes that ``found`` is a proof. Interpolants need not
        exclude errors by themselves.
        """
        share = self.budget.at_most_cpu(LIMITS.abc_check_seconds)
        system = self.system
        with closing(SystemSolver(system, replace(self.solvers, budget=share).new())) as solver:
            for edge in system.edges:
                breaks = TRUE
                if isinstance(edge.target, str):
                    breaks = not_(and_(*(edge.after(formula) for formula in found.get(edge.target, ()))))
                elif not isinstance(edge.target, Error):
                    continue
                assumed = [*system.assumption(edge.source, found), edge.guard, breaks]
                if isinstance(solver.check([and_(*assumed)], purpose="invariants of circuits"), Sat):
                    return False
        return True
