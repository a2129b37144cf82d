"""ABC, a prover for circuits, in a child process: a script in, a status and evidence out.

Its answers are not trusted: a counterexample is replayed, an invariant is checked again, and a
bare "proved" is no proof. Requirements of ABC that the callers meet: files are binary AIGER
without constraints, all latches start with 0, and there is an input. ``ind`` is no proof,
because it has no base case.
"""

import re
import subprocess
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path

from surefoot.base.budget import Budget
from surefoot.base.errors import UsageError
from surefoot.base.process_tree import wait_for
from surefoot.base.records import dataclass
from surefoot.circuits.graph import Size
from surefoot.smt.contracts import NoAnswer

CIRCUIT = "circuit.aig"
REDUCED = "reduced.aig"
CUBES = "invariant.pla"
STATES = "invariant.aig"
TRACE = "trace.txt"

_STATUS = re.compile(r"^Status = (-?\d)", re.MULTILINE)
_SIZE = re.compile(r"lat =\s*(\d+)\s+and =\s*(\d+)\s+lev =\s*(\d+)")
_MERGED = re.compile(r"^Original flop (\S+) is proved equivalent to (?:flop (\S+)|constant)\.", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class CircuitProved:
    """ABC answers that no bad state is reachable."""


@dataclass(frozen=True, slots=True)
class CircuitFalsified:
    """Input values of each step of a bad run, as reported by ABC."""

    inputs: tuple[tuple[int, ...], ...]


CircuitOutcome = CircuitProved | CircuitFalsified | NoAnswer


@dataclass(frozen=True, slots=True)
class Reduction:
    """Latches, conjunctions and levels of a circuit before and after reduction.

    ``merged`` maps each merged latch, by name, to the latch that equals it, or to the empty name
    for 0.
    """

    latches: tuple[int, int]
    before: Size
    after: Size
    merged: tuple[tuple[str, str], ...]


class Abc:
    """Runner of scripts on the circuit in ``folder``, file `CIRCUIT`."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._program = _installed()

    def decide(self, commands: str, seconds: float, budget: Budget, circuit: str = CIRCUIT) -> CircuitOutcome:
        """Run ``commands`` on the circuit for at most ``seconds``."""
        for name in (TRACE, CUBES, STATES):
            (self._folder / name).unlink(missing_ok=True)
        trace = self._folder / TRACE
        printed = self.run_script(
            f"read_aiger {circuit}; {commands}; print_status; write_cex -a {TRACE}", seconds, budget
        )
        status = _STATUS.search(printed)
        if status is None or status[1] == "-1":
            return NoAnswer("ABC timed out, crashed or gave up")
        if status[1] == "1":
            return CircuitProved()
        inputs = _steps(trace.read_text(encoding="ascii")) if trace.exists() else ()
        return CircuitFalsified(inputs) if inputs else NoAnswer("ABC wrote no counterexample")

    def reduced(self, commands: str, seconds: float, budget: Budget) -> Reduction | None:
        """Reduce the circuit into `REDUCED` by ``commands``; return `None` after ``seconds``."""
        (self._folder / REDUCED).unlink(missing_ok=True)
        script = f"read_aiger {CIRCUIT}; print_stats; {commands}; print_stats; write_aiger -s {REDUCED}"
        printed = self.run_script(script, seconds, budget)
        sizes = [tuple(map(int, found)) for found in _SIZE.findall(printed)]
        if len(sizes) != 2 or not (self._folder / REDUCED).exists():
            return None
        (latches, ands, levels), (fewer, smaller, lower) = sizes
        merged = tuple((latch, other) for latch, other in _MERGED.findall(printed))
        return Reduction((latches, fewer), Size(0, ands, levels), Size(0, smaller, lower), merged)

    def run_script(self, script: str, seconds: float, budget: Budget) -> str:
        """Run ``script`` and return its output; end ABC after ``seconds`` of its CPU time or at the
        end of the budget.
        """
        output = self._folder / "output.txt"
        with output.open("w", encoding="utf-8") as sink:
            process = subprocess.Popen(
                [str(self._program), "-q", script],
                cwd=self._folder,
                stdin=subprocess.DEVNULL,
                stdout=sink,
                stderr=subprocess.STDOUT,
            )
            wait_for(process, seconds, budget)
        return output.read_text(encoding="utf-8", errors="replace")


def _steps(text: str) -> tuple[tuple[int, ...], ...]:
    """Parse the inputs of each step: a line of bits a step, after the line of the latches."""
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    if not all(re.fullmatch("[01]*", line) for line in lines):
        return ()
    return tuple(tuple(map(int, line)) for line in lines[1:])


def _installed() -> Path:
    """Return the path of the program in the package ``pyosys``, whose import would take a second."""
    found = find_spec("pyosys")
    places: Sequence[str] = found.submodule_search_locations or () if found is not None else ()
    for place in places:
        program = Path(place) / "yosys-abc"
        if program.exists():
            return program
    raise UsageError("engine aig needs a package: pip install pyosys")
