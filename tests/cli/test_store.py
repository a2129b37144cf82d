"""Kept results of scans: when they are used, and that they are never believed without evidence."""

import json
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from cli.in_this_process import surefoot
from differential.killed_scans import PROGRAM, differences, result, scan
from limits import override
from surefoot.base.errors import EnvironmentFault
from surefoot.frontend.environment import ArgumentBound
from surefoot.project import store as store_module
from surefoot.project.limits import LIMITS
from surefoot.project.preconditions import ArgumentAssumptions, ArgumentSize
from surefoot.project.store import write_entry

LOOP = "int sum(unsigned n) {\n  int s = 0;\n  while (n--)\n    if ((s += 3) > 90) s = 0;\n  return s;\n}\n"


def scanned(folder: Path, *options: str) -> dict[str, Any]:
    """Scan ``folder``, and return the units by function."""
    surefoot("scan", "--unit-time=20", *options, "--json=out.json", "--quiet", cwd=folder)
    return {each["function"]: each for each in json.loads((folder / "out.json").read_text())["units"]}


def entries(folder: Path) -> list[Path]:
    return sorted((folder / ".surefoot").glob("??/*.json"))


def outcomes(units: dict[str, Any]) -> dict[str, str]:
    return {name: each["outcome"] for name, each in units.items()}


def rewritten(path: Path, change: Callable[[dict[str, Any]], None]) -> None:
    """Change an entry, with the digest that fits."""
    data = json.loads(path.read_text())
    change(data["entry"])
    data["digest"] = sha256(json.dumps(data["entry"], sort_keys=True).encode()).hexdigest()
    path.write_text(json.dumps(data))


@pytest.fixture(autouse=True)
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder with the user's key."""
    folder = tmp_path / ".state"
    monkeypatch.setenv("XDG_STATE_HOME", str(folder))
    return folder


@pytest.mark.parametrize("is_same_user", [True, False])
def test_second_scan_uses_the_store_at_todays_positions(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, is_same_user: bool
) -> None:
    source = tmp_path / "a.c"
    source.write_text(PROGRAM)
    cold = scanned(tmp_path)
    if not is_same_user:
        monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / ".other"))
    assert not any(each["cached"] for each in cold.values())
    source.write_text("// moved\n\n" + PROGRAM.replace("int wrong(void) { ", "int wrong(void) {\n  "))
    for options in ((), ("--trust-store",)):
        warm = scanned(tmp_path, *options)
        assert all(each["cached"] for each in warm.values())
        assert outcomes(warm) == outcomes(cold)
        assert {name: each["preconditions"] for name, each in warm.items()} == {
            name: each["preconditions"] for name, each in cold.items()
        }
        assert [each["checks"] for each in warm.values()] == [each["checks"] for each in cold.values()]
        (violation,) = warm["wrong"]["violations"]
        assert violation["violation"]["location"]["line"] == 8
        assert [each["line"] for each in violation["steps"]][-1] == 8


@pytest.mark.parametrize("is_same_user", [True, False])
def test_loop_invariants_and_copies_of_models_move(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, is_same_user: bool
) -> None:
    text = "#include <string.h>\n" + LOOP + 'int first(char *p) {\n  strcpy(p, "ab");\n  return strlen(p) > 2;\n}\n'
    (tmp_path / "a.c").write_text(text)
    cold = scanned(tmp_path)
    assert cold["sum"]["outcome"] == "proved"
    (invariant,) = {each["location"]["line"] for each in cold["sum"]["loop_invariants"]}
    (tmp_path / "a.c").write_text(text.replace("\n", "\n\n"))
    if not is_same_user:
        monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / ".other"))
    warm = scanned(tmp_path)
    assert all(each["cached"] for each in warm.values())
    assert {each["location"]["line"] for each in warm["sum"]["loop_invariants"]} == {2 * invariant - 1}


def test_changed_function_is_checked_again(tmp_path: Path) -> None:
    source = tmp_path / "a.c"
    source.write_text(PROGRAM)
    scanned(tmp_path)
    source.write_text(PROGRAM.replace("return x / 2", "return x / 4"))
    warm = scanned(tmp_path)
    assert {name for name, each in warm.items() if not each["cached"]} == {"half", "wrong"}
    assert warm["wrong"]["outcome"] == "proved"
    assert scanned(tmp_path, "--malloc-may-fail")["make"]["cached"] is False


def test_initial_values_of_globals_are_part_of_the_key(tmp_path: Path) -> None:
    source = tmp_path / "a.c"
    source.write_text("int size = 4;\nint get(void) { return 8 / size; }\n")
    assert scanned(tmp_path)["get"]["outcome"] == "precondition-unchecked"
    source.write_text("int size = 0;\nint get(void) { return 8 / size; }\n")
    assert scanned(tmp_path)["get"]["outcome"] == "violated"


