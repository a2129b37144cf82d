"""Drawings by Graphviz, and errors of Graphviz."""

from pathlib import Path

import pytest

from surefoot.base.errors import EnvironmentFault
from surefoot.cli.show import drawn


def a_program(folder: Path, text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let ``dot`` be a shell script."""
    program = folder / "dot"
    program.write_text(f"#!/bin/sh\n{text}\n", encoding="utf-8")
    program.chmod(0o755)
    monkeypatch.setattr("shutil.which", lambda _: str(program))


def test_graphviz_draws_the_graph(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    a_program(tmp_path, 'echo "$@"; cat', monkeypatch)
    assert drawn("digraph arg {}\n") == "-Tsvg\ndigraph arg {}\n"


def test_no_drawing_without_graphviz(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shutil.which", lambda _: None)
    with pytest.raises(EnvironmentFault, match="--svg needs Graphviz"):
        drawn("digraph arg {}\n")


def test_errors_of_graphviz_are_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    a_program(tmp_path, "echo a syntax error >&2; exit 1", monkeypatch)
    with pytest.raises(EnvironmentFault, match="a syntax error"):
        drawn("digraph arg {\n")
