"""Row T of the acceptance list of {P}S{Q}: circuits grow with arrays and not with loop bounds,
unlike unrollings.
"""

from itertools import pairwise
from pathlib import Path

import pytest

from corpus.engine_runs import encoding_of
from surefoot.base.budget import Budget
from surefoot.circuits.blasting import BitBlaster
from surefoot.circuits.graph import Graph
from surefoot.evidence.claims import Goal
from surefoot.frontend.j.bounds import Bounds
from surefoot.frontend.j.program import load_j
from surefoot.logic import or_
from surefoot.program.properties import DEFAULT_OF_J
from surefoot.semantics.symbolic.unrolling import Unrolling
from surefoot.systems.transitions.sequential import SequentialSystem

EXAMPLES = Path(__file__).parents[2] / "examples" / "j"


def bits_for(elements: int) -> int:
    return elements.bit_length() + 2


def goal_of(program: str, elements: int) -> Goal:
    bounds = Bounds(bits=bits_for(elements), elements=elements)
    return Goal(load_j(EXAMPLES / f"{program}.j", DEFAULT_OF_J, bounds=bounds), DEFAULT_OF_J)


def gates(program: str, elements: int) -> int:
    """Return the number of conjunctions of the sequential circuit."""
    return SequentialSystem(encoding_of(goal_of(program, elements)).system).circuit.size().ands


def unrolled_gates(program: str, elements: int) -> int:
    """Return the number of conjunctions of the circuit for a violation within as many rounds as
    there are elements.
    """
    goal = goal_of(program, elements)
    unrolling = Unrolling(goal.program, goal.checked)
    unrolling.extend(elements, Budget())
    failures = or_(*(each.failure for each in unrolling.reached_checks), unrolling.cut_guard())
    graph = Graph()
    return graph.size([BitBlaster(graph).literal(failures)]).ands


@pytest.mark.parametrize(
    ("program", "sizes", "nested"),
    [
        ("array_search", (7, 15, 31), 1),
        ("binary_search", (7, 15, 31), 1),
        ("partition", (3, 7, 15), 1),
        ("bubble_sort", (3, 7, 15), 1),
    ],
)
def test_circuit_growth_with_array_size(program: str, sizes: tuple[int, ...], nested: int) -> None:
    """``nested`` quantifiers range over that many elements with as many bits each: no part of a
    circuit grows faster.
    """
    for before, after in pairwise(sizes):
        most = (after / before) ** nested * (bits_for(after) / bits_for(before))
        assert gates(program, after) < most * gates(program, before)


@pytest.mark.parametrize(("program", "sizes"), [("array_search", (3, 7, 15)), ("bubble_sort", (2, 3, 5))])
def test_an_unrolling_grows_faster(program: str, sizes: tuple[int, ...]) -> None:
    ratios = [unrolled_gates(program, each) / gates(program, each) for each in sizes]
    assert all(after > before for before, after in pairwise(ratios)), ratios
