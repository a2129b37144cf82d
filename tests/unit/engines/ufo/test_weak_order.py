"""Weak topological orders: the values of the paper's example, and what every order satisfies."""

import pytest

from corpus.flow_graphs import count_to_five, foo, nested
from corpus.random_systems import RandomSystems
from surefoot.engines.ufo.weak_order import ERROR, Component, Element, NextPlace, WeakOrder, weak_order
from surefoot.systems.control.system import ENTRY, ControlSystem


def test_order_of_foo() -> None:
    order = weak_order(foo())
    assert str(order) in {f"entry (2 3 {a} {b} 6) 7 9 {ERROR}" for a, b in (("4", "5"), ("5", "4"))}
    assert order.next(ENTRY) == NextPlace("2")
    assert order.next("2") == NextPlace("3")
    assert order.next("6") == NextPlace("2", is_back=True)
    assert order.exit("2") == NextPlace("7")
    assert order.next("9") == NextPlace(ERROR)
    assert order.inside("2") == {"2", "3", "4", "5", "6"}
    assert [name for name in "23456789" if order.is_head(name)] == ["2"]


def test_nested_loop() -> None:
    order = weak_order(nested())
    assert str(order) == f"entry (1 2 (3 4) 5) 6 8 {ERROR}"
    assert order.exit("3") == NextPlace("5")
    assert order.exit("1") == NextPlace("6")
    assert order.next("5") == NextPlace("1", is_back=True)


def test_location_with_a_self_loop_is_a_component() -> None:
    order = WeakOrder((ENTRY, Component("a", (Component("b", ()),)), ERROR))
    assert order.next("a") == NextPlace("b")
    assert order.next("b") == NextPlace("b", is_back=True)
    assert order.exit("b") == NextPlace("a", is_back=True)
    assert order.exit("a") == NextPlace(ERROR)


def positions(elements: tuple[Element, ...]) -> list[str]:
    return [name for each in elements for name in ([each] if isinstance(each, str) else each.names())]


@pytest.mark.parametrize("system", [foo(), count_to_five(), nested()], ids=["foo", "count", "nested"])
def test_edges_lead_forward_or_to_a_head_around_their_source(system: ControlSystem) -> None:
    check_edges(system)


@pytest.mark.parametrize("seed", range(30))
def test_edges_of_random_systems(seed: int) -> None:
    check_edges(RandomSystems(2, ("a", "b", "c", "d"), has_parameter=False).make(seed))


def check_edges(system: ControlSystem) -> None:
    order = weak_order(system)
    rank = {name: number for number, name in enumerate(positions(order.elements))}
    assert len(rank) == len(positions(order.elements))
    for edge in system.transitions:
        if edge.source in rank:
            target = edge.destination
            is_forward = rank[edge.source] < rank[target]
            assert is_forward or (order.is_head(target) and edge.source in order.inside(target))
            assert not is_forward or not (order.is_head(target) and edge.source in order.inside(target))
