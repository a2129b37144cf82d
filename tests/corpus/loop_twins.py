"""Programs with loops in pairs that differ in one place: the first is safe, the second is not."""

COUNT_DOWN = "int main(void) { unsigned x = __VERIFIER_nondet_uint(); while (x > 0) x--; if (x != 0) reach_error(); }"
STATE_MACHINE = """
int main(void) {
    int s = 1;
    while (1) {
        unsigned in = __VERIFIER_nondet_uint();
        if (in > 5) return 0;
        else if (in == 1 && s == 1) s = 2;
        else if (in == 2 && s == 2) s = 3;
        else if (in == 3 && s == 3) s = 4;
        else if (in == 4 && s == 4) s = 5;
        else if (in == 5 && s %s 5) reach_error();
    }
}"""
HUNDRED_ROUNDS = """
int main(void) {
    unsigned x = 0, n = __VERIFIER_nondet_uint();
    while (x < n) x++;
    int y = __VERIFIER_nondet_int(), ok = 0;
    while (y > 0) { y--; ok = 1; }
    if (!(ok || x < 100)) reach_error();
}"""
"""Unsafe, if the first of the loops goes round a hundred times and the second not once."""
SAFE_AND_UNSAFE = {
    "count down": (COUNT_DOWN, COUNT_DOWN.replace("x != 0", "x == 0")),
    "state machine": (STATE_MACHINE % ">", STATE_MACHINE % ">="),
    "break": (
        """int main(void) { int i = 0, flag = 0; while (1) { if (__VERIFIER_nondet_int()) { flag = 1; break; } i++; }
        if (!flag) reach_error(); }""",
        """int main(void) { int i = 0, flag = 0; while (1) { if (__VERIFIER_nondet_int()) { flag = 1; break; } i++; }
        if (flag) reach_error(); }""",
    ),
    "return": (
        "int main(void) { int i = 0; while (1) { if (i < 0) reach_error(); if (__VERIFIER_nondet_int()) return 0; if (i < 9) i++; } }",
        "int main(void) { int i = 0; while (1) { if (i > 2) reach_error(); if (__VERIFIER_nondet_int()) return 0; if (i < 9) i++; } }",
    ),
    "goto": (
        """int main(void) { unsigned n = __VERIFIER_nondet_uint(), i = 0; again: if (i < n) { i++; goto again; }
        if (i != n) reach_error(); }""",
        """int main(void) { unsigned n = __VERIFIER_nondet_uint(), i = 0; again: if (i < n) { i++; goto again; }
        if (i == n && n > 2) reach_error(); }""",
    ),
    "do while": (
        "int main(void) { unsigned n = __VERIFIER_nondet_uint(), i = 0; do i++; while (i < n); if (i < 1) reach_error(); }",
        "int main(void) { unsigned n = __VERIFIER_nondet_uint(), i = 0; do i++; while (i < n); if (i > n) reach_error(); }",
    ),
    "nested": (
        """int main(void) { unsigned n = __VERIFIER_nondet_uint(), s = 0; for (unsigned i = 0; i < n; i++) { s = 0;
        for (unsigned j = 0; j < i; j++) s = 2; } if (s != 0 && s != 2) reach_error(); }""",
        """int main(void) { unsigned n = __VERIFIER_nondet_uint(), s = 0; for (unsigned i = 0; i < n; i++) { s = 0;
        for (unsigned j = 0; j < i; j++) s = 2; } if (s != 0) reach_error(); }""",
    ),
    "array": (
        """int a[200]; int main(void) { while (1) { unsigned i = __VERIFIER_nondet_uint() % 200; a[i] = 7;
        if (a[i] != 7) reach_error(); } }""",
        """int a[200]; int main(void) { while (1) { unsigned i = __VERIFIER_nondet_uint() % 200; a[i] = 7;
        if (a[9] == 7 && i != 9) reach_error(); } }""",
    ),
    "pointer": (
        """int x, y; int main(void) { int *p = &x; while (__VERIFIER_nondet_int()) { p = __VERIFIER_nondet_int() ? &x : &y; *p = 1; }
        if (x != 0 && x != 1) reach_error(); }""",
        """int x, y; int main(void) { int *p = &x; while (__VERIFIER_nondet_int()) { p = __VERIFIER_nondet_int() ? &x : &y; *p = 1; }
        if (x == 1 && y == 1) reach_error(); }""",
    ),
    "call": (
        """static int step(int x) { return x < 50 ? x + 1 : 0; } int main(void) { int x = 0;
        while (__VERIFIER_nondet_int()) x = step(x); if (x > 50 || x < 0) reach_error(); }""",
        """static int step(int x) { return x < 50 ? x + 1 : 0; } int main(void) { int x = 0;
        while (__VERIFIER_nondet_int()) x = step(x); if (x > 5) reach_error(); }""",
    ),
}
