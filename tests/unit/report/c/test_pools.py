"""Formulas about summarised heap objects, printed in C."""

from pathlib import Path

import pytest

from corpus.engine_runs import encoding_of
from corpus.small_goals import goal_for
from surefoot.logic import TRUE, Term, and_, bv, bvadd, bvult, eq, implies, not_, select
from surefoot.report.c.pools import c_about_pools
from surefoot.report.formulas import formula_at
from surefoot.semantics.memory.pools import INSTANCE, TARGET
from surefoot.systems.control.quantified import QuantifiedInvariant, bound_symbol
from surefoot.systems.encode.program_system import ProgramSystem

PROGRAM = """void *malloc(unsigned long); void free(void *);
struct node { int data; struct node *next; };
int main(void) {
  struct node *list = 0;
  int flag = 0;
  while (__VERIFIER_nondet_int()) {
    struct node *made = malloc(sizeof *made);
    made->data = __VERIFIER_nondet_int();
    made->next = list;
    list = made;
    flag = !flag;
  }
  while (list) {
    struct node *next = list->next;
    if (list->data != 7 || flag > 1) return 1;
    free(list);
    list = next;
  }
  return 0;
}"""
PLACE = "main:6"
BOUND = bound_symbol(INSTANCE)
ONE, NONE = bv(1, INSTANCE.width), bv(1, TARGET.width)


@pytest.fixture(scope="module")
def encoding(tmp_path_factory: pytest.TempPathFactory) -> ProgramSystem:
    found = encoding_of(goal_for(PROGRAM, tmp_path_factory.mktemp("goal")))
    assert isinstance(found, ProgramSystem)
    return found


def symbol(encoding: ProgramSystem, name: str) -> Term:
    return next(each.symbol for each in encoding.system.location(PLACE).variables if str(each.referent) == name)


def test_pointers_and_counts(encoding: ProgramSystem) -> None:
    target, instance = symbol(encoding, "main::list points into"), symbol(encoding, "main::list at index")
    made = symbol(encoding, "number of heap16")
    is_node = eq(target, bv(0, TARGET.width))

    def printed(formula: Term) -> str | None:
        return c_about_pools(formula, encoding, PLACE, encoding.variables(PLACE))

    assert printed(is_node) == "list != 0"
    assert printed(eq(target, NONE)) == "list == 0"
    assert printed(implies(is_node, eq(made, bvadd(instance, ONE)))) in {
        "list == 0 || allocated == allocation(list) + 1",
        "list == 0 || allocation(list) == allocated - 1",
        "allocated == allocation(list) + 1 || list == 0",
        "allocation(list) == allocated - 1 || list == 0",
    }
    assert printed(eq(symbol(encoding, "main::flag"), bv(0, 32))) is None


def test_quantified_invariants_of_pools(encoding: ProgramSystem) -> None:
    made, data = symbol(encoding, "number of heap16"), symbol(encoding, "heap16.0")
    link, leads = symbol(encoding, "heap16.8 at index"), symbol(encoding, "heap16.8 points into")
    instance = symbol(encoding, "main::list at index")

    def printed(where: Term, fact: Term) -> str | None:
        return c_about_pools(
            QuantifiedInvariant(BOUND, implies(where, fact)), encoding, PLACE, encoding.variables(PLACE)
        )

    exists = bvult(BOUND, made)
    is_seven = eq(select(data, BOUND), bv(7, 32))
    assert printed(exists, is_seven) == "for all struct node n: n->data == 7"
    assert printed(TRUE, not_(is_seven)) == "for all struct node n: n->data != 7"
    assert (
        printed(and_(exists, not_(eq(BOUND, instance))), is_seven)
        == "for all struct node n with n != list: n->data == 7"
    )
    following = eq(select(data, select(link, BOUND)), bv(2**32 - 1, 32))
    has_next = eq(select(leads, BOUND), bv(0, TARGET.width))
    assert printed(and_(exists, has_next), following) == "for all struct node n with n->next != 0: n->next->data == -1"


def test_bound_object_has_a_name_of_its_own(tmp_path: Path) -> None:
    """A local variable is called `n`, as the bound object would be otherwise."""
    found = encoding_of(goal_for(PROGRAM.replace("list", "n"), tmp_path))
    assert isinstance(found, ProgramSystem)
    exists = not_(eq(BOUND, symbol(found, "main::n at index")))
    fact = eq(select(symbol(found, "heap16.0"), BOUND), bv(7, 32))
    stated = QuantifiedInvariant(BOUND, implies(exists, fact))
    text = c_about_pools(stated, found, PLACE, found.variables(PLACE))
    assert text == "for all struct node m: m->data == 7 || m == n"


TARGETS = """int main(void) {
  int a[2] = {0}, b = 0, c = 0;
  int *p = &a[0], *q = 0;
  while (__VERIFIER_nondet_int()) {
    if (__VERIFIER_nondet_int()) p = &b;
    if (__VERIFIER_nondet_int()) p = &c;
    if (__VERIFIER_nondet_int()) q = &c;
    *p = 1;
    if (q) *q = 2;
  }
  return *p + b + c;
}"""


def test_targets_of_pointers(tmp_path: Path) -> None:
    encoding = encoding_of(goal_for(TARGETS, tmp_path))
    assert isinstance(encoding, ProgramSystem)
    variables = {str(each.referent): each.symbol for each in encoding.system.location("main:4").variables}
    target, maybe = variables["main::p points into"], variables["main::q points into"]
    objects = [each.name for each in encoding.pointers("main:4")[target].objects]
    texts = {"a": "p == &a[0]", "b": "p == &b", "c": "p == &c"}

    def printed(formula: Term) -> str:
        return formula_at(formula, encoding, "main:4")["text"]

    def number(value: int) -> Term:
        return bv(value, target.sort.width)

    assert sorted(objects) == ["a", "b", "c"]
    assert [printed(eq(target, number(each))) for each in range(3)] == [texts[each] for each in objects]
    assert printed(bvult(target, number(2))) == f"{texts[objects[0]]} || {texts[objects[1]]}"
    assert printed(not_(bvult(target, number(2)))) == texts[objects[2]]
    assert printed(not_(bvult(number(2), target))) == "true"
    assert printed(eq(maybe, bv(0, maybe.sort.width))) == "q != 0"
    assert printed(eq(target, variables["main::p points into"])) == "true"
