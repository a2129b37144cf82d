"""Violations that depend on arguments."""

from typing import Any

import pytest

from surefoot.frontend.llvm.module import FunctionSignature
from surefoot.program.ctypes import CInteger, CPointer, CType, CVoid
from surefoot.project.preconditions import allocator_like, violated_run

SIZE = CInteger("size_t", 64, signed=False)
POINTER = CPointer("void", 64)


def run_of(kind: str, *, inputs: dict[str, str], **violation: Any) -> Any:
    """Return a run with one step that has these inputs."""
    found = {"kind": kind, "text": "", "expression": "", "values": [], "object": None, **violation}
    changes = [{"name": name, "value": value, "origin": "input"} for name, value in inputs.items()]
    return violated_run({"violation": found, "steps": [{"changes": changes}]})  # type: ignore[typeddict-item]


@pytest.mark.parametrize(("kind", "expected"), [("function", True), ("stack", False)])
def test_an_index_may_lead_to_a_function(kind: str, *, expected: bool) -> None:
    about = {"name": "g", "kind": kind, "size": 1, "location": None, "ended": None}
    found = run_of("invalid-dereference", inputs={"n": "4096"}, object=about)
    assert found.is_of_argument is expected


@pytest.mark.parametrize(
    ("name", "expected"),
    [("p->column", True), ("NEXT(p)", True), ("*p", True), ("n", False), ("q->column", False), ("NEXT(q)", False)],
)
def test_numbers_in_the_memory_of_an_argument(name: str, *, expected: bool) -> None:
    values = [{"name": name, "value": "2147483647", "type": "int"}]
    found = run_of("signed-overflow", inputs={"p is null": "0", "n": "3"}, values=values)
    assert found.is_of_argument is expected


@pytest.mark.parametrize(
    ("names", "expression", "expected"),
    [
        (["p->at"], "a[p->at]", True),
        ([], "PUT(p)", True),
        (["*p"], "a[*p]", False),
        (["n"], "a[n]", False),
        ([], "PUT(q)", False),
    ],
)
def test_an_index_in_a_member_of_an_argument(names: list[str], expression: str, *, expected: bool) -> None:
    about = {"name": "a", "kind": "stack", "size": 1, "location": None, "ended": None}
    values = [{"name": name, "value": "4", "type": "int"} for name in names]
    found = run_of(
        "invalid-dereference",
        inputs={"p is null": "0", "n": "3"},
        object=about,
        values=values,
        expression=expression,
        function="f",
    )
    assert found.is_of_argument is expected


@pytest.mark.parametrize(
    ("name", "result", "parameters", "expected"),
    [
        ("h->alloc", POINTER, (SIZE,), "malloc"),
        ("zcalloc", POINTER, (SIZE, SIZE), "calloc"),
        ("h->realloc_func", POINTER, (POINTER, SIZE), "realloc"),
        ("h.deallocate", CVoid(), (POINTER,), "free"),
        ("visit", CVoid(), (POINTER,), ""),
        ("h->alloc", POINTER, (CInteger("unsigned int", 32, signed=False),), ""),
        ("h->alloc", SIZE, (SIZE,), ""),
    ],
)
def test_functions_that_look_like_allocators(
    name: str, result: CType, parameters: tuple[CType, ...], expected: str
) -> None:
    assert allocator_like(name, FunctionSignature(result, parameters, variadic=False), 64) == expected


def test_a_null_sum_has_an_object() -> None:
    inputs = {"p is null": "1", "n": "5"}
    text = "null pointer dereference in read of 1 byte"
    values = [{"name": "p", "value": "NULL", "type": "char *"}, {"name": "n", "value": "5", "type": "int"}]
    assert run_of("invalid-dereference", inputs=inputs, text=text, expression="p[n]", values=values).is_about_null
    values[0]["value"] = "address of *p"
    assert not run_of("invalid-dereference", inputs=inputs, text=text, expression="p[n]", values=values).is_about_null


@pytest.mark.parametrize(("failed", "expected"), [("malloc fails", False), ("p is null", True)])
def test_null_of_an_allocation_is_no_argument(failed: str, *, expected: bool) -> None:
    values = [{"name": "&p->size", "value": "0x8", "type": "size_t *"}]
    text = "null pointer dereference in write of 8 bytes at offset 8"
    found = run_of("invalid-dereference", inputs={failed: "1"}, text=text, expression="p->size", values=values)
    assert found.is_of_argument is expected
