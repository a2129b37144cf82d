"""``surefoot check`` as a process: output, exit code and files it leaves."""

import contextlib
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from cli.in_this_process import surefoot
from limits import override
from surefoot.base.budget import Budget
from surefoot.evidence.claims import Why
from surefoot.logic import TRUE
from surefoot.report.evidence import member_name
from surefoot.report.limits import LIMITS
from surefoot.smt.interpolation.by_theory import TheoryInterpolator
from surefoot.smt.interpolation.contracts import FormulaGraph, Interpolants

ROOT = Path(__file__).resolve().parents[2]
SCHEMA = json.loads((ROOT / "docs" / "report.schema.json").read_text(encoding="utf-8"))
SAFE, UNSAFE, USAGE, UNKNOWN = range(4)

SAFE_PROGRAM = """
#include <assert.h>
int main(void) { int sum = 0; for (int i = 0; i < 3; i++) sum += i; assert(sum == 3); return 0; }
"""
UNSAFE_PROGRAM = """
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x == 42)
        reach_error();
    return 0;
}
"""
ENDLESS_PROGRAM = """
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
    unsigned x = 0, y = 0;
    while (__VERIFIER_nondet_int()) { x += y; y += 3 * x + 1; }
    if (x == 2718281828u && y == 3141592653u) reach_error();
}
"""


def process(*arguments: str | Path, cwd: Path | None = None, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "surefoot", *map(str, arguments)],
        cwd=cwd,
        env={**os.environ, "PYTHONPATH": str(ROOT / "src"), **environment},
        capture_output=True,
        text=True,
        check=False,
        timeout=50,
    )


def program(folder: Path, text: str, name: str = "program.c") -> Path:
    path = folder / name
    path.write_text(text)
    return path


def processes_naming(path: Path) -> list[str]:
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            if str(path).encode() in (folder / "cmdline").read_bytes():
                found.append(folder.name)
    return found


def report(*arguments: str | Path) -> dict[str, Any]:
    """Return the JSON document, which must be one the schema describes."""
    document: dict[str, Any] = json.loads(surefoot("check", *arguments, "--json").stdout)
    jsonschema.validate(document, SCHEMA)
    return document


def test_safe(tmp_path: Path) -> None:
    path = program(tmp_path, SAFE_PROGRAM)
    result = process("check", path)
    assert result.returncode == SAFE and result.stderr == ""
    assert result.stdout.startswith("safe: ") and "property default" in result.stdout
    document = report(path)
    assert (document["verdict"], document["competition_verdict"]) == ("safe", "true")
    assert document["evidence"]["certificate"]["kind"] == "CompleteUnrolling"


def test_unsafe(tmp_path: Path) -> None:
    path = program(tmp_path, UNSAFE_PROGRAM)
    result = process("check", path)
    assert result.returncode == UNSAFE and result.stderr == ""
    lines = result.stdout.splitlines()
    assert lines[0].startswith("unsafe: ") and f"{path}:7" in lines[0]
    assert any("x = 42 (input)" in line for line in lines)
    document = report(path, "--property", "unreach-call")
    assert document["competition_verdict"] == "false(unreach-call)"
    assert document["evidence"]["violation"]["location"]["line"] == 7
    inputs = [c for step in document["evidence"]["steps"] for c in step["changes"] if c.get("origin") == "input"]
    assert [(change["name"], change["value"]) for change in inputs] == [("x", "42")]


def test_time_limit_gives_unknown_with_advice(tmp_path: Path) -> None:
    path = program(tmp_path, ENDLESS_PROGRAM)
    result = process("check", path, "--time-limit", "2")
    assert result.returncode == UNKNOWN
    assert result.stdout.startswith("unknown: ") and "; try " in result.stdout and "Traceback" not in result.stderr


def test_unconfirmed_proof_is_unknown(tmp_path: Path) -> None:
    path = program(tmp_path, SAFE_PROGRAM)
    result = surefoot("check", path, "--certify=off", "--quiet")
    assert result.returncode == UNKNOWN and result.stdout.startswith("unknown: proof not confirmed: ")
    document = report(path, "--certify=off")
    assert (document["certify"], document["evidence"]["why"]) == ("off", "unconfirmed")
    assert report(path)["certify"] == "strict"


