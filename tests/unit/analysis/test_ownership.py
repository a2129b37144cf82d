"""Objects that own others: what no order of births says is said by who holds them."""

from pathlib import Path

import pytest

from surefoot.analysis.universals.pool_search import find_about_pools
from surefoot.budget import Budget
from surefoot.frontend import load_program
from surefoot.program.program import DataModel
from surefoot.program.properties import MEMORY_SAFETY
from surefoot.solvers.registry import SolverFactory
from surefoot.systems.control.solving import SystemSolver
from surefoot.systems.control.system import ControlSystem, ReferentKind
from surefoot.systems.cutpoints.program_system import program_system

OPTIONAL_DATA = """
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct data { int value; };
struct node { struct data *data; struct node *next; };
int main(void) {
    struct node *list = 0;
    while (__VERIFIER_nondet_int()) {
        struct node *node = malloc(sizeof *node);
        node->data = __VERIFIER_nondet_int() ? malloc(sizeof *node->data) : 0;
        node->next = list;
        list = node;
    }
    while (list) {
        struct node *next = list->next;
        free(list->data);
        free(list);
        list = next;
    }
    return 0;
}
"""


@pytest.fixture(name="system")
def _system(tmp_path: Path) -> ControlSystem:
    source = tmp_path / "optional.c"
    source.write_text(OPTIONAL_DATA)
    program = load_program([source], DataModel.LP64, MEMORY_SAFETY).program
    return program_system(program, MEMORY_SAFETY, Budget()).system


def test_data_that_some_nodes_have_is_freed_once_and_not_lost(system: ControlSystem) -> None:
    solvers = SolverFactory(budget=Budget())
    found = find_about_pools(system, {}, {}, lambda each: SystemSolver(each, solvers.new()), Budget())
    assert found.is_needed
    mentioned = {str(each.body) for stated in found.universals.values() for each in stated}
    assert any("who holds it" in text for text in mentioned)


def test_a_field_that_points_into_a_pool_has_a_holder_for_each_object_there(system: ControlSystem) -> None:
    for location in system.locations[1:]:
        referents = [each.referent for each in location.variables]
        links = {(each.owner, each.position) for each in referents if each.kind is ReferentKind.FIELD and each.pool}
        holders = {(each.owner, each.position) for each in referents if each.kind is ReferentKind.HOLDER}
        assert links == holders and len(links) == 2
