"""Decision of circuits with few inputs by enumeration."""

import random
from collections.abc import Mapping, Sequence
from itertools import product

import pytest

from surefoot.circuits.graph import FALSE, TRUE, Graph, Literal
from surefoot.circuits.sequential import Simulation
from surefoot.circuits.truth_tables import Supports, TooManyInputs
from surefoot.circuits.truth_tables import satisfying as satisfying_by


def satisfying(graph: Graph, literals: Sequence[Literal]) -> Mapping[int, int] | TooManyInputs | None:
    return satisfying_by(graph, literals, Supports(graph))


@pytest.mark.parametrize("seed", range(60))
def test_all_values_are_enumerated(seed: int) -> None:
    choose = random.Random(seed)
    graph = Graph()
    leaves = list(graph.inputs(4))
    made = [*leaves, TRUE]
    for _ in range(8):
        a, b = (choose.choice(made) ^ choose.getrandbits(1) for _ in range(2))
        made.append(choose.choice([graph.and_, graph.xor])(a, b))
    literals = [choose.choice(made) ^ choose.getrandbits(1) for _ in range(3)]
    found = satisfying(graph, literals)

    def holds(values: dict[int, int]) -> bool:
        simulation = Simulation(graph, lambda node: values.get(node, 0))
        return all(simulation.value(literal) for literal in literals)

    nodes = [leaf >> 1 for leaf in leaves]
    possible = any(holds(dict(zip(nodes, bits, strict=True))) for bits in product((0, 1), repeat=4))
    assert (found is not None) == possible
    assert found is None or (not isinstance(found, TooManyInputs) and holds(dict(found)))


def test_isolated_inputs_do_not_count() -> None:
    graph = Graph()
    word = graph.inputs(40)
    small = [bit ^ 1 for bit in word[3:]]
    assert satisfying(graph, [*small, graph.all(word[:3])]) is not None
    assert satisfying(graph, [*small, graph.and_(word[0], graph.and_(word[1], word[39]))]) is None
    assert isinstance(satisfying(graph, [graph.any(word)]), TooManyInputs)


def test_constants() -> None:
    assert satisfying(Graph(), [FALSE]) is None
    assert satisfying(Graph(), [TRUE]) is not None
    assert satisfying(Graph(), []) is not None


def test_inputs_isolated_in_all_cases_do_not_count() -> None:
    graph = Graph()
    word = graph.inputs(40)
    small = graph.all([bit ^ 1 for bit in word[3:]])
    one, other = graph.and_(small, graph.xor(word[0], word[1])), graph.and_(small, graph.and_(word[1], word[2]))
    found = satisfying(graph, [graph.or_(one, other)])
    assert found is not None
    assert not isinstance(found, TooManyInputs)
    assert satisfying(graph, [graph.or_(one, other), graph.and_(word[39], word[0])]) is None
    assert isinstance(satisfying(graph, [graph.or_(one, graph.xor(word[38], word[39]))]), TooManyInputs)


def test_supports_follow_the_graph() -> None:
    graph = Graph()
    supports = Supports(graph)
    first, second = graph.inputs(2)
    both = graph.and_(first, second ^ 1)
    assert supports.inputs_beside([both], ()) == 2
    assert supports.inputs_beside([both, first], [first >> 1]) == 1
    more = graph.and_(both ^ 1, graph.input())
    assert supports.inputs_beside([more], [0, first >> 1, more >> 1]) == 2
    assert supports.inputs_beside([TRUE], ()) == 0


@pytest.mark.parametrize(("inputs", "are_many"), [(256, False), (257, True)])
def test_many_inputs_exceed_the_limit_with_or_without_known_supports(inputs: int, are_many: bool) -> None:
    graph = Graph()
    word = graph.inputs(inputs)
    known = [bit >> 1 for bit in word]
    for literals in ([graph.all(word)], word):
        assert Supports(graph).inputs_beside(literals, known) == (None if are_many else 0)
    late = graph.inputs(1100)[-1]
    assert Supports(graph).inputs_beside([graph.and_(word[0], late)], ()) is None