def test_bound_of_the_engine_gives_unknown(tmp_path: Path) -> None:
    document = report(program(tmp_path, ENDLESS_PROGRAM), "--engine", "bmc{max-bound=2}")
    assert document["evidence"]["why"] == "bound"


def test_unsupported_property_is_unknown(tmp_path: Path) -> None:
    path = program(tmp_path, SAFE_PROGRAM)
    result = surefoot("check", path, "--property", "no-data-race")
    assert result.returncode == UNKNOWN and "no-data-race is not supported yet" in result.stdout
    assert "choose another --property: default, assertions, unreach-call" in result.stdout
    assert report(path, "--property", "no-data-race")["evidence"]["why"] == "unsupported"


def test_json_beside_the_text_and_quiet(tmp_path: Path) -> None:
    path = program(tmp_path, UNSAFE_PROGRAM)
    output = tmp_path / "report.json"
    result = process("check", path, f"--json={output}", "--quiet")
    assert len(result.stdout.splitlines()) == 1
    jsonschema.validate(json.loads(output.read_text()), SCHEMA)
    assert sorted(tmp_path.iterdir()) == [path, output]


def test_accelerated_replay_is_reported(tmp_path: Path) -> None:
    path = program(tmp_path, "int main(void) { unsigned x = 0; while (x < 400000000) x++; reach_error(); }\n")
    output = tmp_path / "report.json"
    shown = surefoot("check", path, "--engine", "accelerate", "--property", "unreach-call", f"--json={output}").stdout
    assert "replayed: by the interpreter, with 39999" in shown
    assert "in closed form, which was checked" in shown
    evidence = json.loads(output.read_text())["evidence"]
    assert evidence["accelerated"].endswith("in closed form")
    assert evidence["summary"].endswith(f"(replayed with {evidence['accelerated']})")


def test_first_and_last_steps_of_a_very_long_run_are_printed(tmp_path: Path) -> None:
    body = "unsigned s = 0, i = 0; while (i < 50000) { if (i % 500 == 0) s += __VERIFIER_nondet_int() & 1; i++; } if (s < 60000) reach_error();"
    path = program(tmp_path, f"int main(void) {{\n{body.replace(' while', chr(10) + 'while')}\n}}\n")
    output = tmp_path / "report.json"
    engine = ("--engine", "probe{steps=1000000,runs=1}", "--property", "unreach-call", "--first")
    with override(LIMITS, steps=100, last_statements=1000):
        shown = surefoot("check", path, *engine, f"--json={output}").stdout
    document = json.loads(output.read_text())
    jsonschema.validate(document, SCHEMA)
    evidence = document["evidence"]
    assert 150_000 < evidence["unseen_statements"] < 1_000_000
    assert f"{evidence['unseen_statements']} statements were not recorded" in shown
    held = [change["value"] for step in evidence["steps"] for change in step["changes"] if change["name"] == "i"]
    assert held[:2] == ["0", "1"] and held[-1] == "50000"


def test_values_unchanged_by_acceleration_are_not_printed(tmp_path: Path) -> None:
    body = "unsigned x = 0, unread = 5; while (x < 3000000) { x++; unread++; } unsigned copy = unread, last = x; reach_error();"
    path = program(tmp_path, f"int main(void) {{ {body} }}\n")
    steps = report(path, "--engine", "accelerate", "--property", "unreach-call")["evidence"]["steps"]
    leapt = next(number for number, step in enumerate(steps) if "accelerated" in step)
    told = {change["name"]: change["value"] for step in steps[leapt:] for change in step["changes"]}
    assert told == {"x": "3000000"}


