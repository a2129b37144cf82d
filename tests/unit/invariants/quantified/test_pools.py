"""Candidates about pools, only where a location counts the objects of the pool."""

from dataclasses import replace
from pathlib import Path

from encoding_results import encoded
from surefoot.base.budget import Budget
from surefoot.frontend.loading import load_program
from surefoot.invariants.quantified.pools import pool_candidates
from surefoot.program.program import DataModel
from surefoot.program.properties import MEMORY_SAFETY
from surefoot.systems.control.quantified import has_pools
from surefoot.systems.control.system import ControlSystem, ReferentKind
from surefoot.systems.encode.program_system import encode_program

PROGRAM = Path(__file__).parents[3] / "programs" / "pools" / "freed_from_the_front_safe.c"


def test_uncounted_pool_has_no_candidates() -> None:
    program = load_program([PROGRAM], DataModel.LP64, MEMORY_SAFETY).program
    system = encoded(encode_program(program, MEMORY_SAFETY, Budget())).system
    assert has_pools(system) and any(pool_candidates(system).values())
    assert not any(about_fields for about_fields in pool_candidates(without_counts(system)).values())


def without_counts(system: ControlSystem) -> ControlSystem:
    locations = tuple(
        replace(
            each,
            variables=tuple(
                v for v in each.variables if v.referent.kind not in {ReferentKind.ALLOCATED, ReferentKind.LIVE}
            ),
        )
        for each in system.locations
    )
    return replace(system, locations=locations)
