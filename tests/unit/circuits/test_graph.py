"""And-inverter graphs: sharing, size, and translation to clauses."""

import random

import pytest

from surefoot.circuits.cnf import Clauses
from surefoot.circuits.graph import FALSE, TRUE, Graph, Literal, Size
from surefoot.circuits.sequential import Simulation


def test_conjunctions_are_shared() -> None:
    graph = Graph()
    a, b = graph.inputs(2)
    assert graph.and_(a, b) == graph.and_(b, a)
    assert len(graph) == 4
    assert (graph.and_(a, FALSE), graph.and_(TRUE, a), graph.and_(a, a), graph.and_(a, a ^ 1)) == (FALSE, a, a, FALSE)
    assert len(graph) == 4


def test_size_counts_the_cone_of_the_roots() -> None:
    graph = Graph()
    a, b, c = graph.inputs(3)
    both = graph.and_(a, b)
    all_three = graph.and_(both, c)
    graph.and_(a, c)
    assert graph.size([both]) == Size(2, 1, 1)
    assert graph.size([all_three, both]) == Size(3, 2, 2)
    assert graph.size([TRUE]) == Size(0, 0, 0)


def random_circuit(choose: random.Random, inputs: int, gates: int) -> tuple[Graph, list[Literal], list[Literal]]:
    graph = Graph()
    leaves = list(graph.inputs(inputs))
    made = [*leaves, TRUE]
    for _ in range(gates):
        a, b, c = (choose.choice(made) ^ choose.getrandbits(1) for _ in range(3))
        made.append(choose.choice([graph.and_(a, b), graph.xor(a, b), graph.mux(a, b, c), graph.or_(a, b)]))
    return graph, leaves, made


@pytest.mark.parametrize("seed", range(40))
def test_clauses_are_equivalent_to_the_circuit(seed: int) -> None:
    """Satisfying assignments, restricted to inputs and roots, are the runs of the circuit."""
    choose = random.Random(seed)
    graph, leaves, made = random_circuit(choose, 3, 5)
    clauses: list[list[int]] = []
    encoding = Clauses(graph, clauses.append)
    asked = [choose.choice(made) for _ in range(2)]
    literals = [encoding.literal(each) for each in (*leaves, *asked)]
    count = max(abs(literal) for clause in [*clauses, literals] for literal in clause)
    seen = set()
    for number in range(1 << count):
        if all(any((number >> abs(literal) - 1 & 1) == (literal > 0) for literal in clause) for clause in clauses):
            seen.add(tuple((number >> abs(literal) - 1 & 1) == (literal > 0) for literal in literals))
    runs = set()
    for number in range(8):
        values = {leaf >> 1: number >> place & 1 for place, leaf in enumerate(leaves)}
        simulation = Simulation(graph, values.__getitem__)
        runs.add(tuple(bool(simulation.value(each)) for each in (*leaves, *asked)))
    assert seen == runs