def test_clang_flags_are_passed_on(tmp_path: Path) -> None:
    (tmp_path / "include").mkdir()
    (tmp_path / "include" / "limit.h").write_text("#define LIMIT 3\n")
    path = program(tmp_path, '#include <assert.h>\n#include "limit.h"\nint main(void) { assert(LIMIT == N); }\n')
    include = f"-I{tmp_path / 'include'}"
    assert surefoot("check", path, include, "-DN=3").returncode == SAFE
    assert surefoot("check", path, "--", include, "-D", "N=4").returncode == UNSAFE


def test_several_files_are_linked(tmp_path: Path) -> None:
    main = program(tmp_path, "#include <assert.h>\nint twice(int);\nint main(void) { assert(twice(2) == 4); }\n")
    other = program(tmp_path, "int twice(int n) { return n + n; }\n", "twice.c")
    assert surefoot("check", main, other).returncode == SAFE


def test_one_function_with_arbitrary_arguments(tmp_path: Path) -> None:
    path = program(tmp_path, "#include <assert.h>\nvoid f(int n) { assert(n != 7); }\n")
    result = surefoot("check", path, "--function", "f")
    assert result.returncode == UNSAFE and "n = 7 (input)" in result.stdout


def test_data_model_affects_the_verdict(tmp_path: Path) -> None:
    path = program(tmp_path, "#include <assert.h>\nint main(void) { assert(sizeof(long) == 4); }\n")
    assert surefoot("check", path, "--data-model", "ILP32").returncode == SAFE
    assert surefoot("check", path).returncode == UNSAFE


def test_property_about_an_undefined_function_is_refused(tmp_path: Path) -> None:
    path = program(tmp_path, UNSAFE_PROGRAM)
    asked = program(tmp_path, "CHECK( init(main()), LTL(G ! call(raech_error())) )\n", "asked.prp")
    done = surefoot("check", path, "--property", asked)
    assert done.returncode == USAGE
    assert "the error function 'raech_error' is not declared in the program" in done.stderr


def test_program_without_checks(tmp_path: Path) -> None:
    done = surefoot("check", program(tmp_path, SAFE_PROGRAM), "-DNDEBUG", "--property", "assertions")
    assert done.returncode == 4
    assert "nothing was checked: there is no assertion" in done.stdout


def test_schema_contains_every_reason_for_unknown() -> None:
    assert set(SCHEMA["$defs"]["reason"]["properties"]["why"]["enum"]) == {member_name(why) for why in Why}


def test_flags_that_stop_compilation_early_are_refused(tmp_path: Path) -> None:
    for flag in ("-ftrapv", "-fsanitize=undefined"):
        done = surefoot("check", program(tmp_path, SAFE_PROGRAM), flag)
        assert done.returncode == USAGE and flag in done.stderr


def test_a_task_file(tmp_path: Path) -> None:
    program(tmp_path, UNSAFE_PROGRAM, "task.c")
    task = tmp_path / "task.yml"
    task.write_text(
        "format_version: '2.0'\ninput_files: task.c\noptions: {language: C, data_model: ILP32}\n"
        "properties: [{property_file: unreach-call.prp, expected_verdict: false}]\n"
    )
    document = report(task)
    assert (document["data_model"], document["property"]["name"]) == ("ILP32", "unreach-call")
    assert document["competition_verdict"] == "false(unreach-call)"


def test_queries_are_recorded(tmp_path: Path) -> None:
    path = program(tmp_path, UNSAFE_PROGRAM)
    process("check", path, "--engine", "bmc", "--record", tmp_path / "queries")
    scripts = [file.read_text() for file in (tmp_path / "queries").glob("*.smt2")]
    assert scripts and all("(check-sat)" in script for script in scripts)
    assert any("; answer: sat" in script for script in scripts)


LOOP_PROGRAM = """
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int x = 0;
    while (__VERIFIER_nondet_int()) x = __VERIFIER_nondet_int() & 7;
    assert(x >= 0);
    return 0;
}
"""


