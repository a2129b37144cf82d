"""Verdicts on functions under assumptions about their arguments."""

from pathlib import Path

import pytest

from surefoot.certify.verdicts import Safe, Unsafe
from surefoot.frontend.environment import BEYOND_INDEX, ArgumentBound, Environment, PointerArguments
from surefoot.program.properties import DEFAULT
from surefoot.verify.pipeline import check
from surefoot.verify.request import Request


def is_safe(folder: Path, text: str, pointers: PointerArguments) -> bool:
    """Return whether function ``f`` is safe; it is violated otherwise."""
    (folder / "a.c").write_text(text)
    verdict = check(Request((folder / "a.c",), DEFAULT, entry="f", environment=Environment(pointers=pointers))).verdict
    assert isinstance(verdict, Safe | Unsafe)
    return isinstance(verdict, Safe)


@pytest.mark.parametrize("are_small", [True, False])
@pytest.mark.parametrize("is_string", [True, False])
def test_small_arrays(tmp_path: Path, *, is_string: bool, are_small: bool) -> None:
    text = "int f(const char *p, unsigned n) { char a[5] = {0}; for (unsigned i = 0; i < n && p[i]; i++) a[i] = p[i]; return a[0]; }"
    pointers = PointerArguments(
        lengths={} if is_string else {"p": "n"},
        strings=frozenset("p" if is_string else ""),
        nonnull=frozenset("p"),
        small_elements=5 if are_small else 0,
    )
    assert is_safe(tmp_path, text, pointers) == are_small


@pytest.mark.parametrize("is_negative", [True, False])
def test_no_element_is_below_a_negative_last_index(tmp_path: Path, *, is_negative: bool) -> None:
    text = f"void f(int *a, int last) {{ if (last {'<' if is_negative else '>='} 0) a[0] = 1; }}"
    pointers = PointerArguments(lengths={"a": f"last{BEYOND_INDEX}"}, nonnull=frozenset("a"), small_elements=5)
    assert is_safe(tmp_path, text, pointers) == (not is_negative)


@pytest.mark.parametrize("relation", ["<", "<="])
def test_bounds_between_members(tmp_path: Path, relation: str) -> None:
    text = """
    struct buffer { const char *text; unsigned long length, at; };
    int f(const struct buffer *b) { return b->text[b->at]; }
    """
    pointers = PointerArguments(
        lengths={"b->text": "b->length"},
        nonnull=frozenset({"b", "b->text"}),
        bounds=(ArgumentBound("b->at", "<" if relation == "<" else "<=", "b->length"),),
    )
    assert is_safe(tmp_path, text, pointers) == (relation == "<")


UNION = """
struct value { int kind; union { int *number; double real; } as; int count; };
int f(const struct value *v) { return %s; }
"""


@pytest.mark.parametrize(("expression", "expected"), [("v->kind == 3 && v->count", True), ("*v->as.number", False)])
def test_unions_with_pointers_hold_any_bits(tmp_path: Path, expression: str, *, expected: bool) -> None:
    assert is_safe(tmp_path, UNION % expression, PointerArguments(nonnull=frozenset("v"))) == expected


HOOKS = """
struct hooks { void *(*get)(unsigned long); void *(*resize)(void *, unsigned long); void (*put)(void *); };
int f(const struct hooks *h) {
    char *p = h->get(3);
    p = h->resize(p, %d);
    p[3] = 1;
    int found = p[3];
    h->put(p);
    return found;
}
"""


@pytest.mark.parametrize("size", [3, 4])
def test_function_pointers_that_behave_like_allocators(tmp_path: Path, size: int) -> None:
    pointers = PointerArguments(
        nonnull=frozenset({"h", "h->get", "h->resize", "h->put"}),
        allocators={"h->get": "malloc", "h->resize": "realloc", "h->put": "free"},
    )
    assert is_safe(tmp_path, HOOKS % size, pointers) == (size == 4)
