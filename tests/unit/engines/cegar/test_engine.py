"""Twins in all configurations of IC3-CEGAR: right claims, with the evidence that the judge
requires.
"""

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from corpus.engine_runs import first_claim
from corpus.invariant_loops import INVARIANT_LOOPS
from corpus.small_goals import goal_for
from surefoot.base.budget import Budget
from surefoot.base.events import ignore
from surefoot.engines.cegar.configuration import CegarConfiguration
from surefoot.engines.cegar.engine import Cegar
from surefoot.evidence.certificates import KInductive
from surefoot.evidence.claims import ClaimsSafe, ClaimsUnsafe, Goal
from surefoot.smt.registry import SolverFactory


@cache
def twin(name: str, *, is_safe: bool) -> Goal:
    loop = INVARIANT_LOOPS[name]
    with TemporaryDirectory() as folder:
        return goal_for(loop.safe if is_safe else loop.unsafe, Path(folder))


@pytest.mark.parametrize("configuration", CegarConfiguration)
@pytest.mark.parametrize("name", ["window"])
def test_twins(name: str, configuration: CegarConfiguration) -> None:
    engine = Cegar(configuration=configuration)
    claim = first_claim(engine, twin(name, is_safe=True), SolverFactory(), Budget().at_most_cpu(60), ignore)
    assert isinstance(claim, ClaimsSafe)
    assert isinstance(claim.certificate, KInductive)
    assert claim.certificate.k == 1
    claim = first_claim(engine, twin(name, is_safe=False), SolverFactory(), Budget().at_most_cpu(60), ignore)
    assert isinstance(claim, ClaimsUnsafe)