@pytest.mark.parametrize("lies", [True, False], ids=["a liar", "honest"])
def test_wrong_interpolants_are_reported_and_recorded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, lies: bool
) -> None:
    """The check of interpolants detects a library that always returns true; the verdict is reported
    with a note.
    """

    def true(self: TheoryInterpolator, graph: FormulaGraph, budget: Budget) -> Interpolants:
        del self, budget
        return Interpolants((TRUE,) * len(graph.inner), "cvc5")

    if lies:
        monkeypatch.setattr(TheoryInterpolator, "interpolants", true)
    path = program(tmp_path, LOOP_PROGRAM)
    options = (
        path,
        "--engine",
        "ufo{route=stepwise,interpolants=library}",
        "--time-limit",
        "30s",
        "--record",
        tmp_path / "queries",
    )
    document = report(*options)
    assert document["verdict"] == "safe"
    counted = document["statistics"].get("wrong_interpolants", {})
    scripts = [file.read_text() for file in (tmp_path / "queries").glob("*-cvc5-wrong-interpolants.smt2")]
    assert list(counted) == (["cvc5"] if lies else [])
    assert len(scripts) == counted.get("cvc5", 0)
    assert all("interpolant 1 and part 2 do not imply interpolant 2" in script for script in scripts)
    text = surefoot("check", *options, "--stats").stdout
    assert ("warning: cvc5 returned" in text, "wrong interpolants, detected and not used" in text) == (lies, lies)


def test_statistics_account_for_all_time(tmp_path: Path) -> None:
    path = program(tmp_path, UNSAFE_PROGRAM)
    result = process("check", path, "--stats")
    assert "where the time went" in result.stdout and "base case" in result.stdout
    statistics = report(path)["statistics"]
    assert list(statistics["stages"])[:3] == ["front end", "engine auto", "certify"]
    assert statistics["queries"]["base case"]["count"] == 1
    assert sum(statistics["stages"].values()) <= statistics["cpu_seconds"]


def test_the_compiled_program_is_run_on_request(tmp_path: Path) -> None:
    path = program(tmp_path, UNSAFE_PROGRAM)
    assert "native_run" not in report(path)["evidence"]
    assert report(path, "--run")["evidence"]["native_run"]["reproduced"]
    assert "  reproduced: " in process("check", path, "--run").stdout


def test_verdict_stands_when_linking_fails(tmp_path: Path) -> None:
    path = program(tmp_path, "extern int missing(void);" + UNSAFE_PROGRAM.replace("return 0", "return missing()"))
    document = report(path, "--run")
    assert document["verdict"] == "unsafe"
    assert not document["evidence"]["native_run"]["reproduced"]
    assert "missing" in document["evidence"]["native_run"]["detail"]


def test_verdict_stands_when_the_native_run_does_not_end(tmp_path: Path) -> None:
    text = "unsigned sleep(unsigned);" + UNSAFE_PROGRAM.replace("reach_error();\n", "sleep(1000), reach_error();\n")
    result = surefoot("check", program(tmp_path, text), "--run", "--time-limit", "4")
    assert result.returncode == UNSAFE and result.stdout.startswith("unsafe: ")


BAD_INPUT: dict[str, tuple[str | bytes | None, tuple[str, ...], str]] = {
    "missing file": (None, (), "no such file"),
    "empty file": ("", (), "is empty"),
    "does not compile": ("int main(void) { return 0 }\n", (), "expected ';'"),
    "no main": ("int helper(void) { return 0; }\n", (), "helper"),
    "binary garbage": (bytes(range(256)) * 40, (), "program.c"),
    "unknown property": (SAFE_PROGRAM, ("--property", "nonsense"), "unreach-call"),
    "unknown engine": (SAFE_PROGRAM, ("--engine", "nonsense"), "bmc"),
    "unknown engine option": (SAFE_PROGRAM, ("--engine", "bmc{depth=3}"), "max-bound"),
    "unknown solver": (SAFE_PROGRAM, ("--solver", "nonsense"), "bitwuzla"),
    "unknown function": (SAFE_PROGRAM, ("--function", "nonsense"), "main"),
    "missing property file": (SAFE_PROGRAM, ("--property", "nowhere.prp"), "no such file"),
    "unknown option": (SAFE_PROGRAM, ("--nonsense",), "--help"),
    "report in no folder": (SAFE_PROGRAM, ("--json=nowhere/report.json",), "nowhere"),
    "report that is a folder": (SAFE_PROGRAM, ("--json=/",), "cannot write /"),
    "report without a name": (SAFE_PROGRAM, ("--json=",), "the name of a file"),
    "queries into a device": (SAFE_PROGRAM, ("--record", "/dev/null"), "the name of a folder"),
    "queries without a folder": (SAFE_PROGRAM, ("--record", ""), "the name of a folder"),
}