@pytest.mark.parametrize("trusts", [False, True])
def test_damaged_entry_is_computed_again(tmp_path: Path, *, trusts: bool) -> None:
    (tmp_path / "a.c").write_text(LOOP)
    expected = outcomes(scanned(tmp_path))
    (path,) = entries(tmp_path)
    path.write_text(path.read_text().replace('"verdict": "safe"', '"verdict": "unsafe"'))
    found = surefoot("store", "verify", cwd=tmp_path)
    assert (found.returncode, "0 of 1 results are sound" in found.stdout) == (1, True)
    again = scanned(tmp_path, *["--trust-store"] * trusts)
    assert (outcomes(again), again["sum"]["cached"]) == (expected, False)
    assert surefoot("store", "verify", cwd=tmp_path).returncode == 0


def test_sealed_results_need_no_check(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "a.c").write_text(LOOP)
    cold = scanned(tmp_path)
    (path,) = entries(tmp_path)
    data = json.loads(path.read_text())
    data["entry"]["certificate"] = ""
    assert write_entry(path, data["entry"]) == ""
    assert scanned(tmp_path)["sum"]["cached"] is True
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / ".other"))
    path.write_text(json.dumps({**data, "seal": ""}))
    unsealed = scanned(tmp_path)
    assert (outcomes(unsealed), unsealed["sum"]["cached"]) == (outcomes(cold), False)


def claim_safety(entry: dict[str, Any]) -> None:
    entry["verdict"], entry["traces"] = "safe", []
    entry["statuses"] = ["PROVED"] * len(entry["statuses"])


def drop_assumptions(entry: dict[str, Any]) -> None:
    entry["assumed"]["bounds"] = []


def claim_other_proof(entry: dict[str, Any]) -> None:
    claim_safety(entry)
    entry["certificate"] = "(certificate (inductive (location main:1 true)))"


def change_trace(entry: dict[str, Any]) -> None:
    entry["traces"] = [{"globals": {}, "contents": {}, "choices": []}] * len(entry["traces"])


def break_format(entry: dict[str, Any]) -> None:
    entry["assumed"] = {"nonnull": 3}


UNSAFE = """\
int __VERIFIER_nondet_int(void);
int broken(void) { int a[3] = {1, 2, 3}; int i = __VERIFIER_nondet_int(); return i == 5 ? a[i] : 0; }
"""
BOUNDED = "int twice(int x) { return 2 * x; }\n"


@pytest.mark.parametrize(
    ("text", "change"),
    [
        (UNSAFE, claim_safety),
        (UNSAFE, claim_other_proof),
        (UNSAFE, change_trace),
        (BOUNDED, drop_assumptions),
        (BOUNDED, break_format),
    ],
)
def test_forged_entry_is_rejected(tmp_path: Path, text: str, change: Callable[[dict[str, Any]], None]) -> None:
    (tmp_path / "a.c").write_text(text)
    cold = scanned(tmp_path)
    (path,) = entries(tmp_path)
    rewritten(path, change)
    warm = scanned(tmp_path)
    (name,) = warm
    assert warm[name]["cached"] is False
    times = {"seconds": 0, "stages": {}}
    assert {**warm[name], **times} == {**cold[name], **times}


def test_undecided_result_is_used_for_the_same_time_only(tmp_path: Path) -> None:
    hard = "unsigned f(unsigned a, unsigned b) { unsigned long p = (unsigned long)a * b;\n"
    hard += "  return p == 4295098369ul * 65539 && a > 9 && b > 9 && a * a % 7 == 5 ? 1 / (a % 2 - a % 2) : 0; }\n"
    (tmp_path / "a.c").write_text(hard)
    with override(LIMITS, overtime_seconds=0.2):
        first = scanned(tmp_path, "--unit-time=0.5")["f"]
        assert first["outcome"] == "undecided"
        assert scanned(tmp_path, "--unit-time=0.5")["f"]["cached"] is True
        assert scanned(tmp_path, "--unit-time=0.5", "--retry")["f"]["cached"] is False
        assert scanned(tmp_path, "--unit-time=0.7")["f"]["cached"] is False


def test_folder_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "a.c").write_text(BOUNDED)
    (tmp_path / "file").write_text("")
    ended = surefoot("scan", "--store=file/store", "--quiet", cwd=tmp_path)
    assert ended.returncode == 0
    assert "results are not kept: cannot write file/store" in ended.stderr


def test_full_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(path: Path, _text: str) -> None:
        raise EnvironmentFault(f"cannot write {path}: No space left on device")

    (tmp_path / "a.c").write_text(BOUNDED)
    monkeypatch.setattr(store_module, "write_atomically", refuse)
    ended = surefoot("scan", "--quiet", cwd=tmp_path)
    assert (ended.returncode, "No space left on device" in ended.stderr) == (0, True)
    assert entries(tmp_path) == []


