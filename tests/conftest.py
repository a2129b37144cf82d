"""Fixtures and hooks of all tests."""

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
"""Hardly anything that lives for long is garbage."""

gc.disable()  # until all tests are collected: they stay


def pytest_collection_finish() -> None:
    """Restrict garbage collection to young objects, since modules and collected tests live to the
    end.
    """
    gc.set_threshold(*gc.get_threshold()[:2], 1 << 30)
    gc.enable()
    _collect()


def pytest_runtest_teardown(item: pytest.Item) -> None:
    """Collect older objects at intervals, once each: survivors are mostly terms, which are never
    freed.
    """
    done = item.session.stash.get(DONE, 0) + 1
    item.session.stash[DONE] = done
    if done % TESTS_BETWEEN_COLLECTIONS == 0:
        _collect()


def _collect() -> None:
    gc.collect()
    gc.freeze()


@pytest.fixture(scope="session", autouse=True)
def _compiled_once(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    own = tmp_path_factory.getbasetemp()
    with compiled_once((own.parent if "PYTEST_XDIST_WORKER" in os.environ else own) / "compiled"):
        yield
