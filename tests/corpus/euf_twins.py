"""Programs whose safety depends on control, or on few facts about data, and mutants that differ in
one place.
"""

LOCKS = """
int main(void) {
    unsigned d = __VERIFIER_nondet_uint(), y = __VERIFIER_nondet_uint(), s = 0;
    int locked = 0;
    while (__VERIFIER_nondet_int()) {
        if (__VERIFIER_nondet_int()) { if (locked) locked = %s; }
        else if (!locked) locked = 1;
        d = d * y + s; s = s ^ d;
        if (locked != 0 && locked != 1) reach_error();
    }
}"""
GOTO_FAIL = """
int called;
static int f(void) { called = 1; return __VERIFIER_nondet_int(); }
static int g(void) {
    int error;
    called = 0;
    if ((error = __VERIFIER_nondet_int()) != 0) goto fail;
    %s
    if ((error = f()) != 0) goto fail;
fail:
    return error;
}
int main(void) { while (__VERIFIER_nondet_int()) if (g() == 0 && !called) reach_error(); }"""
STEPS_OF_THREE = "int main(void) { int i = 0; while (i < 5) i += 3; if (!(i < %s)) reach_error(); }"
TWO_COUNTERS = """
int main(void) {
    unsigned i = 0, j = 0;
    while (__VERIFIER_nondet_int() && j < 10) {
        if (i < j) i++;
        j++;
        if (!(j == i || j == i + %s)) reach_error();
    }
}"""
NOT_NEGATIVE = """
int main(void) {
    int i = 0, j = 0;
    while (__VERIFIER_nondet_int() && j < 10) { if (i < j) i++; j++; }
    if (!(i >= %s)) reach_error();
}"""
UP_AND_DOWN = """
int main(void) {
    int n = __VERIFIER_nondet_int(), k = 0, i = 0, j;
    while (i < n) { i++; k++; }
    j = n;
    while (j > 0) { if (!(k > %s)) reach_error(); j--; k--; }
}"""
SAME_ELEMENT = """
int a[10];
int main(void) {
    unsigned i = __VERIFIER_nondet_uint() %% 10u;
    a[i] = 0;
    while (__VERIFIER_nondet_int()) { if (a[i] != 0) reach_error(); a[i] = %s; }
}"""
THREE_CELLS = """
int main(void) {
    int cells[4] = {0}, a = 5, b = 6, f = 7;
    unsigned i = __VERIFIER_nondet_uint() %% 4u;
    cells[3] = %s;
    while (__VERIFIER_nondet_int()) { cells[1] = a; cells[2] = b; if (cells[i] == f) reach_error(); }
}"""
CALLS = """
int i;
static void loop(void) { do i += 3; while (i < 5); if (!(i < %s)) reach_error(); }
int main(void) { i = 0; loop(); i = 0; loop(); i = 0; loop(); }"""
SWAP = """
int main(void) {
    int x = 0, y = 1;
    while (__VERIFIER_nondet_int()) { int old = x; x = y; y = %s; if (x == y) reach_error(); }
}"""
GLOBAL = """
int g;
static void f(int x) { g += x; }
int main(void) {
    g = 0;
    while (__VERIFIER_nondet_int()) { f(3); f(4); g = g + 1; if (g != %s) reach_error(); g = 0; }
}"""
WRAP = """
int main(void) {
    while (__VERIFIER_nondet_int()) {
        unsigned i = __VERIFIER_nondet_uint(), t = i;
        i = i + 1;
        if (!(i > t) && %s) reach_error();
    }
}"""

TWINS = {
    "locks": (LOCKS % "0", LOCKS % "2"),
    "goto fail": (GOTO_FAIL % "", GOTO_FAIL % "goto fail;"),
    "steps of three": (STEPS_OF_THREE % "7", STEPS_OF_THREE % "6"),
    "two counters": (TWO_COUNTERS % "1", TWO_COUNTERS % "2"),
    "not negative": (NOT_NEGATIVE % "0", NOT_NEGATIVE % "1"),
    "up and down": (UP_AND_DOWN % "0", UP_AND_DOWN % "1"),
    "same element": (SAME_ELEMENT % "0", SAME_ELEMENT % "1"),
    "three cells": (THREE_CELLS % "0", THREE_CELLS % "f"),
    "values swap": (SWAP % "old", SWAP % "x"),
    "a global": (GLOBAL % "8", GLOBAL % "9"),
    "wrapping": (WRAP % "t != 4294967295u", WRAP % "1"),
    "calls": (CALLS % "7", CALLS % "6"),
}
"""A safe program and a failing one each."""
