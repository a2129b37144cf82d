"""Termination of functions in the style of a C library under `--function`, each with a twin that does not end.

The suite checks the functions that take little time; `SUREFOOT_ALL_FUNCTIONS=1` checks all.
"""

import os
from pathlib import Path

import pytest

from corpus.library_functions import LIBRARY_FUNCTIONS, twins
from surefoot.certify.verdicts import Safe, Unsafe
from surefoot.program.properties import TERMINATION
from surefoot.verify.pipeline import check
from surefoot.verify.request import Request

QUICK = (
    "skip_spaces", "find_char", "list_length", "list_find", "ring_once", "probe_table", "next_power", "heap_up",
    "heap_down", "binary_search", "parse_digits", "varint", "gcd", "power", "integer_root", "collatz_depth",
)  # fmt: skip
CHOSEN = tuple(LIBRARY_FUNCTIONS) if os.environ.get("SUREFOOT_ALL_FUNCTIONS") else QUICK


@pytest.mark.parametrize("name", CHOSEN)
def test_a_function_ends_and_its_twin_does_not(name: str, tmp_path: Path) -> None:
    for text, expected in zip(twins(name), (Safe, Unsafe), strict=True):
        path = tmp_path / "function.c"
        path.write_text(text, encoding="utf-8")
        assert isinstance(check(Request((path,), TERMINATION, entry=name, time_limit=60)).verdict, expected), text


def test_there_are_functions_of_each_kind() -> None:
    assert len(LIBRARY_FUNCTIONS) == 25
    assert all(ends != endless for ends, endless in map(twins, LIBRARY_FUNCTIONS))
