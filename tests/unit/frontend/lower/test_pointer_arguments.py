"""Assumptions about arrays and members behind pointer arguments."""

import pytest

from corpus.lowered import Load, all_statements
from surefoot.frontend.environment import Environment, PointerArguments, covers, member_pattern
from surefoot.program.statements import Allocate, Storage

LIST = """
struct node { struct node *next; char *name; };
int f(struct node *p) { return p && p->next && p->next->name; }
"""


def test_patterns_of_members() -> None:
    assert member_pattern("p->next->name") == member_pattern("p->name") == "p->...->name"
    assert member_pattern("(*p)[1].name") == member_pattern("p[1].name") == "p->...->name"
    assert member_pattern("p") == member_pattern("*p") == ""
    assert covers({"p->...->name"}, "p->next->name")
    assert covers({"p->name"}, "p->name")
    assert not covers({"p->...->name", "p->name"}, "q->name")
    assert not covers({"p->...->name"}, "p")
    assert not covers({"p->name"}, "p->next->name")


@pytest.mark.parametrize(
    ("heap", "expected"),
    [
        ((), set()),
        (("p->name",), {"*p->name"}),
        (("p->...->name",), {"*p->name", "*p->next->name"}),
    ],
)
def test_members_on_the_heap(load: Load, heap: tuple[str, ...], expected: set[str]) -> None:
    environment = Environment(pointers=PointerArguments(heap=frozenset(heap)))
    program = load(LIST, entry="f", environment=environment)
    made = [item for item in all_statements(program.functions[program.entry]) if isinstance(item, Allocate)]
    assert {item.name for item in made if item.storage is Storage.HEAP} == expected