def test_two_scans_on_one_store(tmp_path: Path) -> None:
    (tmp_path / "a.c").write_text(PROGRAM)
    both = [scan(tmp_path, f"--json={number}.json", "--jobs=2") for number in (1, 2)]
    assert [each.wait() for each in both] == [1, 1]
    one, two = (json.loads((tmp_path / f"{number}.json").read_text()) for number in (1, 2))
    assert one["summary"] == two["summary"]
    assert surefoot("store", "verify", cwd=tmp_path).returncode == 0
    scan(tmp_path).wait()
    assert all(each["outcome"] for each in result(tmp_path)["units"])


def test_killed_scans_are_continued(tmp_path: Path) -> None:
    (tmp_path / "a.c").write_text(PROGRAM)
    assert differences(tmp_path, kills=2, seed=7) == []


def test_list_and_prune(tmp_path: Path) -> None:
    assert surefoot("store", "list", cwd=tmp_path).returncode == 2
    (tmp_path / "a.c").write_text(BOUNDED + UNSAFE)
    scanned(tmp_path)
    assert "a.c  twice  safe" in surefoot("store", "list", cwd=tmp_path).stdout
    first, second = entries(tmp_path)
    first.write_text("{")

    def age(entry: dict[str, Any]) -> None:
        entry["tool"] = "0"

    rewritten(second, age)
    assert "another version" in surefoot("store", "list", cwd=tmp_path).stdout
    assert surefoot("store", "prune", cwd=tmp_path).stdout == "2 files removed, 0 kept\n"


def test_packed_assumptions() -> None:
    assumed = ArgumentAssumptions(
        nonnull=("p",),
        lengths=(("p", "n"), ("q", 4)),
        strings=("s",),
        heap=("h",),
        bounds=(ArgumentBound("n", "<=", 3),),
        is_distinct=True,
        size_limit=ArgumentSize.SMALL,
        allocators=(("p->get", "malloc"),),
    )
    assert ArgumentAssumptions.unpacked(json.loads(json.dumps(assumed.packed()))) == assumed
    with pytest.raises(ValueError, match="unknown relation"):
        ArgumentAssumptions.unpacked({**assumed.packed(), "bounds": [["n", "==", 3]]})


def test_result_without_a_program_is_kept(tmp_path: Path) -> None:
    (tmp_path / "a.c").write_text(BOUNDED)
    scanned(tmp_path)
    (path,) = entries(tmp_path)

    def stop_early(entry: dict[str, Any]) -> None:
        entry.update(verdict="unknown", reason="time limit reached in stage front end", statuses=[], traces=[])

    rewritten(path, stop_early)
    unit = scanned(tmp_path)["twice"]
    assert (unit["outcome"], unit["cached"], unit["reason"]) == (
        "undecided",
        True,
        "time limit reached in stage front end",
    )
    assert scanned(tmp_path, "--retry")["twice"]["outcome"] == "precondition-unchecked"


UNDECIDED = """\
int hidden(int);
int kept(int x) { return hidden(x) ? 1 : 0; }
unsigned hash(const unsigned *p, unsigned n) {
    unsigned h = 7;
    for (unsigned i = 0; i < n; i++) h = (h ^ p[i]) * 16777619u;
    if (h == 1234567u) { int a[2] = {0}; return a[(h >> 3) & 1 ? 2 : 0]; }
    return h;
}
"""


def test_undecided_result_moves_without_a_check(tmp_path: Path) -> None:
    source = tmp_path / "a.c"
    source.write_text(UNDECIDED)
    cold = scanned(tmp_path)
    for path in (tmp_path / ".surefoot").glob("??/*.unit"):  # as if it had taken too long

        def late(entry: dict[str, Any]) -> None:
            if entry.get("result", {}).get("results") and any(
                "hash" in each["function"] for each in entry["result"]["results"]
            ):
                entry["result"].update(verdict="unknown", reason="time limit reached", violations=[])

        rewritten(path, late)
    assert all(each["cached"] for each in scanned(tmp_path).values())
    source.write_text("\n\n" + UNDECIDED.replace("\n", "\n\n"))
    moved = scanned(tmp_path)
    assert (moved["hash"]["outcome"], moved["hash"]["reason"]) == ("undecided", "time limit reached")
    lines = [each["location"]["line"] for each in cold["hash"]["results"] if each["location"]]
    assert [each["location"]["line"] for each in moved["hash"]["results"] if each["location"]] == [
        2 * line + 1 for line in lines
    ]
    assert scanned(tmp_path, "--retry")["hash"]["reason"] != "time limit reached"
    source.write_text(UNDECIDED.replace("7;", "8;"))
    changed = scanned(tmp_path)
    assert (changed["kept"]["cached"], changed["hash"]["cached"]) == (True, False)
