"""Every option of every engine says what it means and which numbers it may be."""

import pytest

from surefoot.engines.documentation import option_meanings
from surefoot.engines.registry import engine_class, engine_names, engine_options


@pytest.mark.parametrize("name", engine_names())
def test_every_option_is_documented(name: str) -> None:
    engine = engine_class(name)
    assert set(option_meanings(engine)) == {option.name for option in engine_options(engine)}
