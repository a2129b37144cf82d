import pytest

from surefoot.smt import SOLVERS


@pytest.fixture(params=list(SOLVERS))
def name(request: pytest.FixtureRequest) -> str:
    """Every solver in turn."""
    chosen: str = request.param
    return chosen
