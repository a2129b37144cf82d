"""Weak topological order: its laws on random graphs and on known ones."""

from hypothesis import given, settings
from hypothesis import strategies as st

from surefoot.logic import BOOL, bit_vector, variable
from surefoot.program.access import successors
from surefoot.program.program import Block, Function
from surefoot.program.statements import Branch, Goto, Return, Terminator
from surefoot.semantics.symbolic.loops import loop_order


def function_of(edges: dict[str, tuple[str, ...]]) -> Function:
    def terminator(targets: tuple[str, ...]) -> Terminator:
        if not targets:
            return Return((), None)
        if len(targets) == 1:
            return Goto(targets[0])
        return Branch(variable("c", BOOL), targets[0], targets[1], None)

    blocks = {label: Block(label, (), terminator(targets)) for label, targets in edges.items()}
    return Function("f", variable("&f", bit_vector(64)), (), (), (), blocks, None)


@st.composite
def graphs(draw: st.DrawFn) -> dict[str, tuple[str, ...]]:
    count = draw(st.integers(1, 12))
    labels = [f"b{number}" for number in range(count)]
    return {label: tuple(draw(st.lists(st.sampled_from(labels), max_size=2))) for label in labels}


@settings(max_examples=300, deadline=None)
@given(graphs())
def test_every_edge_goes_forward_or_to_a_head_around_it(edges: dict[str, tuple[str, ...]]) -> None:
    function = function_of(edges)
    order = loop_order(function)
    reached = {function.entry.label}
    for _ in edges:
        reached |= {target for label in reached for target in edges[label]}
    assert set(order.position) == reached
    assert sorted(order.position.values()) == list(range(len(reached)))
    for label in reached:
        assert all(order.position[head] <= order.position[label] for head in order.heads[label])
        for target in successors(function.blocks[label].terminator):
            assert order.position[label] < order.position[target] or target in order.heads[label]


@settings(max_examples=200, deadline=None)
@given(graphs(), st.data())
def test_positions_grow_along_every_walk(edges: dict[str, tuple[str, ...]], data: st.DataObject) -> None:
    order = loop_order(function_of(edges))
    label, rounds = next(iter(edges)), (0,) * len(order.heads[next(iter(edges))])
    last: tuple[int, ...] = ()
    for _ in range(30):
        heads = order.heads[label]
        assert len(heads) == len(rounds)
        here = tuple(part for head, count in zip(heads, rounds, strict=True) for part in (order.position[head], count))
        assert (*here, order.position[label]) > last
        last = (*here, order.position[label])
        if not edges[label]:
            return
        target = data.draw(st.sampled_from(edges[label]))
        step = order.step(label, target)
        if step is not None:
            kept = rounds[: step.kept]
            rounds = ((*kept[:-1], kept[-1] + 1) if step.repeats else kept) + step.entered
        label = target


def test_nested_loops() -> None:
    edges = {
        "entry": ("outer",),
        "outer": ("inner", "exit"),
        "inner": ("body", "next"),
        "body": ("inner",),
        "next": ("outer",),
        "exit": (),
    }
    order = loop_order(function_of(edges))
    assert order.heads == {
        "entry": (),
        "outer": ("outer",),
        "inner": ("outer", "inner"),
        "body": ("outer", "inner"),
        "next": ("outer",),
        "exit": (),
    }


def test_long_function_does_not_overflow_the_stack() -> None:
    edges: dict[str, tuple[str, ...]] = {f"b{number}": (f"b{number + 1}",) for number in range(20_000)}
    edges["b20000"] = ("b0",)
    assert len(loop_order(function_of(edges)).position) == 20_001


def test_continued_loops() -> None:
    """Two nested loops: the outer one is left at its head, the inner one at its end, and both from its body."""
    order = loop_order(
        function_of(
            {
                "entry": ("outer",),
                "outer": ("inner", "end"),
                "inner": ("body", "latch"),
                "body": ("latch", "end"),
                "latch": ("inner", "next"),
                "next": ("outer",),
                "end": (),
            }
        )
    )
    assert order.heads["latch"] == ("outer", "inner")
    assert order.continued == {
        "inner": 0,
        "latch": 0,
    }  # no loop around "body" or "next" can have been left there
