"""Help, version, listings, stages, start-up time and the Python API."""

import json
import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import surefoot
from surefoot.engines.registry import engine_names

ROOT = Path(__file__).resolve().parents[2]
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
EXAMPLE = ROOT / "examples" / "binary_search.c"


def run(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "surefoot", *map(str, arguments)]
    return subprocess.run(command, env=ENVIRONMENT, capture_output=True, text=True, check=False, timeout=50)


@pytest.mark.parametrize("command", [(), ("check",), ("bench",), ("engines",), ("show",), ("export",), ("reach",)])
def test_help_has_examples(command: tuple[str, ...]) -> None:
    result = run(*command, "--help")
    assert result.returncode == 0 and result.stdout.startswith("usage: surefoot")


def test_version() -> None:
    assert run("--version").stdout == f"surefoot {surefoot.__version__}\n"


def test_engines_and_their_options_are_listed() -> None:
    result = run("engines")
    assert result.returncode == 0 and "max-bound=" in result.stdout
    names = [line for line in result.stdout.splitlines() if not line.startswith(" ")]
    assert "bmc" in names and names == list(engine_names())
    lines = result.stdout.splitlines()
    assert lines[1].startswith("    Portfolio of bounded model checking") and lines[2].endswith("selects.")
    assert f"choose from {', '.join(names)}" in run("engines", "nonsense").stderr


def test_limits_of_all_packages_are_listed() -> None:
    result = run("engines", "--limits")
    lines = result.stdout.splitlines()
    assert result.returncode == 0
    assert {"base", "report", "verify"} <= {line for line in lines if not line.startswith(" ")}
    at = lines.index("    slice_growth = 4.0")
    assert lines[at + 1] == "        Factor between the time slices of two rounds."


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--as", "program"), "find"),
        (("--as", "cfg"), "while.cond"),
        (("--as", "cfg", "--dot"), "digraph"),
        (("--as", "formula", "--bound", "1"), "(check-sat)"),
        (("--as", "arg", "--property", "unreach-call"), "digraph arg {"),
    ],
)
def test_stages_are_printed(options: tuple[str, ...], words: str) -> None:
    result = run("show", EXAMPLE, *options)
    assert result.returncode == 0 and words in result.stdout


def test_show_explains_usage_errors(tmp_path: Path) -> None:
    assert "--dot goes with" in run("show", EXAMPLE, "--dot").stderr
    assert "--svg goes with" in run("show", EXAMPLE, "--svg").stderr
    broken = tmp_path / "broken.c"
    broken.write_text("int main(void) {")
    result = run("show", broken)
    assert result.returncode == 2 and "expected '}'" in result.stderr and "Traceback" not in result.stderr


def test_python_api_agrees_with_the_command() -> None:
    report = surefoot.check(EXAMPLE)
    assert isinstance(report.verdict, surefoot.Unsafe)
    assert report.verdict.violated.text == "middle < LENGTH"
    assert isinstance(surefoot.check(str(ROOT / "examples" / "saturating_sum.c")).verdict, surefoot.Safe)


def test_api_raises_surefoot_errors(tmp_path: Path) -> None:
    with pytest.raises(surefoot.InputError, match="no such file"):
        surefoot.check(tmp_path / "nowhere.c")
    with pytest.raises(surefoot.UsageError, match="unknown data model"):
        surefoot.check(EXAMPLE, data_model="LLP64")
    with pytest.raises(surefoot.UsageError, match="no engine"):
        surefoot.check(EXAMPLE, engine="nonsense")
    with pytest.raises(surefoot.UnsupportedError, match="not supported yet"):
        surefoot.check(EXAMPLE, property="no-data-race")
    for name in ("UsageError", "InputError", "UnsupportedError", "EnvironmentFault", "OutOfBudget"):
        assert issubclass(getattr(surefoot, name), surefoot.SurefootError)


