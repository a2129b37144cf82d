"""Kept surveys: a file is compiled again when anything that it depends on changes."""

import os
from pathlib import Path

import pytest

from surefoot.frontend.compilations import CompilationCache
from surefoot.program.properties import DEFAULT
from surefoot.project.inputs import SourceFile
from surefoot.project.survey import survey
from surefoot.project.survey_store import SurveyStore


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> SourceFile:
    """A file with a header, both an hour old, whose survey is kept."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / ".state"))
    monkeypatch.chdir(tmp_path)
    (tmp_path / "first").mkdir()
    (tmp_path / "second").mkdir()
    (tmp_path / "second" / "a.h").write_text("#define SIZE 3\n")
    (tmp_path / "a.c").write_text('#include "a.h"\nint f(void) { return SIZE; }\n')
    for path in tmp_path.rglob("*.[ch]"):
        os.utime(path, (path.stat().st_mtime - 3600,) * 2)
    source = SourceFile("a.c", ("-Ifirst", "-I", "second"))
    facts = survey(source, DEFAULT, CompilationCache(tmp_path / "first"))
    assert store(tmp_path).enter(source, facts) == ""
    assert store(tmp_path).find(source) == facts
    return source


def store(folder: Path, tool: str = "1") -> SurveyStore:
    return SurveyStore(folder / ".kept", tool, "default")


def test_other_flags_or_another_version(tmp_path: Path, project: SourceFile) -> None:
    assert store(tmp_path, "2").find(project) is None
    assert store(tmp_path).find(SourceFile("a.c", (*project.flags, "-DX"))) is None


@pytest.mark.parametrize("name", ["a.c", "second/a.h"])
def test_changed_input(tmp_path: Path, project: SourceFile, name: str) -> None:
    (tmp_path / name).write_text((tmp_path / name).read_text() + "\n")
    assert store(tmp_path).find(project) is None


@pytest.mark.parametrize("name", ["first/a.h", "a.h"])
def test_header_that_hides_another_one(tmp_path: Path, project: SourceFile, name: str) -> None:
    (tmp_path / name).write_text("#define SIZE 4\n")
    assert store(tmp_path).find(project) is None


def test_another_user(tmp_path: Path, project: SourceFile, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / ".other"))
    assert store(tmp_path).find(project) is None


def test_input_that_may_have_changed_meanwhile(tmp_path: Path, project: SourceFile) -> None:
    facts = store(tmp_path).find(project)
    assert facts is not None
    (tmp_path / "second" / "a.h").write_text("#define SIZE 4\n")
    late = store(tmp_path)
    assert late.enter(project, facts) == ""
    assert late.find(project) is None
