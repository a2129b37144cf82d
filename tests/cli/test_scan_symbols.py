"""Which definition a name refers to in a scan, and which functions only their callers decide about."""

import json
from pathlib import Path

import pytest

from cli.in_this_process import surefoot

CASES = {
    "alias in another file": (
        {
            "a.c": 'static int leaf(int *p, int i) { return p[i]; }\nint open(int *, int) __attribute__((alias("leaf")));\n'
            "int right(void) { int a[2] = {0}; return leaf(a, 1); }\n",
            "b.c": "extern int open(int *, int);\nint wrong(void) { int a[2] = {0}; return open(a, 5); }\n",
        },
        "leaf",
        "wrong",
    ),
    "strong definition in another file": (
        {
            "a.c": "__attribute__((weak)) int hook(int *p) { return p ? *p : 0; }\nint wrong(void) { return hook(0); }\n",
            "b.c": "int hook(int *p) { return *p; }\n",
        },
        "",
        "wrong",
    ),
    "address taken where it is also called": (
        {
            "a.c": "static int leaf(int *p) { return *p; }\nstatic int (*table)(int *);\n"
            "int enter(void) { int v = 1; table = leaf; return leaf(&v); }\n"
            "int call(int *p) { return table ? table(p) : 0; }\nint wrong(void) { enter(); return call(0); }\n",
        },
        "leaf",
        "wrong",
    ),
    "function of a header in two files": (
        {
            "h.h": "static inline int leaf(int *p, int i) { return p[i]; }\n",
            "a.c": '#include "h.h"\nint right(void) { int v[2] = {0}; return leaf(v, 1); }\n',
            "b.c": '#include "h.h"\nint wrong(void) { int v[2] = {0}; return leaf(v, 7); }\n',
        },
        "leaf",
        "wrong",
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_no_result_rests_on_a_part_of_the_callers_or_on_a_definition_that_is_not_linked(
    name: str, tmp_path: Path
) -> None:
    files, unproved, violated = CASES[name]
    for file, text in files.items():
        (tmp_path / file).write_text(text)
    sources = [each for each in files if each.endswith(".c")]
    surefoot("scan", *sources, "--json=out.json", "--unit-time=20", "--quiet", "--no-store", cwd=tmp_path)
    units = json.loads((tmp_path / "out.json").read_text())["units"]
    outcomes = {each["function"]: each["outcome"] for each in units}
    assert outcomes[violated] == "violated"
    assert not unproved or outcomes[unproved] in {"violated", "undecided", "precondition-unchecked"}