@pytest.mark.parametrize(
    "options",
    [{"function": " "}, {"time_limit": 0}, {"time_limit": float("nan")}, {"memory_limit": -1}, {"record": ""}],
    ids=str,
)
def test_api_refuses_invalid_arguments(options: dict[str, object]) -> None:
    with pytest.raises(surefoot.UsageError, match="expected"):
        surefoot.check(EXAMPLE, **options)  # type: ignore[arg-type]


def test_installed_command_runs_the_module() -> None:
    """The script that pip installs imports the entry point and calls it; interrupts are handled
    during the import.
    """
    module, _, function = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["scripts"][
        "surefoot"
    ].partition(":")
    script = (
        f"import signal, sys; from {module} import {function}\n"
        "assert signal.getsignal(signal.SIGINT) is signal.SIG_DFL\n"
        f"sys.exit({function}())"
    )
    command = [sys.executable, "-c", script, "--version"]
    result = subprocess.run(command, env=ENVIRONMENT, capture_output=True, text=True, check=False)
    assert (result.stdout, result.stderr) == (run("--version").stdout, "") and result.returncode == 0


def test_importing_the_package_loads_nothing() -> None:
    code = "import surefoot, sys; print([name for name in sys.modules if name.startswith('surefoot.')])"
    result = subprocess.run([sys.executable, "-c", code], env=ENVIRONMENT, capture_output=True, text=True, check=True)
    assert result.stdout == "[]\n"


REACHED = "int main(int argc, char **argv) {\n    if (argc %s 0)\n        return 1;\n    return 0;\n}\n"


def test_code_for_failed_allocations_is_dead_under_an_assumption(tmp_path: Path) -> None:
    source = tmp_path / "a.c"
    text = "#include <stdlib.h>\nint main(void) {\n  void *p = malloc(4);\n  if (!p)\n    return 1;\n  free(p);\n  return 0;\n}\n"
    source.write_text(text)
    assumed = "assumed: malloc never returns null; check it with --malloc-may-fail, too"
    found = run("reach", source).stdout.splitlines()
    assert found[1:] == [assumed, f"  {source}, in main", "       5  return 1;"]
    assert f"  {assumed}" in run("check", source).stdout.splitlines()
    every = run("reach", source, "--malloc-may-fail")
    assert every.returncode == 0 and assumed not in every.stdout
    assert assumed not in run("check", source, "--malloc-may-fail").stdout


def test_unreachable_code(tmp_path: Path) -> None:
    source = tmp_path / "source.c"
    source.write_text(REACHED % "<")
    found = run("reach", source)
    assert found.returncode == 1, found.stderr
    assert found.stdout == (f"1 of 5 lines with code are reached by no run\n  {source}, in main\n       3  return 1;\n")
    target = tmp_path / "reach.json"
    told = json.loads(run("reach", source, "--json").stdout)
    assert run("reach", source, f"--json={target}").returncode == 1
    assert json.loads(target.read_text()) == told
    assert [(line["line"], line["reach"]) for line in told["lines"]] == [
        (1, "reached"),
        (2, "reached"),
        (3, "unreachable"),
        (4, "reached"),
        (5, "reached"),
    ]
    source.write_text(REACHED % "==")
    found = run("reach", source)
    assert (found.returncode, found.stdout) == (0, "every line with code is reached by some run (5 lines)\n")


def test_undecided_code(tmp_path: Path) -> None:
    source = tmp_path / "source.c"
    source.write_text(
        "int main(void) {\n    int i = 0;\n    while (i < 50)\n        i++;\n    if (i > 50)\n        i = 0;\n}\n"
    )
    found = run("reach", source, "--engine", "bmc{max-bound=5}")
    assert found.returncode == 3
    assert "not decided: 1 lines (" in found.stdout and "       6  i = 0;\n" in found.stdout


def test_reach_explains_usage_errors(tmp_path: Path) -> None:
    broken = tmp_path / "broken.c"
    broken.write_text("int main(void) {")
    found = run("reach", broken)
    assert found.returncode == 2 and "broken.c:1" in found.stderr
