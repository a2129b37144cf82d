"""Smaller circuits: what ABC makes of one, and what has to be said of the circuit itself where a proof is about the smaller one.

Latches that are equal in every state that can be reached, or always 0, are merged, and what is between latches is rewritten. ABC says which latches it merged, and these equalities are inductive together: so they and
an invariant of the smaller circuit are an invariant of the circuit. It finds more where it also merges what is between latches (``scorr`` without ``-l``), but that depends on inputs, and no invariant can say it. Latches that the error
does not depend on are left out. Inputs stay, with their order: a bad run of the smaller circuit is one of the circuit.
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
    """The circuit in `abc.REDUCED`: which latches of the other it has, in its order, and which of those are said to be equal to another one, or to be 0."""

    sizes: abc.Reduction
    latches: tuple[int, ...]
    merged: tuple[tuple[int, int | None], ...]
    is_never_bad: bool

    @property
    def is_smaller(self) -> bool:
        """Whether provers have less to look at."""
        before, after = self.sizes.latches
        return (after, self.sizes.after.ands) < (before, self.sizes.before.ands)


def reduced_circuit(
    prover: abc.Abc, folder: Path, sequential: SequentialSystem, seconds: float, budget: Budget
) -> ReducedCircuit | None:
    """What is left of the circuit of ``sequential``; ``None`` if ABC has not got that far after ``seconds``, or what it wrote cannot be used."""
    sizes = prover.reduced(COMMANDS, seconds, budget)
    if sizes is None:
        return None
    try:
        circuit = aiger.read((folder / abc.REDUCED).read_bytes())
    except InputError:
        return None
    whole = sequential.circuit
    numbers = {latch.name: number for number, latch in enumerate(whole.latches)}
    told = [name for pair in sizes.merged for name in pair if name]
    if not all(name in numbers for name in (*(latch.name for latch in circuit.latches), *told)):
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