@pytest.mark.parametrize(("content", "options", "words"), BAD_INPUT.values(), ids=BAD_INPUT)
def test_input_errors_are_explained(
    tmp_path: Path, content: str | bytes | None, options: tuple[str, ...], words: str
) -> None:
    path = tmp_path / "program.c"
    match content:
        case None:
            pass
        case str():
            path.write_text(content)
        case bytes():
            path.write_bytes(content)
    result = surefoot("check", path, *options, cwd=tmp_path)
    assert result.returncode == USAGE and result.stdout == ""
    assert result.stderr.startswith("surefoot: ") and words in result.stderr and "Traceback" not in result.stderr
    assert [left.name for left in tmp_path.iterdir()] == ([] if content is None else ["program.c"])


def test_errors_are_reported_as_json(tmp_path: Path) -> None:
    path = program(tmp_path, "#define MISSING nowhere\nint main(void) {\n    int x = MISSING;\n    return 0\n}\n")
    output = tmp_path / "report.json"
    for options in (("--json",), (f"--json={output}",)):
        result = surefoot("check", path, *options)
        assert result.returncode == USAGE and result.stderr.count("\n") > 6
        document = json.loads(result.stdout or output.read_text())
        jsonschema.validate(document, SCHEMA)
        assert (document["verdict"], document["evidence"]["kind"]) == ("error", "error")
        errors = document["evidence"]["errors"]
        assert [error["location"]["line"] for error in errors] == [3, 4]
        assert any("expanded from macro 'MISSING'" in line for line in errors[0]["shown"])
    missing = json.loads(surefoot("check", tmp_path / "none.c", "--json").stdout)
    jsonschema.validate(missing, SCHEMA)
    assert missing["evidence"]["errors"][0]["message"].endswith("none.c: no such file")


@pytest.mark.parametrize(
    ("text", "why", "line", "word"),
    [
        (
            "int n(void);\nint main(void) {\n  return 3 << n();\n}\n",
            "undefined-behaviour",
            3,
            "shift amount out of range",
        ),
        ("int main(void) {\n  return __builtin_frame_address(0) != 0;\n}\n", "unsupported", 2, "frameaddress"),
    ],
    ids=["undefined", "unsupported"],
)
def test_unsupported_constructs_have_a_location(tmp_path: Path, text: str, why: str, line: int, word: str) -> None:
    path = program(tmp_path, text)
    evidence = report(path, "--property", "assertions")["evidence"]
    assert (evidence["why"], evidence["location"]["file"], evidence["location"]["line"]) == (why, str(path), line)
    assert word in evidence["summary"]


def test_a_directory_is_explained(tmp_path: Path) -> None:
    result = process("check", tmp_path)
    assert result.returncode == USAGE and "is a directory" in result.stderr


@pytest.mark.parametrize(("number", "jobs"), [(signal.SIGINT, 3), (signal.SIGTERM, 3), (signal.SIGHUP, 1)])
def test_signals_end_all_processes_and_set_the_exit_status(tmp_path: Path, number: signal.Signals, jobs: int) -> None:
    (tmp_path / "temporary").mkdir()
    path = program(tmp_path, ENDLESS_PROGRAM)
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src"), "TMPDIR": str(tmp_path / "temporary")}
    minding = [
        "env",
        f"--default-signal={number.name.removeprefix('SIG')}",
    ]  # the parent of the tests may ignore it, as nohup does
    command = [*minding, sys.executable, "-m", "surefoot", "check", str(path), f"--jobs={jobs}"]
    with subprocess.Popen(
        command, env=environment, stdout=subprocess.PIPE, text=True, start_new_session=True
    ) as process:
        while len(processes_naming(path)) < (2 + jobs if jobs > 1 else 2):  # the search has begun
            time.sleep(0.02)
        process.send_signal(number)
        output, _ = process.communicate(timeout=20)
    assert process.returncode == -number and output.startswith("unknown: interrupted")
    assert list((tmp_path / "temporary").iterdir()) == []
    assert processes_naming(path) == []


