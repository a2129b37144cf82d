"""The stages of invariant generation."""

import pytest

from surefoot.invariants.generation import Filter, Stage, inductive_source_of, schedule, source_of


@pytest.mark.parametrize("stage", schedule(), ids=lambda stage: stage.name)
def test_sources_exist(stage: Stage) -> None:
    assert callable(inductive_source_of(stage) if stage.filter is Filter.BY_SOURCE else source_of(stage))


def test_stages_run_in_the_order_of_the_schedule() -> None:
    bounds = [stage.k for stage in schedule()]
    assert bounds == sorted(bounds)


def test_names_are_unique() -> None:
    names = [stage.name for stage in schedule()]
    assert len(set(names)) == len(names)
