"""Small programs for tests of certificates: safe ones, and twins that differ in one place and are not safe."""

COUNTER = """
int main(void) {
    unsigned i = 0, j = 0;
    while (__VERIFIER_nondet_int()) {
        if (i < 10) i++;
        j = i;
    }
    if (i > LIMIT || j != i) reach_error();
}"""
"""One loop, in line 3, that is safe for a LIMIT of 10 and more."""

TWO_LOOPS = """
int main(void) {
    unsigned a = 0, b = __VERIFIER_nondet_uint(); __VERIFIER_assume(b > 60);
    while (__VERIFIER_nondet_int()) { if (a < 50) a++; }
    while (__VERIFIER_nondet_int()) { if (b > a) b--; }
    if (b < a) reach_error();
}"""
"""Two loops, with the same variables in force."""


def counter(limit: int) -> str:
    """Return `COUNTER` with a limit."""
    return COUNTER.replace("LIMIT", str(limit))