def test_only_requested_files_are_written(tmp_path: Path) -> None:
    (tmp_path / "temporary").mkdir()
    path = program(tmp_path, SAFE_PROGRAM)
    process("check", path, cwd=tmp_path, TMPDIR=str(tmp_path / "temporary"), HOME=str(tmp_path))
    assert sorted(tmp_path.iterdir()) == [path, tmp_path / "temporary"]
    assert list((tmp_path / "temporary").iterdir()) == []


def test_report_follows_links_and_pipes(tmp_path: Path) -> None:
    path, pipe = program(tmp_path, SAFE_PROGRAM), tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    surefoot("check", path, f"--json={pipe}", "--quiet")
    assert json.loads(os.read(reader, 1 << 16))["verdict"] == "safe"
    os.close(reader)
    assert pipe.is_fifo()
    link = tmp_path / "link.json"
    link.symlink_to(tmp_path / "report.json")
    surefoot("check", path, f"--json={link}", "--quiet")
    assert link.is_symlink()
    assert json.loads((tmp_path / "report.json").read_text(encoding="utf-8"))["verdict"] == "safe"


def test_progress_and_colour_on_a_terminal(tmp_path: Path) -> None:
    import pty

    path = program(tmp_path, ENDLESS_PROGRAM)
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src"), "TERM": "xterm", "COLUMNS": "120"}
    environment.pop("NO_COLOR", None)
    leader, follower = pty.openpty()
    command = [sys.executable, "-m", "surefoot", "check", str(path)]
    with subprocess.Popen(command, env=environment, stdout=follower, stderr=follower) as process:
        os.close(follower)
        shown = b""
        with contextlib.suppress(OSError):  # signal of a closed terminal
            while data := os.read(leader, 1 << 16):
                is_new = b"unwinding depth" not in shown
                shown += data
                if is_new and b"unwinding depth" in shown:
                    process.send_signal(signal.SIGINT)
    os.close(leader)
    text = shown.decode()
    assert process.returncode == -signal.SIGINT
    assert "unwinding depth" in text and " MB" in text
    assert "\r\x1b[K\x1b[1;33munknown\x1b[0m: " in text


def test_circuit_reduction_is_reported(tmp_path: Path) -> None:
    text = "int main(void) { unsigned i = 0; while (i < 10) i++; __VERIFIER_assert(i == 10); }\n"
    path = program(tmp_path, "void __VERIFIER_assert(int c) { if (!c) __builtin_abort(); }\n" + text)
    engine = "--engine=aig{invariants=false}"
    statistics = report(path, engine)["statistics"]
    (reduction,) = statistics["reductions"]
    assert reduction["engine"] == "aig"
    for name in ("registers", "gates", "levels"):
        assert reduction[name]["before"] > reduction[name]["after"] >= 0
    shown = surefoot("check", path, engine, "--stats").stdout.splitlines()
    (place,) = [n for n, line in enumerate(shown) if line == "circuit of aig, before and after its reduction"]
    assert shown[place + 1].split() == ["registers", *(str(reduction["registers"][key]) for key in ("before", "after"))]
    assert "reductions" not in report(path, "--engine", "bmc")["statistics"]


RECURSIVE_PROGRAM = """
extern unsigned __VERIFIER_nondet_uint(void);
static unsigned depth(unsigned n) { return n > 2 ? 1 + depth(n - 2) : 0; }
int main(void) {
    int a[33] = {0};
    a[32] = 1;
    return a[depth(__VERIFIER_nondet_uint()) LIMIT];
}
"""
"""The recursion has 2^31 levels."""


