import pytest

from surefoot.smt.registry import SOLVERS


@pytest.fixture(params=list(SOLVERS))
def name(request: pytest.FixtureRequest) -> str:
    """Provide the name of every solver."""
    chosen: str = request.param
    return chosen
