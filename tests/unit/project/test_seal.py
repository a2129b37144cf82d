"""Seals of kept results."""

from pathlib import Path

import pytest

from surefoot.project.seal import is_sealed, key_file, seal_of
from surefoot.project.store import read_entry, write_entry


@pytest.fixture(autouse=True)
def _state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))


def test_key_is_private_and_stays(tmp_path: Path) -> None:
    seal = seal_of("text")
    file = key_file({"XDG_STATE_HOME": str(tmp_path / "state")})
    assert file.stat().st_mode & 0o777 == 0o600
    assert [each.name for each in file.parent.iterdir()] == ["store.key"]
    assert is_sealed("text", seal) and not is_sealed("other", seal) and not is_sealed("text", "")


def test_another_user_has_another_key(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seal = seal_of("text")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "other"))
    assert not is_sealed("text", seal)


def test_without_a_key_nothing_is_sealed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "file"))
    assert seal_of("text") == ""
    assert not is_sealed("text", "")


def test_without_a_home_nothing_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("XDG_STATE_HOME")
    monkeypatch.delenv("HOME", raising=False)
    monkeypatch.chdir(tmp_path)
    assert seal_of("text") == ""
    assert list(tmp_path.iterdir()) == []


def test_an_entry_is_sealed_for_its_place(tmp_path: Path) -> None:
    place, elsewhere = tmp_path / "ab" / "c.json", tmp_path / "ab" / "d.json"
    assert write_entry(place, {"verdict": "safe"}) == ""
    elsewhere.write_bytes(place.read_bytes())
    assert read_entry(place, {"verdict"}) == {"verdict": "safe", "sealed": True}
    assert read_entry(elsewhere, {"verdict"}) == {"verdict": "safe", "sealed": False}
