"""Files for CI: the GitHub action, the hooks of pre-commit, the container file, the Markdown table."""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from cli.in_this_process import surefoot
from limits import override
from surefoot.report.limits import LIMITS

ROOT = Path(__file__).resolve().parents[2]
BAD = "int wrong(void) { int a[2] = {1, 2}; return a[2]; }\n"
GOOD = "int half(int x) { return x / 2; }\nint get(const int *p) { return *p; }\n"


@pytest.fixture(scope="module")
def action() -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load((ROOT / "action.yml").read_text())
    return found


def command_folder(folder: Path) -> Path:
    """Return a folder with the command ``surefoot``."""
    made = folder / "bin"
    made.mkdir()
    command = made / "surefoot"
    command.write_text(f'#!/bin/sh\nPYTHONPATH={ROOT / "src"} exec {sys.executable} -m surefoot "$@"\n')
    command.chmod(0o755)
    return made


def run_step(folder: Path, script: str, **variables: str) -> dict[str, str]:
    """Run the script of a step as a runner does, and return its outputs."""
    path = f"{command_folder(folder)}{os.pathsep}{os.environ['PATH']}"
    output, summary = folder / "output", folder / "summary"
    environment = {"PATH": path, "GITHUB_OUTPUT": str(output), "GITHUB_STEP_SUMMARY": str(summary), **variables}
    shell = ["/bin/bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", script]
    subprocess.run(shell, cwd=folder, env=environment, check=True, capture_output=True)
    found = dict(line.split("=", 1) for line in output.read_text().splitlines())
    return {**found, "summary": summary.read_text()}


def test_inputs_of_the_action_are_used_and_documented(action: dict[str, Any]) -> None:
    text = (ROOT / "action.yml").read_text()
    documented = (ROOT / "docs" / "ci.md").read_text()
    for name, known in action["inputs"].items():
        assert f"inputs.{name}" in text
        assert f"`{name}`" in documented
        assert known["description"]
    steps = action["runs"]["steps"]
    assert all("shell" in step for step in steps if "run" in step)
    assert not any("${{" in step["run"] for step in steps if "run" in step), "inputs come as variables, not as code"
    used = {name for step in steps if "run" in step for name in re.findall(r"\$\{?(SCAN_\w+)", step["run"])}
    given = {name for step in steps for name in step.get("env", {}) if name.startswith("SCAN_")}
    assert used == given


@pytest.mark.parametrize(
    ("variables", "code"),
    [
        ({"SCAN_PATH": "src", "SCAN_BUILD": "", "SCAN_ARGUMENTS": ""}, "1"),
        ({"SCAN_PATH": ".", "SCAN_BUILD": "cc -c src/good.c -o good.o", "SCAN_ARGUMENTS": "-DNDEBUG"}, "0"),
        ({"SCAN_PATH": "nowhere", "SCAN_BUILD": "", "SCAN_ARGUMENTS": ""}, "2"),
    ],
)
def test_step_of_the_action(tmp_path: Path, action: dict[str, Any], variables: dict[str, str], code: str) -> None:
    (tmp_path / "src").mkdir()
    (tmp_path / "src" / "bad.c").write_text(BAD)
    (tmp_path / "src" / "good.c").write_text(GOOD)
    script = next(step["run"] for step in action["runs"]["steps"] if step.get("id") == "scan")
    if code == "2":
        script += "\ntouch $GITHUB_STEP_SUMMARY"
    found = run_step(tmp_path, script, SCAN_TIME="20s", SCAN_JOBS="2", SCAN_FAIL_ON="any", **variables)
    assert found["code"] == code
    assert ("half" in found["summary"]) == (code != "2")
    assert ("wrong" in found["summary"]) == (code == "1")
    assert (tmp_path / "surefoot.sarif").exists() == (tmp_path / "surefoot.html").exists() == (code != "2")


def test_hooks_block_violations_only(tmp_path: Path) -> None:
    hooks = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text())
    assert [each["id"] for each in hooks] == ["surefoot", "surefoot-strict"]
    (tmp_path / "bad.c").write_text(BAD)
    (tmp_path / "good.c").write_text(GOOD)
    for hook in hooks:
        assert re.search(hook["files"], "src/a.c") and not re.search(hook["files"], "a.h")
        _, *arguments = shlex.split(hook["entry"])
        assert surefoot(*arguments, "good.c", cwd=tmp_path).returncode == 0
        assert surefoot(*arguments, "good.c", "bad.c", cwd=tmp_path).returncode == 1


def test_container_copies_files_that_exist() -> None:
    for line in (ROOT / "Containerfile").read_text().splitlines():
        if line.startswith("COPY "):
            *sources, _ = line.split()[1:]
            assert [each for each in sources if not (ROOT / each).exists()] == []


def test_markdown_has_a_row_for_each_function(tmp_path: Path) -> None:
    (tmp_path / "a.c").write_text(GOOD + BAD + "int both(int a, int b) { return (a | b) << 31; }\n")
    surefoot("scan", "--markdown=out.md", "--quiet", cwd=tmp_path)
    rows = [line for line in (tmp_path / "out.md").read_text().splitlines() if line.startswith("| `")]
    assert len(rows) == 4
    assert rows[0].startswith("| `a.c:3` wrong | ❌ violated | out-of-bounds read")
    assert "| `a.c:2` get | ✅ precondition-unchecked | p is not null | 1 | " in "\n".join(rows)
    assert all(len(re.findall(r"(?<!\\)\|", row)) == 6 for row in rows)
    with override(LIMITS, markdown_rows=3):
        surefoot("scan", "--markdown=out.md", "--quiet", cwd=tmp_path)
    assert "1 more functions are not shown." in (tmp_path / "out.md").read_text()
