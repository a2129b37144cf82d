"""AIGER files as transition systems."""

from itertools import product
from pathlib import Path

import pytest

from cli.in_this_process import surefoot
from corpus.random_circuits import random_circuit
from surefoot.base.errors import InputError
from surefoot.base.records import replace
from surefoot.certify.verdicts import Safe, Unsafe
from surefoot.circuits import aiger
from surefoot.circuits.sequential import Simulation
from surefoot.logic import Evaluator
from surefoot.systems.formats.aiger_reader import read_aiger
from surefoot.verify import api

KEEPS = "aag 1 0 1 0 0 1\n2 2 {}\n2\n"
FOLLOWS = "aag 2 1 1 0 0 1 1\n2\n4 2\n4\n{}\n"
LAST_STEP = "aag 1 1 0 0 0 1 1\n2\n2\n{}\n"
EQUAL = "aag 4 1 2 0 1 1\n2\n4 2\n6 {}\n8\n8 7 4\nb0 differ\n"
OLD = "aag 1 0 1 1 0\n2 {}\n2\n"
CASES = {
    "reset 0": (KEEPS.format(0), Safe),
    "reset 1": (KEEPS.format(1), Unsafe),
    "any reset": (KEEPS.format(2), Unsafe),
    "constraint": (FOLLOWS.format(3), Safe),
    "no constraint": (FOLLOWS.format(1), Unsafe),
    "constraint in the last step": (LAST_STEP.format(3), Safe),
    "no constraint in the last step": (LAST_STEP.format(2), Unsafe),
    "equal": (EQUAL.format(2), Safe),
    "opposite": (EQUAL.format(3), Unsafe),
    "outputs of old files": (OLD.format(2), Safe),
    "bad outputs of old files": (OLD.format(3), Unsafe),
}


@pytest.mark.parametrize("binary", [False, True], ids=["ascii", "binary"])
@pytest.mark.parametrize("name", CASES)
def test_verdicts(name: str, binary: bool, tmp_path: Path) -> None:
    text, expected = CASES[name]
    path = tmp_path / ("model.aig" if binary else "model.aag")
    path.write_bytes(aiger.write(aiger.read(text.encode())) if binary else text.encode())
    assert isinstance(api.check(path, engine="kind", time_limit=50).verdict, expected)


def test_circuit_is_written_back_for_abc(tmp_path: Path) -> None:
    for text, expected in (CASES["equal"], CASES["opposite"], CASES["any reset"], CASES["constraint"]):
        path = tmp_path / "model.aag"
        path.write_text(text)
        assert isinstance(api.check(path, engine="aig", time_limit=50).verdict, expected)


@pytest.mark.parametrize("seed", range(25))
def test_system_agrees_with_its_circuit(seed: int) -> None:
    """In every state and for every input, with the initial states of the circuit."""
    circuit = replace(random_circuit(seed), justice=(), fairness=())
    system = read_aiger(aiger.write(circuit, binary=seed % 2 == 0), "m").system
    assert len(system.states) == len(circuit.latches) and len(system.inputs) == len(circuit.inputs)
    for bits in product((0, 1), repeat=len(circuit.leaves)):
        values = dict(zip((each >> 1 for each in circuit.leaves), bits, strict=True))
        simulation = Simulation(circuit.graph, values.__getitem__)
        known = dict(zip((*system.inputs, *system.states), map(bool, bits), strict=True))
        evaluator = Evaluator(known.__getitem__)
        now = [values[latch.literal >> 1] for latch in circuit.latches]
        begins = all(latch.reset in (None, value) for latch, value in zip(circuit.latches, now, strict=True))
        assert evaluator.value(system.initial) == begins
        assert evaluator.value(system.constraint) == bool(simulation.value(circuit.constraints[0].literal))
        for latch, state in zip(circuit.latches, system.states, strict=True):
            assert evaluator.value(system.next[state]) == bool(simulation.value(latch.next))
        found = [evaluator.value(bad) for bad in system.bad.values()]
        assert found == [bool(simulation.value(bad.literal)) for bad in circuit.bad]


def test_names_and_locations() -> None:
    model = read_aiger(b"aag 3 1 2 1 0 2\n2\n4 2\n6 4\n6\n4\n6\nl0 x\nl1 x\ni0 go\nb1 far\n", "m.aag")
    assert [str(each.payload) for each in (*model.system.states, *model.system.inputs)] == ["x", "x~2", "go"]
    assert {name: span.line for name, span in model.bad_spans.items()} == {"b0": 6, "far": 7}
    assert (model.initial_span.line, model.step_span.line) == (3, 3)


def test_fairness_alone_is_no_property(tmp_path: Path) -> None:
    path = tmp_path / "model.aag"
    path.write_bytes(b"aag 1 1 0 0 0 1 0 0 1\n2\n2\n2\n")
    assert list(read_aiger(path.read_bytes(), "m").system.bad) == ["b0"]
    path.write_bytes(b"aag 1 1 0 0 0 0 0 1\n2\n1\n2\n")
    assert read_aiger(path.read_bytes(), "m.aag").bad_spans["j0"].line == 3


def test_malformed_models_are_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"m.aig: AIGER file, line 1: the first line has five to nine numbers"):
        read_aiger(b"aig 1\n", "m.aig")
    path = tmp_path / "model.aag"
    path.write_text("aag 1 1 0 0 0\n2\n")
    result = surefoot("check", path)
    assert result.returncode == 2 and "nothing to check" in result.stderr


def test_a_circuit_is_written_as_btor2(tmp_path: Path) -> None:
    path = tmp_path / "model.aag"
    path.write_text(EQUAL.format(3))
    exported = surefoot("export", path, "--as", "btor2")
    assert exported.returncode == 0 and "bad" in exported.stdout
    other = tmp_path / "model.btor2"
    other.write_text(exported.stdout)
    assert surefoot("check", other).returncode == 1
