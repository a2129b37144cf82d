"""The programs in examples/j are safe, and mutants of each are unsafe."""

from pathlib import Path

import pytest

from surefoot.certify.verdicts import Safe, Unsafe, Verdict
from surefoot.cli.main import main
from surefoot.frontend.j.bounds import Bounds
from surefoot.verify.api import check

EXAMPLES = Path(__file__).parents[2] / "examples" / "j"
LOST = "if (n == 3 && a[0] == a[1] && a[1] < a[2]) { a[1] = a[2]; }"
"""What is sorted stays sorted, and every value that was there is there; but one of two equal elements is lost."""
SORTED_BUT_LOST = ("  @post", f"  {LOST}\n  @post")
PARTED_BUT_LOST = (
    "  return cursor",
    f"  {LOST.replace('a[1] < a[2]', 'a[1] < a[2] && a[2] <= pivot')}\n  return cursor",
)

CASES = [
    ("array_search", 3, "bmc", ("i <= e; i++", "i < e; i++")),
    ("binary_search", 3, "bmc", ("low = middle + 1", "low = middle + 2")),
    ("bubble_sort", 3, "bmc", ("a[j + 1] = kept", "a[j + 1] = a[j]")),
    ("selection_sort", 3, "bmc", ("int j = i + 1", "int j = i + 2")),
    ("partition", 3, "bmc", ("a[i] <= pivot) {\n", "a[i] < pivot) {\n")),
    ("list_insert", 2, "bmc", ("next[node] = after;", "next[node] = NONE;")),
    ("list_remove", 2, "bmc", ("used[node] = false;", "")),
    ("memory_manager", 3, "bmc", ("taken[block] = true;", "")),
    ("memory_manager", 7, "kind", ("taken[block] = true;", "")),
    ("tree_insert", 2, "bmc", ("red[node] = true;", "red[node] = false;")),
    ("tree_insert", 2, "bmc", ("red[top] = false;", "")),
    ("tree_remove", 2, "bmc", ("if (was_black)", "if (false)")),
    ("tree_remove", 2, "bmc", ("parent[x] = above; ", "")),
    ("invariants/array_search", 7, "kind", ("i <= e; i++", "i < e; i++")),
    ("invariants/binary_search", 7, "kind", ("low = middle + 1", "low = middle + 2")),
    ("invariants/bubble_sort", 3, "kind", ("a[j + 1] = kept", "a[j + 1] = a[j]")),
    ("invariants/selection_sort", 3, "kind", ("a[j] < a[least]", "a[j] > a[least]")),
    ("invariants/partition", 3, "kind", ("place = cursor;", "place = i;")),
    ("invariants/list_insert", 3, "kind", ("prev[node] = before;", "prev[node] = NONE;")),
    ("invariants/list_remove", 3, "kind", ("next[before] = after;", "next[before] = NONE;")),
    ("invariants/array_search", 15, "aig", ("i <= e; i++", "i < e; i++")),
    ("invariants/binary_search", 7, "aig", ("low = middle + 1", "low = middle + 2")),
    ("invariants/bubble_sort", 3, "aig", ("a[j + 1] = kept", "a[j + 1] = a[j]")),
    ("invariants/selection_sort", 3, "aig", ("a[j] < a[least]", "a[j] > a[least]")),
    ("invariants/partition", 3, "aig", ("place = cursor;", "place = i;")),
    ("memory_manager", 7, "aig", ("taken[block] = true;", "")),
    ("bubble_sort", 3, "bmc", SORTED_BUT_LOST),
    ("selection_sort", 3, "bmc", SORTED_BUT_LOST),
    ("partition", 3, "bmc", PARTED_BUT_LOST),
    ("invariants/bubble_sort", 3, "kind", SORTED_BUT_LOST),
    ("invariants/selection_sort", 3, "aig", SORTED_BUT_LOST),
    ("invariants/partition", 3, "kind", PARTED_BUT_LOST),
]


def verdict_on(text: str, elements: int, engine: str, folder: Path) -> Verdict:
    path = folder / "program.j"
    path.write_text(text)
    bounds = Bounds(bits=elements.bit_length() + 2, elements=elements)
    return check(path, bounds=bounds, engine=engine, time_limit=200, first=True).verdict


@pytest.mark.parametrize(("name", "elements", "engine"), dict.fromkeys(case[:3] for case in CASES))
def test_original_is_safe(name: str, elements: int, engine: str, tmp_path: Path) -> None:
    verdict = verdict_on((EXAMPLES / f"{name}.j").read_text(), elements, engine, tmp_path)
    assert isinstance(verdict, Safe), f"{verdict}"


@pytest.mark.parametrize(("name", "elements", "engine", "mistake"), CASES)
def test_mutant_is_unsafe(name: str, elements: int, engine: str, mistake: tuple[str, str], tmp_path: Path) -> None:
    text = (EXAMPLES / f"{name}.j").read_text()
    assert mistake[0] in text
    verdict = verdict_on(text.replace(*mistake), elements, engine, tmp_path)
    assert isinstance(verdict, Unsafe), f"{verdict}"


@pytest.mark.parametrize(("engine", "finder"), [("kind", "bitwuzla"), ("aig", "bits")])
def test_search_is_proved_by_its_written_invariant(engine: str, finder: str) -> None:
    """One step suffices for any number of elements."""
    bounds = Bounds(bits=7, elements=31)
    verdict = check(EXAMPLES / "invariants/array_search.j", bounds=bounds, engine=engine, time_limit=200).verdict
    assert isinstance(verdict, Safe)
    assert "1-inductive" in verdict.summary
    assert f"found by {finder}" in verdict.summary


def test_large_invariants_are_reported_by_size(capsys: pytest.CaptureFixture[str]) -> None:
    program = str(EXAMPLES / "invariants/array_search.j")
    assert main(["check", program, "--bits", "8", "--elements", "63", "--engine", "kind", "--first"]) == 0
    assert "    a formula of " in capsys.readouterr().out
