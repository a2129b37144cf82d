"""The driver of engine `aig`: reported reductions, and translation of proofs about reduced
circuits.
"""

from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest

from corpus.engine_runs import encoding_of, first_claim
from corpus.loop_twins import STATE_MACHINE
from corpus.random_circuits import random_circuit
from corpus.small_goals import goal_for
from limits import override
from surefoot.base.budget import Budget
from surefoot.base.events import CircuitReduced, ProgressEvent, ignore
from surefoot.base.records import replace
from surefoot.certify.judge import judge
from surefoot.certify.verdicts import Safe, Unsafe
from surefoot.circuits import aiger
from surefoot.circuits.graph import Size
from surefoot.circuits.sequential import SequentialCircuit, Simulation
from surefoot.engines.aig import abc
from surefoot.engines.aig.driver import INTERPOLATION, PDR, Driver, reduced_circuit
from surefoot.engines.aig.engine import Aig
from surefoot.engines.aig.evidence import cube_invariants, equalities, state_invariants
from surefoot.engines.limits import LIMITS
from surefoot.evidence.certificates import KInductive
from surefoot.evidence.claims import ClaimsSafe
from surefoot.smt.registry import SolverFactory
from surefoot.systems.control.runs import Run, states_along
from surefoot.systems.control.system import Invariants
from surefoot.systems.formats.aiger_reader import read_aiger
from surefoot.systems.transitions.model_program import program_of
from surefoot.systems.transitions.model_system import model_system
from surefoot.systems.transitions.sequential import SequentialSystem

SOLVERS = SolverFactory(check_models=True)
BITS_ONLY = Aig(invariants=False, first_seconds=0.5)


@pytest.fixture
def no_first_search() -> Iterator[None]:
    with override(LIMITS, first_search_share=0.0):
        yield


EQUAL = """
int main(void) {
    unsigned char x = 0, y = 0;
    while (__VERIFIER_nondet_int()) { unsigned char z = (unsigned char)__VERIFIER_nondet_int(); x += z; y += z; }
    if (x %s y) reach_error();
}"""
EQUAL_AND_BOUNDED = """
int main(void) {
    unsigned char x = 0, y = 0, z = 0;
    while (__VERIFIER_nondet_int()) { if (x < 7) { x++; y++; } if (y == 5) z = 3; }
    if (z == 3 && x < %s) reach_error();
}"""
"""Needs that x and y are equal, which is what the reduction finds, and more, which it does not."""


def circuit_in(text: str, folder: Path) -> tuple[SequentialSystem, SequentialCircuit]:
    sequential = SequentialSystem(encoding_of(goal_for(text, folder)).system)
    (folder / abc.CIRCUIT).write_bytes(aiger.write(sequential.circuit))
    return sequential, sequential.circuit


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (EQUAL % "!=", Safe),
        (EQUAL % "==", Unsafe),
        (EQUAL_AND_BOUNDED % "5", Safe),
        (EQUAL_AND_BOUNDED % "6", Unsafe),
        (STATE_MACHINE % ">", Safe),
        (STATE_MACHINE % ">=", Unsafe),
    ],
    ids=["equal", "not different", "bounded", "wrong bound", "machine", "wrong machine"],
)
def test_verdicts_and_reductions_are_reported(text: str, expected: type, tmp_path: Path) -> None:
    goal = goal_for(text, tmp_path)
    told: list[ProgressEvent] = []
    claim = first_claim(BITS_ONLY, goal, SOLVERS, Budget.seconds(50), told.append)
    assert isinstance(judge(claim, goal, (), SOLVERS, Budget.seconds(50)), expected)
    reductions = [event for event in told if isinstance(event, CircuitReduced)]
    if expected is Unsafe:
        assert not reductions  # the search comes first, and all of these are near
        return
    (reduction,) = reductions
    _, circuit = circuit_in(text, tmp_path)
    assert reduction.engine == "aig"
    assert reduction.registers == len(circuit.latches) > reduction.registers_left
    assert circuit.size().ands >= reduction.gates > reduction.gates_left
    assert reduction.levels >= reduction.levels_left


def test_invariant_of_the_reduced_circuit_holds_with_equalities(tmp_path: Path) -> None:
    goal = goal_for(EQUAL_AND_BOUNDED % "5", tmp_path)
    sequential, circuit = circuit_in(EQUAL_AND_BOUNDED % "5", tmp_path)
    prover = abc.Abc(tmp_path)
    reduced = reduced_circuit(prover, tmp_path, sequential, 20, Budget())
    assert reduced is not None and not reduced.is_never_bad and reduced.is_smaller
    assert len(reduced.latches) < len(circuit.latches)
    assert set(reduced.latches).isdisjoint(latch for latch, _ in reduced.merged)
    assert any(other is not None for _, other in reduced.merged)
    assert isinstance(prover.decide(PDR, 20, Budget(), abc.REDUCED), abc.CircuitProved)
    names = encoding_of(goal).system.names
    found = cube_invariants(tmp_path, sequential, names)
    assert found is not None
    equal = equalities(sequential, names, reduced.merged)

    def is_proof(invariants: Invariants) -> bool:
        claim = ClaimsSafe(KInductive(1, invariants, "abc"))
        return isinstance(judge(claim, goal, (), SOLVERS, Budget.seconds(50)), Safe)

    assert is_proof({name: (*equal[name], *found[name]) for name in names})
    assert not is_proof(found)
    assert not is_proof(equal)
    assert isinstance(prover.decide(INTERPOLATION, 20, Budget(), abc.REDUCED), abc.CircuitProved)
    states = state_invariants(tmp_path, sequential, names, reduced.latches)
    assert states is not None
    assert is_proof({name: (*equal[name], *states[name]) for name in names})
    assert state_invariants(tmp_path, sequential, names, range(len(circuit.latches))) is None


