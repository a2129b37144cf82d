"""Documentation of engine options: every option has a description and a range."""

import pytest

from surefoot.cli.engines import field_documentation
from surefoot.engines.registry import engine_class, engine_names, engine_options


@pytest.mark.parametrize("name", engine_names())
def test_every_option_is_documented(name: str) -> None:
    engine = engine_class(name)
    assert set(field_documentation(engine)) >= {option.name.replace("-", "_") for option in engine_options(engine)}
