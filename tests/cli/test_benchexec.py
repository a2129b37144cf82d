"""The tool-info module with the real BenchExec, the entry for FM-Tools, and the parts of the archive."""

import os
import subprocess
import sys
import zipfile
from importlib import import_module
from pathlib import Path

import pytest
from benchexec import result
from benchexec.tools.template import BaseTool2, UnsupportedFeatureException
from benchexec.util import ProcessExitCode
from fm_tools.fmtool import FmTool
from fm_tools.fmtoolversion import FmToolVersion

from cli.in_this_process import surefoot
from surefoot.benchexec_tool import Tool

ROOT = Path(__file__).resolve().parents[2]
OVERFLOW = "int main(void) { int x = 2147483647; return x + 1; }"
PROGRAMS = {
    "unreach-call": "extern void reach_error(void); int main(void) { reach_error(); }",
    "no-overflow": OVERFLOW,
    "valid-deref": "int main(void) { int *p = 0; return *p; }",
    "valid-free": "void free(void *); int main(void) { int x; free(&x); }",
    "valid-memtrack": "void *malloc(unsigned long); void *p; int main(void) { p = malloc(4); p = 0; }",
    "valid-memcleanup": "void *malloc(unsigned long); void *p; int main(void) { p = malloc(4); }",
    "termination": "int main(void) { while (1) ; }",
}
PROPERTIES = {
    "unreach-call": ["G ! call(reach_error())"],
    "no-overflow": ["G ! overflow"],
    "valid-memsafety": ["G valid-free", "G valid-deref", "G valid-memtrack"],
    "valid-memcleanup": ["G valid-memcleanup"],
    "termination": ["F end"],
    "no-data-race": ["G ! data-race"],
    "def-behavior": ["G def-behavior"],
}


def property_file(folder: Path, name: str) -> Path:
    path = folder / f"{name}.prp"
    path.write_text("".join(f"CHECK( init(main()), LTL({each}) )\n" for each in PROPERTIES[name]))
    return path


def command(
    file: Path, property: Path | None, options: list[str], details: dict[str, str], **limits: int | None
) -> list[str]:
    task = BaseTool2.Task([str(file)], None, None if property is None else str(property), details)
    given = BaseTool2.ResourceLimits(**{"cputime": None, "walltime": None, "memory": None, **limits})
    return Tool().cmdline("surefoot", options, task, given)


def answer(text: str, code: int = 0) -> str:
    output = BaseTool2.RunOutput(text.splitlines(keepends=True))
    run = BaseTool2.Run(["surefoot"], ProcessExitCode.create(value=code), output, None)
    found: str = Tool().determine_result(run)
    return found


@pytest.mark.parametrize("violated", PROGRAMS)
def test_verdicts_of_all_categories(violated: str, tmp_path: Path) -> None:
    name = violated if violated in PROPERTIES else "valid-memsafety"
    checked, details = property_file(tmp_path, name), {"language": "C", "data_model": "LP64"}
    for text, expected in ((PROGRAMS[violated], f"false({violated})"), ("int main(void) { return 0; }", "true")):
        (tmp_path / "x.c").write_text(text)
        ran = surefoot(*command(tmp_path / "x.c", checked, [], details, cputime=60)[1:])
        assert answer(ran.stdout, ran.returncode) == expected
        wanted = result.ExpectedResult(expected == "true", violated if name == "valid-memsafety" else None)
        known = result.Property.create(str(checked))
        category = result.get_result_category({known.filename: wanted}, answer(ran.stdout), [known])
        assert category == result.CATEGORY_CORRECT


@pytest.mark.parametrize("name", ["no-data-race", "def-behavior"])
def test_unsupported_properties_are_unknown(name: str, tmp_path: Path) -> None:
    (tmp_path / "x.c").write_text("#error not even compiled\n")
    ran = surefoot(*command(tmp_path / "x.c", property_file(tmp_path, name), [], {})[1:])
    assert answer(ran.stdout, ran.returncode) == result.RESULT_UNKNOWN


def test_limits_and_options(tmp_path: Path) -> None:
    file, checked = tmp_path / "x.c", tmp_path / "x.prp"
    details = {"language": "C", "data_model": "ILP32"}
    made = command(file, checked, ["--witness=w.yml"], details, cputime=900, walltime=1000, memory=15_000_000_000)
    assert made[1:2] == ["check"] and made[-2:] == ["--witness=w.yml", str(file)]
    assert {"--time-limit=873", "--memory-limit=14550", "--data-model=ILP32", f"--property={checked}"} < set(made)
    assert "--jobs=1" in made and "--jobs=1" not in command(file, checked, ["--jobs=4"], details)
    assert not any(each.startswith("--time-limit") for each in command(file, None, [], {}))


@pytest.mark.parametrize("details", [{"language": "Java"}, {"language": "C", "witness_input_file": "w.yml"}])
def test_other_tasks_are_refused(details: dict[str, str], tmp_path: Path) -> None:
    with pytest.raises(UnsupportedFeatureException):
        command(tmp_path / "x", None, [], details)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("result: TIMEOUT\ntime limit reached\n", "TIMEOUT"),
        ("surefoot: x.c: no such file\n", "ERROR (surefoot: x.c: no such file)"),
        ("result: true story\n", "ERROR (true story)"),
        ("the result: true\n", "ERROR (the result: true)"),
        ("", "ERROR"),
    ],
)
def test_other_output(text: str, expected: str) -> None:
    assert answer(text, 2) == expected


def test_the_tool_is_found(tmp_path: Path) -> None:
    program = tmp_path / "bin" / "surefoot"
    program.parent.mkdir()
    program.write_text(f'#!/bin/sh\nPYTHONPATH={ROOT / "src"} exec {sys.executable} -m surefoot "$@"\n')
    program.chmod(0o755)
    tested = subprocess.run(
        [
            sys.executable,
            "-m",
            "benchexec.test_tool_info",
            "surefoot.benchexec_tool",
            "--no-container",
            f"--tool-directory={tmp_path}",
        ],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "PYTHONPATH": str(ROOT / "src")},
    )
    assert "Version" in tested.stderr and "ERROR" not in tested.stderr and "Traceback" not in tested.stderr


def test_entry_for_fm_tools() -> None:
    entry = FmTool.from_file(ROOT / "competition" / "surefoot.yml")
    assert import_module(entry.get_toolinfo_module().raw).Tool is Tool
    (version,) = entry.versions
    found = FmToolVersion(entry, version["version"])
    assert found.get_archive_location().raw.startswith("10.5281/")
    required = {
        "id",
        "input_languages",
        "project_url",
        "spdx_license_identifier",
        "fmtools_entry_maintainers",
        "maintainers",
    }
    assert all(entry.get(key) for key in required) and entry.get("fmtools_format_version") == "2.0"


def test_archive_has_one_folder_with_permissions(tmp_path: Path) -> None:
    sys.path.insert(0, str(ROOT / "competition"))
    build = import_module("build")
    sys.path.pop(0)
    folder = tmp_path / "surefoot"
    (folder / "lib").mkdir(parents=True)
    (folder / "lib" / "module.py").write_text("")
    build.add_own_files(folder)
    build.write_archive(folder, tmp_path / "x.zip")
    with zipfile.ZipFile(tmp_path / "x.zip") as file:
        modes = {each.filename: each.external_attr >> 16 & 0o777 for each in file.infolist()}
    assert {"surefoot/LICENSE", "surefoot/README.md", "surefoot/lib/module.py"} < modes.keys()
    assert modes["surefoot/smoketest.sh"] == modes["surefoot/bin/surefoot"] == 0o755