@pytest.mark.parametrize("bad", [0, 1], ids=["never bad", "always bad"])
@pytest.mark.parametrize(("bound", "expected"), [("5", Safe), ("6", Unsafe)])
def test_wrong_reduction_gives_no_verdict(
    bound: str, expected: type, bad: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """ABC's result is replaced by a circuit with half of the latches merged."""

    def reduced(prover: abc.Abc, *_: object) -> abc.Reduction:
        folder = prover._folder
        circuit = aiger.read((folder / abc.CIRCUIT).read_bytes())
        wrong = replace(circuit, bad=(replace(circuit.bad[0], literal=bad),))
        (folder / abc.REDUCED).write_bytes(aiger.write(wrong))
        latches = len(circuit.latches)
        merged = tuple((latch.name, "") for latch in circuit.latches[latches // 2 :])
        return abc.Reduction((latches, latches // 2), Size(0, 2, 2), Size(0, 1, 1), merged)

    monkeypatch.setattr(abc.Abc, "reduced", reduced)
    goal = goal_for(EQUAL_AND_BOUNDED % bound, tmp_path)
    claim = first_claim(BITS_ONLY, goal, SOLVERS, Budget.seconds(50), ignore)
    assert isinstance(judge(claim, goal, (), SOLVERS, Budget.seconds(50)), expected)


@pytest.mark.usefixtures("no_first_search")
@pytest.mark.parametrize("text", [EQUAL % "==", EQUAL_AND_BOUNDED % "6", STATE_MACHINE % ">="])
def test_violation_of_the_reduced_circuit_is_one_of_the_program(text: str, tmp_path: Path) -> None:
    goal = goal_for(text, tmp_path)
    told: list[ProgressEvent] = []
    claim = first_claim(BITS_ONLY, goal, SOLVERS, Budget.seconds(50), told.append)
    assert any(isinstance(event, CircuitReduced) for event in told)
    assert isinstance(judge(claim, goal, (), SOLVERS, Budget.seconds(50)), Unsafe)


def can_be_bad(circuit: SequentialCircuit) -> bool:
    """Return whether a bad state is reachable, by enumeration of states and inputs."""

    starts = product(*((0, 1) if latch.reset is None else (latch.reset,) for latch in circuit.latches))
    waiting = list(starts)
    seen = set(waiting)
    while waiting:
        state = waiting.pop()
        for inputs in product((0, 1), repeat=len(circuit.inputs)):
            values = dict(zip((leaf >> 1 for leaf in circuit.leaves), (*inputs, *state), strict=True))
            simulation = Simulation(circuit.graph, values.__getitem__)
            if not all(simulation.value(each.literal) for each in circuit.constraints):
                continue
            if any(simulation.value(each.literal) for each in circuit.bad):
                return True
            following = tuple(simulation.value(latch.next) for latch in circuit.latches)
            if following not in seen:
                seen.add(following)
                waiting.append(following)
    return False


@pytest.mark.usefixtures("no_first_search")
@pytest.mark.parametrize("seeds", [range(first, first + 20) for first in range(0, 80, 20)], ids=str)
def test_random_circuits(seeds: range) -> None:
    """The driver finds a violation if and only if enumeration of all states does."""
    answers = []
    for seed in seeds:
        circuit = replace(random_circuit(seed), justice=(), fairness=())
        circuit = replace(circuit, bad=(replace(circuit.bad[0], literal=circuit.graph.all(_literals(circuit))),))
        model = read_aiger(aiger.write(circuit), "random.aig")
        system = model_system(model, program_of(model)).system
        sequential = SequentialSystem(system)
        driver = Driver("aig", "driver", 0.5, system, {}, sequential, SOLVERS, Budget.seconds(50), ignore)
        found = driver.search()
        if isinstance(found, Run):
            states_along(system, found)
        assert isinstance(found, Run) == can_be_bad(circuit), seed
        answers.append(isinstance(found, Run))
    assert 3 <= sum(answers) <= len(answers) - 3  # both happen


def _literals(circuit: SequentialCircuit) -> list[int]:
    """Return a state that need not be reachable: latches alternate."""
    return [latch.literal ^ place & 1 for place, latch in enumerate(circuit.latches)]
