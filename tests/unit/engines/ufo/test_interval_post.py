"""Boxes as labels of new nodes: what they contain, and which programs they prove alone."""

from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager

import pytest

from corpus.flow_graphs import count_to_five, foo, nested, word
from corpus.small_systems import error, system_of
from surefoot.base.budget import Budget
from surefoot.engines.limits import LIMITS
from surefoot.engines.ufo.configuration import SearchChoices, UfoConfiguration
from surefoot.engines.ufo.interval_post import IntervalPost
from surefoot.engines.ufo.queries import StepQueries
from surefoot.engines.ufo.search import GraphSearch, Proved
from surefoot.logic import FALSE, TRUE, Term, and_, bv, bvadd, bvslt, eq, evaluate, or_
from surefoot.smt.registry import SolverFactory
from surefoot.systems.control.runs import Run
from surefoot.systems.control.system import ENTRY, ControlSystem, Edge

SOLVERS = SolverFactory(check_models=False)
X = word("x")
START, STEP, FAR = (
    Edge(ENTRY, "l", TRUE, {X: bv(0, 32)}),
    Edge("l", "l", bvslt(X, bv(10, 32)), {X: bvadd(X, bv(1, 32))}),
    Edge(ENTRY, "l", TRUE, {X: bv(100, 32)}),
)


@contextmanager
def posting(most_boxes: int) -> Iterator[IntervalPost]:
    with closing(StepQueries(system_of([START, STEP, FAR]), SOLVERS, Budget())) as queries:
        yield IntervalPost(queries, most_boxes)


def holds_of(label: Term, values: range) -> list[int]:
    return [value for value in values if evaluate(label, {X: value % 2**32})]


def test_box_is_the_hull_of_what_arrives() -> None:
    with posting(1) as post:
        label = post.label([(START, TRUE), (FAR, TRUE)], [])
    assert holds_of(label, range(-2, 103)) == list(range(101))


def test_boxes_are_kept_apart() -> None:
    with posting(2) as post:
        label = post.label([(START, TRUE), (FAR, TRUE)], [])
    assert holds_of(label, range(-2, 103)) == [0, 100]


def test_guard_limits_the_box() -> None:
    before = or_(eq(X, bv(4, 32)), eq(X, bv(11, 32)))
    with posting(8) as post:
        assert holds_of(post.label([(STEP, before)], []), range(20)) == [5]
        assert post.label([(STEP, eq(X, bv(11, 32)))], []) is FALSE


def test_many_instances_of_a_loop_head_end_in_one_box() -> None:
    """The chain of labels of a head ends, although each iteration adds a number."""
    with posting(8) as post:
        active = [post.label([(START, TRUE)], [])]
        while True:
            label = post.label([(STEP, active[-1])], active)
            if label in active:
                break
            active.append(label)
            assert len(active) < LIMITS.separate_boxes + 5
    assert set(holds_of(label, range(12))) >= set(range(1, 11))
    assert 12 not in holds_of(label, range(13))


@pytest.mark.parametrize("configuration", [UfoConfiguration.BOXUFO, UfoConfiguration.BOXESUFO])
@pytest.mark.parametrize(
    ("system", "result"), [(foo, Proved), (nested, Proved), (lambda: foo(is_safe=False), Run), (count_to_five, Run)]
)
def test_ranges_need_no_refinement(
    system: Callable[[], ControlSystem], result: type[Proved] | type[Run], configuration: UfoConfiguration
) -> None:
    with closing(GraphSearch(system(), SearchChoices(configuration), lambda _: True, SOLVERS, Budget())) as search:
        assert isinstance(search.result(lambda _: None), result)
        assert search.tally.refinements == 0


def test_relation_needs_interpolants() -> None:
    """Two counters in step: no box says that they are equal."""
    y = word("y")
    states = [
        Edge(ENTRY, "l", TRUE, {X: bv(0, 32), y: bv(0, 32)}),
        Edge("l", "l", bvslt(X, bv(20, 32)), {X: bvadd(X, bv(1, 32)), y: bvadd(y, bv(1, 32))}),
    ]
    system = system_of([*states, Edge("l", error(), and_(eq(X, bv(20, 32)), eq(y, bv(2, 32))), {})])
    choices = SearchChoices(UfoConfiguration.BOXUFO)
    with closing(GraphSearch(system, choices, lambda _: True, SOLVERS, Budget())) as search:
        assert isinstance(search.result(lambda _: None), Proved)
        assert search.tally.refinements > 0
