"""Reduction of circuits by ABC, restricted to steps that an invariant can express.

Latches that are equal in every reachable state, or always 0, are merged, and the logic between
latches is rewritten. ABC reports the merged latches. The equalities are inductive together, so
with an invariant of the reduced circuit they form an invariant of the whole circuit. Merging
inner nodes (``scorr`` without ``-l``) would reduce more, but depends on inputs and cannot be
expressed. Latches outside the cone of the error are removed. Inputs and their order stay, so a
bad run of the reduced circuit is one of the whole circuit.
"""

from pathlib import Path
from typing import Final

from surefoot.base.budget import Budget
from surefoot.base.errors import InputError
from surefoot.base.records import dataclass
from surefoot.circuits import aiger
from surefoot.circuits.graph import FALSE, Literal
from surefoot.engines.aig import abc
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
