"""Programs of the witness tests."""

from typing import Final

_INPUTS = """\
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void abort(void);
"""

SAFE: Final = {
    "double": (
        "unreach-call",
        """\
int main(void) {
    unsigned n = __VERIFIER_nondet_int();
    if (n > 1000) abort();
    unsigned i = 0;
    int s = 0;
    while (i < n) {
        i++;
        s += 2;
    }
    if (s != 2 * (int)i) { reach_error(); }
    return 0;
}
""",
    ),
    "two_calls": (
        "unreach-call",
        """\
static int up(int limit) {
    int k = 0;
    while (k < limit)
        k++;
    return k;
}
int main(void) {
    int a = __VERIFIER_nondet_uchar(), b = __VERIFIER_nondet_uchar();
    if (up(a) + up(b) > 510) { reach_error(); }
    return 0;
}
""",
    ),
    "down": (
        "no-overflow",
        """\
int main(void) {
    int x = __VERIFIER_nondet_int();
    for (; x > 0; x--) {
        if (x == 0) x = -2147483647 - 1;
    }
    return 0;
}
""",
    ),
    "do_loop": (
        "unreach-call",
        """\
int main(void) {
    unsigned char c = 0;
    int steps = __VERIFIER_nondet_int();
    do {
        c = (unsigned char)(c + 2);
        steps--;
    } while (steps > 0);
    if (c % 2) { reach_error(); }
    return 0;
}
""",
    ),
    "input_in_condition": (
        "unreach-call",
        """\
int main(void) {
    unsigned x = 0;
    while (__VERIFIER_nondet_int()) {
        x += 2;
    }
    if (x % 2) { reach_error(); }
    return 0;
}
""",
    ),
    "no_check": ("no-overflow", "int main(void) { return 0; }"),
    "no_loop": (
        "unreach-call",
        """\
int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x > 5 && x < 5) { reach_error(); }
    return 0;
}
""",
    ),
}
"""Property and text of safe programs, by name."""

UNSAFE: Final = {
    "sum": (
        "unreach-call",
        """\
static int twice(int x) { return 2 * x; }
int main(void) {
    int a = __VERIFIER_nondet_int();
    int s = 0;
    for (int i = 0; i < 3; i++) {
        unsigned char b = __VERIFIER_nondet_uchar();
        s += b;
    }
    if (a > 1000 && a < 10000 && twice(a) == 2468 && s == 77) { reach_error(); }
    return 0;
}
""",
    ),
    "negative": (
        "unreach-call",
        """\
int main(void) {
    int a = __VERIFIER_nondet_int();
    if (a == -2147483647 - 1)
        reach_error();
    return 0;
}
""",
    ),
    "overflow": (
        "no-overflow",
        """\
int main(void) {
    int a = __VERIFIER_nondet_int();
    int b = a > 0 ?
        a + 1 : 0;
    return b > 0;
}
""",
    ),
    "bounds": (
        "valid-memsafety",
        """\
int main(void) {
    int values[4] = {0};
    unsigned char at = __VERIFIER_nondet_uchar();
    while (values[at] == 0) {
        at++;
    }
    return 0;
}
""",
    ),
    "loop_overflow": (
        "no-overflow",
        """\
int main(void) {
    int s = 2147483000;
    for (int i = 0; i < 4; i++) {
        s += __VERIFIER_nondet_uchar();
    }
    return 0;
}
""",
    ),
    "in_condition": (
        "valid-memsafety",
        """\
int main(void) {
    int values[4] = {0};
    for (int i = 0; values[i & __VERIFIER_nondet_uchar()] == 0; i++) {
    }
    return 0;
}
""",
    ),
    "leak": (
        "valid-memsafety",
        """\
extern void *malloc(unsigned long);
extern void free(void *);
int main(void) {
    void *p = malloc(4);
    if (__VERIFIER_nondet_int() != 3)
        free(p);
    return 0;
}
""",
    ),
}
"""The same of unsafe programs."""


def text_of(name: str) -> str:
    """Return the text of a program, with the declarations of the input functions."""
    return _INPUTS + {**SAFE, **UNSAFE}[name][1]
