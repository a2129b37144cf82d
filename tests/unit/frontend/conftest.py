from pathlib import Path

import pytest

from corpus.lowered import Load, loader


@pytest.fixture
def load(tmp_path: Path) -> Load:
    return loader(tmp_path)
