"""Execution of the commands and examples in the documents, and existence of link targets."""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
DOCUMENTS = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), ROOT / "tests" / "README.md"])
CONSOLE = re.compile(r"^```console\n(.*?)^```", re.MULTILINE | re.DOTALL)
PYTHON = re.compile(r"^```python\n(.*?)^```", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\]\((?!https?:)([^)#]+)(?:#[^)]*)?\)")
HISTORY = {"decisions", "measurements"}
SOURCES = [str(path) for folder in ("src", "tests", "bench", ".ci") for path in (ROOT / folder).rglob("*.py")]
MAKE_TARGET = re.compile(r"\bmake ([a-z]+)\b")


def sessions() -> list[tuple[str, str]]:
    """Return each command a document shows, with the first line of output beneath it."""
    found = []
    for document in DOCUMENTS:
        for block in CONSOLE.findall(document.read_text(encoding="utf-8")):
            lines = block.splitlines()
            found += [
                (line[2:], following)
                for line, following in zip(lines, [*lines[1:], "$"], strict=True)
                if line.startswith("$ ")
            ]
    return found


def test_the_documents_show_commands() -> None:
    assert len(sessions()) >= 5


@pytest.mark.parametrize(("command", "expected"), sessions())
def test_documented_output_equals_printed_output(command: str, expected: str) -> None:
    program, *arguments = shlex.split(command)
    assert program == "surefoot"
    result = subprocess.run(
        [sys.executable, "-m", "surefoot", *arguments],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT / "src")},
        capture_output=True,
        text=True,
        check=False,
    )
    first = result.stdout.partition("\n")[0]
    if expected.endswith(" ..."):
        assert first.startswith(expected.removesuffix(" ..."))
    elif not expected.startswith("$"):
        assert first == expected


def test_python_examples_run() -> None:
    examples = PYTHON.findall((ROOT / "README.md").read_text(encoding="utf-8"))
    assert examples
    for example in examples:
        result = subprocess.run(
            [sys.executable, "-c", example],
            cwd=ROOT,
            env={**os.environ, "PYTHONPATH": str(ROOT / "src")},
            capture_output=True,
            text=True,
            check=False,
        )
        assert (result.returncode, result.stderr) == (0, "") and result.stdout


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_links_lead_somewhere(document: Path) -> None:
    targets = LINK.findall(document.read_text(encoding="utf-8"))
    assert [target for target in targets if not (document.parent / target).exists()] == []


@pytest.mark.parametrize(
    "document", [path for path in DOCUMENTS if path.parent.name not in HISTORY], ids=lambda path: path.name
)
def test_named_files_exist(document: Path) -> None:
    """Each `name.py` is a file; measurements and decisions name those of their date."""
    named = set(re.findall(r"`([\w/]+\.py)`", document.read_text(encoding="utf-8")))
    assert {name for name in named if not any(path.endswith(f"/{name}") for path in SOURCES)} == {"utils.py"} & named


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_make_targets_exist(document: Path) -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    named = set(
        MAKE_TARGET.findall(
            " ".join(re.findall(r"`[^`]*`|^make .*$", document.read_text(encoding="utf-8"), re.MULTILINE))
        )
    )
    assert {target for target in named if f"\n{target}:" not in makefile} == set()
