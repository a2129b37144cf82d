"""What follows from results of callers."""

from pathlib import Path
from typing import Any

import pytest

from surefoot.project.call_graph import ProjectGraph
from surefoot.project.conclusions import Conclusions
from surefoot.project.inputs import SourceFile
from surefoot.project.preconditions import ArgumentSize


def function(line: int, *, calls: tuple[str, ...], internal: bool) -> dict[str, Any]:
    return {
        "file": "/project/a.c",
        "line": line,
        "last_line": line,
        "internal": internal,
        "weak": False,
        "calls": list(calls),
        "mentions": list(calls),
        "addressed": [],
        "digest": "",
        "positions": [],
    }


@pytest.mark.parametrize(("condition", "is_judged"), [("p is not null", True), (ArgumentSize.SMALL.condition, False)])
def test_a_proof_for_small_arrays_does_not_cover_callees(condition: str, *, is_judged: bool) -> None:
    facts: Any = {
        "functions": {
            "callee": function(1, calls=(), internal=True),
            "caller": function(2, calls=("callee",), internal=False),
        },
        "globals": {},
        "aliases": {},
        "inputs": [],
        "digest": "",
        "has_constructors": False,
    }
    path = "/project/a.c"
    graph = ProjectGraph({path: facts}, {path: SourceFile(path, (), "LP64")}, Path("/project"))
    found = Conclusions(graph, graph.units())
    (callee,) = found.deferred()
    caller = next(each for each in found.units if each.function == "caller")
    result = {
        "verdict": "safe",
        "reason": "",
        "preconditions": [{"text": condition, "acsl": ""}],
        "violations": [],
        "results": [],
        "assumptions": [],
        "loop_invariants": [],
        "stages": {},
        "seconds": 0.0,
        "cached": False,
    }
    found.enter(caller, result)
    found.judge_by_callers([callee])
    assert (callee.symbol in found.entries) is is_judged


def test_static_cycle_is_judged_by_its_bounded_callers() -> None:
    facts: Any = {
        "functions": {
            "value": function(1, calls=("list",), internal=True),
            "list": function(2, calls=("value",), internal=True),
            "dead": function(3, calls=("dead",), internal=True),
            "parse": function(4, calls=("value",), internal=False),
        },
        "globals": {},
        "aliases": {},
        "inputs": [],
        "digest": "",
        "has_constructors": False,
    }
    path = "/project/a.c"
    graph = ProjectGraph({path: facts}, {path: SourceFile(path, (), "LP64")}, Path("/project"))
    found = Conclusions(graph, graph.units())
    result = {
        "verdict": "unknown",
        "reason": "time limit",
        "preconditions": [],
        "violations": [],
        "results": [],
        "assumptions": [],
        "loop_invariants": [],
        "stages": {},
        "seconds": 0.0,
        "cached": False,
    }
    small = [{"text": ArgumentSize.TINY.condition, "acsl": ""}]
    for unit in found.units:
        is_parse = unit.function == "parse"
        found.enter(unit, {**result, "verdict": "safe", "preconditions": small} if is_parse else result)
    found.conclude()
    entries = {name: entry for (_, name), entry in found.entries.items()}
    assert {name: entry["outcome"] for name, entry in entries.items()} == {
        "value": "proved-under-precondition",
        "list": "proved-under-precondition",
        "dead": "undecided",
        "parse": "precondition-unchecked",
    }
    assert entries["list"]["judged_through"] == ["parse"]
    assert entries["list"]["preconditions"] == small
