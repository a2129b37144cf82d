"""AIGER text: round trip, examples of the standard, and refusals."""

import random

import pytest

from corpus.random_circuits import random_circuit
from surefoot.base.errors import InputError
from surefoot.circuits import aiger
from surefoot.circuits.sequential import SequentialCircuit, Simulation

TOGGLE = b"aag 1 0 1 2 0\n2 3\n2\n3\nl0 toggles\n"
WITH_CONSTRAINT = b"aag 3 1 1 0 1 1 1\n2\n4 6 1\n4\n3\n6 2 4\ni0 go\nb0 on\nc0 quiet\n"


def values(circuit: SequentialCircuit, seed: int) -> list[int]:
    """Return the values of 64 random steps of a circuit with random latches."""
    choose = random.Random(seed)
    given = {leaf >> 1: choose.getrandbits(64) for leaf in circuit.leaves}
    simulation = Simulation(circuit.graph, given.__getitem__, (1 << 64) - 1)
    return [simulation.value(root) for root in circuit.roots]


@pytest.mark.parametrize("binary", [False, True], ids=["ascii", "binary"])
@pytest.mark.parametrize("seed", range(40))
def test_written_text_is_read_back(seed: int, binary: bool) -> None:
    circuit = random_circuit(seed)
    again = aiger.read(aiger.write(circuit, binary=binary))
    assert values(again, 5) == values(circuit, 5)
    assert [each.name for each in again.inputs] == [each.name for each in circuit.inputs]
    assert [(each.reset, each.name) for each in again.latches] == [(each.reset, each.name) for each in circuit.latches]
    assert [each.name for each in again.bad] == ["wrong", ""]
    assert [(len(each.literals), each.name) for each in again.justice] == [
        (len(each.literals), each.name) for each in circuit.justice
    ]
    assert [each.name for each in again.fairness] == [each.name for each in circuit.fairness]
    assert aiger.write(again, binary=binary) == aiger.write(circuit, binary=binary)


def test_the_toggle_of_the_standard() -> None:
    circuit = aiger.read(TOGGLE)
    (latch,) = circuit.latches
    assert (latch.next, latch.reset, latch.name) == (latch.literal ^ 1, 0, "toggles")
    assert [each.literal ^ latch.literal for each in circuit.outputs] == [0, 1]
    assert aiger.write(circuit, binary=True).startswith(b"aig 1 0 1 2 0\n3\n2\n3\n")


def test_bad_states_and_constraints() -> None:
    circuit = aiger.read(WITH_CONSTRAINT)
    assert [each.name for each in (*circuit.bad, *circuit.constraints)] == ["on", "quiet"]
    assert circuit.constraints[0].literal == circuit.inputs[0].literal ^ 1
    assert circuit.latches[0].reset == 1
    assert aiger.write(circuit, binary=False) == WITH_CONSTRAINT.replace(b"6 2 4", b"6 4 2")


def test_justice_and_fairness_of_the_standard() -> None:
    """The sizes of all justice properties come first, then their literals, then fairness."""
    text = b"aag 3 1 1 0 1 0 0 2 1\n2\n4 6\n2\n1\n4\n3\n5\n2\n6 4 2\nj0 served\nj1 stuck\nf0 asked\n"
    circuit = aiger.read(text)
    (wanted,), (latch,) = circuit.inputs, circuit.latches
    assert [(each.literals, each.name) for each in circuit.justice] == [
        ((latch.literal, wanted.literal ^ 1), "served"),
        ((latch.literal ^ 1,), "stuck"),
    ]
    assert [(each.literal, each.name) for each in circuit.fairness] == [(wanted.literal, "asked")]
    assert aiger.write(circuit, binary=False) == text
    assert aiger.write(circuit).startswith(b"aig 3 1 1 0 1 0 0 2 1\n6\n2\n1\n4\n3\n5\n2\n")


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"aag 1 0\n",
        b"BLIF\n",
        b"aag 0 0 0 1 0\n9\n",
        b"aag 1 1 0 0 0\n3\n",
        b"aag 2 1 0 0 1\n2\n4 4 2\n",
        b"aag 1 0 1 0 0\n2 3 7\n",
        b"aig 3 1 0 0 1\n\x80",
        b"aag 1 1 0 0 0 0 0 1\n2\n",
        b"aag 1 1 0 0 0 0 0 1\n2\n2\n2\n",
        b"aag 1 1 0 0 0 0 0 0 1\n2\n9\n",
        b"aag 1 2 0 0 0\n2\n2\n",
    ],
    ids=[
        "empty", "short", "another format", "undefined", "negated input", "cyclic", "reset", "cut off", "no size", "too few of justice", "undefined fairness", "too few",
    ],
)  # fmt: skip
def test_malformed_files_are_refused(text: bytes) -> None:
    with pytest.raises(InputError):
        aiger.read(text)
