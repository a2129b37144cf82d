"""States of the service that arrive while the user goes on typing."""

from typing import Any, cast

import pytest

pytest.importorskip("pygls", reason="needs the extra: pip install 'surefoot[lsp]'")

from surefoot.project.document import UnitEntry, unit_entry
from surefoot.service.client import ServiceClient
from surefoot.service.lsp.server import _OpenFile
from surefoot.service.service import FileState

ENTRY = unit_entry("f", "a.c", 1, 1, static=False)


def state(text: int, status: str, entry: UnitEntry | None) -> FileState:
    unit: Any = {"function": "f", "state": status, "is_running": False, "entry": entry}
    return {"file": "a.c", "text": text, "is_current": True, "faults": [], "units": [unit]}


def opened(*texts: str) -> _OpenFile:
    file = _OpenFile("file:///a.c", "a.c", cast("ServiceClient", None))
    for number, text in enumerate(texts, 1):
        file.number, file.texts[number] = number, [text]
    return file


def test_results_of_a_former_text_are_kept_as_stale() -> None:
    file = opened("one", "two")
    file.take(state(1, "current", ENTRY))
    assert [(each.is_stale, each.lines) for each in file.entries.values()] == [(True, ["one"])]
    file.take(state(2, "stale", None))
    assert [(each.is_stale, each.lines) for each in file.entries.values()] == [(True, ["one"])]
    file.take(state(2, "current", None))
    assert [(each.is_stale, each.lines) for each in file.entries.values()] == [(False, ["two"])]
    assert set(file.texts) == {2}


def test_an_edit_makes_results_stale() -> None:
    file = opened("one")
    file.take(state(1, "current", ENTRY))
    assert not file.entries["f"].is_stale
    file.age()
    assert file.entries["f"].is_stale and file.entries["f"].entry is ENTRY
