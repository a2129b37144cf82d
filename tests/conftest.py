"""What all tests share."""

import gc
import os
import signal
from collections.abc import Iterator

import pytest

from corpus.compiled_once import compiled_once

# A shell that starts the tests in the background lets them ignore SIGINT, and everything they start inherits that.
signal.signal(signal.SIGINT, signal.default_int_handler)


DONE = pytest.StashKey[int]()
"""How many tests have ended."""
TESTS_BETWEEN_COLLECTIONS = 250
"""Looking at all objects takes a third of a second, and hardly anything that lives for long is garbage."""


def pytest_collection_finish() -> None:
    """Let the garbage collector look at young objects only, and never at modules and collected tests, which stay to the end."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*gc.get_threshold()[:2], 1 << 30)


def pytest_runtest_teardown(item: pytest.Item) -> None:
    """Let it look at all of them every now and then."""
    done = item.session.stash.get(DONE, 0) + 1
    item.session.stash[DONE] = done
    if done % TESTS_BETWEEN_COLLECTIONS == 0:
        gc.collect()


@pytest.fixture(scope="session", autouse=True)
def _compiled_once(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    own = tmp_path_factory.getbasetemp()
    with compiled_once((own.parent if "PYTEST_XDIST_WORKER" in os.environ else own) / "compiled"):
        yield