@pytest.mark.parametrize(("limit", "code"), [("& 31", 5), ("+ 30", 1), ("+ 29", 5)])
def test_bounded(tmp_path: Path, limit: str, code: int) -> None:
    """Four nested calls return at most 3; the array has 33 elements."""
    (tmp_path / "p.c").write_text(RECURSIVE_PROGRAM.replace("LIMIT", limit))
    ended = surefoot("check", "p.c", "--bounded", "4", "--json=report.json", cwd=tmp_path)
    report = json.loads((tmp_path / "report.json").read_text())
    jsonschema.validate(report, SCHEMA)
    assert ended.returncode == code and report["bounded"] == 4
    by_line = {each["location"]["line"]: each for each in report["checks"]["results"] if each["location"]}
    assert by_line[6]["status"] == "proved" and "no_violation_within" not in by_line[6]
    if code == 5:
        assert report["verdict"] == "unknown" and report["evidence"]["why"] == "bound"
        assert by_line[7]["status"] == "undecided" and by_line[7]["no_violation_within"] == 4
        assert "no violation within 4 iterations of each loop and recursion (bounded)" in ended.stdout


def test_bounded_is_a_proof_where_no_run_goes_beyond(tmp_path: Path) -> None:
    (tmp_path / "p.c").write_text(SAFE_PROGRAM)
    assert [surefoot("check", "p.c", "--bounded", k, cwd=tmp_path).returncode for k in "234"] == [5, 0, 0]


def test_bounded_does_not_cover_dropped_behaviour(tmp_path: Path) -> None:
    dropping = RECURSIVE_PROGRAM.replace("LIMIT", "& 31").replace(
        "int a[", "int unknown_function(void); extern int shared; shared = unknown_function(); int a["
    )
    (tmp_path / "p.c").write_text(dropping)
    assert surefoot("check", "p.c", "--bounded", "2", cwd=tmp_path).returncode == UNKNOWN


def test_bounded_chooses_the_engine(tmp_path: Path) -> None:
    (tmp_path / "p.c").write_text(SAFE_PROGRAM)
    for other in (["--engine", "kind"], ["--modular"]):
        ended = surefoot("check", "p.c", "--bounded", "3", *other, cwd=tmp_path)
        assert ended.returncode == USAGE and f"leave out {' '.join(other)}" in ended.stderr


def test_time_limit_reports_what_was_explored(tmp_path: Path) -> None:
    """The child process is stopped in the middle of a query; its last note is reported."""
    (tmp_path / "p.c").write_text(ENDLESS_PROGRAM)
    ended = surefoot("check", "p.c", "--time-limit", "2", "--json=report.json", cwd=tmp_path)
    report = json.loads((tmp_path / "report.json").read_text())
    jsonschema.validate(report, SCHEMA)
    assert ended.returncode == UNKNOWN and report["evidence"]["why"] == "time-limit"
    explored = [
        each.get("no_violation_within", 0) for each in report["checks"]["results"] if each["status"] == "undecided"
    ]
    assert explored and min(explored) >= 1
    assert f"no violation within {min(explored)} iteration" in report["evidence"]["summary"]
    (cost,) = report["costs"]
    assert (cost["function"], cost["undecided"], [each["line"] for each in cost["loops"]]) == ("main", 1, [6])
    assert "surefoot check p.c --bounded 4" in report["suggestions"] and "loops at 6" in ended.stdout


def test_time_limit_names_functions_to_start_with(tmp_path: Path) -> None:
    text = (
        ENDLESS_PROGRAM.replace("int main(void) {", "static void find(void) {") + "int main(void) { find(); return 0; }"
    )
    (tmp_path / "p.c").write_text(text)
    ended = surefoot("check", "p.c", "--time-limit", "2", cwd=tmp_path)
    assert ended.returncode == UNKNOWN and "    surefoot check p.c --function find\n" in ended.stdout
    assert "a loop invariant before p.c:6, or a contract of find" in ended.stdout
