"""Small C programs as goals, for tests of engines and of the checkers of evidence."""

from pathlib import Path

from surefoot.evidence.claims import Goal
from surefoot.frontend.loading import load_program
from surefoot.program.program import DataModel
from surefoot.program.properties import ASSERTIONS, Property

PRELUDE = """
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
extern void __VERIFIER_assume(int);
"""

COUNT_TO_TEN = "int main(void) { unsigned i = 0; while (i < 10) i++; if (i != 10) reach_error(); }"
COUNT_TO_NINE = "int main(void) { unsigned i = 0; while (i < 10) i++; if (i == 10) reach_error(); }"
BOUNDED_BY_INPUT = """
int main(void) {
    unsigned n = __VERIFIER_nondet_uint(), s = 0;
    __VERIFIER_assume(n < 6);
    for (unsigned i = 0; i < n; i++) s += n;
    if (s != n * n) reach_error();
}"""
UNBOUNDED = """
int main(void) {
    unsigned n = __VERIFIER_nondet_uint(), i = 0;
    while (i < n) i++;
    if (i != n) reach_error();
}"""
TWO_INPUTS = """
int main(void) {
    int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
    if (x > 100 && y == x + 3) reach_error();
}"""
HEAP_ORDER = """
void *malloc(unsigned long);
int main(void) {
    char *a = malloc(4), *b = malloc(4);
    if (a > b && (unsigned long)a % 16 == 0 && (unsigned long)a < 70000) reach_error();
}"""
UNKNOWN_BYTES = """
void *malloc(unsigned long);
int main(void) {
    unsigned *p = malloc(8);
    if (p[0] == 0x01020304u && p[1] > p[0]) reach_error();
}"""


def goal_for(text: str, folder: Path, checked: Property = ASSERTIONS) -> Goal:
    """Return the goal for a C program that may use the declarations of `PRELUDE`; its line 1 is the text's first."""
    source = folder / "program.c"
    source.write_text(" ".join(PRELUDE.split("\n")) + text)
    return Goal(load_program((source,), DataModel.LP64, checked).program, checked)
