"""Programs that are prepared once for several assumptions about arguments."""

from pathlib import Path

from surefoot.frontend.compilations import CompilationCache
from surefoot.frontend.environment import Environment, PointerArguments
from surefoot.frontend.loading import load_program
from surefoot.program.program import DataModel, Program
from surefoot.program.properties import DEFAULT
from surefoot.program.text.printer import print_program

TEXT = """
#include <string.h>
struct node { struct node *next; char *name; };
static int kind = 1;
static int *saved;
int f(struct node *p, const char *s) { int a; if (p && s) { int b = 1; saved = &b; kind = a = strcmp(p->name, s) + b; } return kind; }
"""


def loaded(path: Path, environment: Environment, compilations: CompilationCache | None) -> Program:
    return load_program(
        [path], DataModel.LP64, DEFAULT, "f", environment=environment, compilations=compilations
    ).program


def test_prepared_program_equals_the_loaded_one(tmp_path: Path) -> None:
    path = tmp_path / "a.c"
    path.write_text(TEXT)
    memory = CompilationCache(tmp_path, [])
    pointers = (PointerArguments(), PointerArguments(nonnull=frozenset("p"), strings=frozenset({"s", "p->...->name"})))
    for are_arbitrary in (False, True):
        for chosen in pointers:
            environment = Environment(pointers=chosen, all_globals_arbitrary=are_arbitrary)
            assert print_program(loaded(path, environment, memory)) == print_program(loaded(path, environment, None))
    assert memory.prepared is not None
    assert len(memory.prepared) == 2
