"""Reduction of the circuits of the programs in examples/j by ABC: remaining registers, gates and
levels.

    python bench/reductions.py --elements 3 7 --seconds 60

The circuit is that of the engine: equal variables share registers, and one step leads from loop
head to loop head. A program without a loop has one register, for whether its only step was
taken; averages are printed with and without such programs.
"""

import argparse
import tempfile
from pathlib import Path

from surefoot.base.budget import Budget
from surefoot.circuits import aiger
from surefoot.engines.aig import abc
from surefoot.evidence.claims import Goal
from surefoot.evidence.encodings import control_system_of
from surefoot.frontend.j.bounds import Bounds
from surefoot.frontend.j.program import load_j
from surefoot.program.properties import DEFAULT_OF_J
from surefoot.systems.transitions.sequential import SequentialSystem

EXAMPLES = Path(__file__).parent.parent / "examples" / "j"
COMMANDS = "balance; zero; scorr; dc2; scorr; dc2"


def reduction_of(program: Path, elements: int, seconds: float) -> abc.Reduction | None:
    """Return the reduction of the circuit of ``program`` by `COMMANDS`, within so many ``seconds``
    of CPU time.
    """
    loaded = load_j(program, DEFAULT_OF_J, bounds=Bounds(bits=elements.bit_length() + 2, elements=elements))
    circuit = SequentialSystem(control_system_of(Goal(loaded, DEFAULT_OF_J))).circuit
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / abc.CIRCUIT).write_bytes(aiger.write(circuit))
        return abc.Abc(Path(folder)).reduced(COMMANDS, seconds, Budget())


def main() -> None:
    """Print a row for each program and number of elements, and averages."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--elements", type=int, nargs="+", default=[3, 7])
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--programs", nargs="*", default=[])
    options = parser.parse_args()
    remaining: list[tuple[float, ...]] = []
    of_loops: list[tuple[float, ...]] = []
    for program in sorted(EXAMPLES.glob("*.j")):
        if options.programs and program.stem not in options.programs:
            continue
        for elements in options.elements:
            found = reduction_of(program, elements, options.seconds)
            if found is None:
                print(f"| {program.stem} | {elements} | not in time |", flush=True)
                continue
            pairs = (found.latches, (found.before.ands, found.after.ands), (found.before.levels, found.after.levels))
            remaining.append(tuple(after / max(before, 1) for before, after in pairs))
            if found.latches[0] > 1:
                of_loops.append(remaining[-1])
            cells = " | ".join(f"{before} / {after}" for before, after in pairs)
            print(f"| {program.stem} | {elements} | {cells} |", flush=True)
    for what, rows in (("all", remaining), ("with loops", of_loops)):
        averages = [sum(column) / len(rows) for column in zip(*rows, strict=True)]
        if averages:
            print(f"remaining, {what}: " + ", ".join(f"{100 * each:.1f} %" for each in averages))


if __name__ == "__main__":
    main()
