"""Random sequential circuits with everything that AIGER 1.9 has."""

import random

from surefoot.circuits.graph import Graph, Literal
from surefoot.circuits.sequential import Justice, Latch, Named, SequentialCircuit


def random_circuit(seed: int) -> SequentialCircuit:
    """Return a circuit with at most four inputs and four latches, with any reset values, two bad
    literals, a constraint, justice and fairness.
    """
    choose = random.Random(seed)
    graph = Graph()
    inputs, latches = graph.inputs(choose.randint(0, 4)), graph.inputs(choose.randint(1, 4))
    made: list[Literal] = [1, *inputs, *latches]

    def some() -> Literal:
        return choose.choice(made) ^ choose.getrandbits(1)

    for _ in range(choose.randint(0, 300)):
        gate = graph.and_(some(), some())
        made.append(gate)
    return SequentialCircuit(
        graph,
        tuple(Named(each, f"input {place}") for place, each in enumerate(inputs)),
        tuple(Latch(each, some(), choose.choice([0, 1, None]), f"l{place}") for place, each in enumerate(latches)),
        (Named(some(), "wrong"), Named(some())),
        (Named(some()),),
        (Named(some(), "shown"),),
        tuple(
            Justice(tuple(some() for _ in range(choose.randint(1, 3))), choose.choice(["", f"served {place}"]))
            for place in range(choose.randint(0, 3))
        ),
        tuple(Named(some(), choose.choice(["", "fair"])) for _ in range(choose.randint(0, 2))),
    )
