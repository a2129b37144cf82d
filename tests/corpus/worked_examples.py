"""Programs with loops for which it is known at which k each question of k-induction gets its answer.

A violation is found when every loop on the way has gone round often enough, where the last round may stop at the first statement
that changes something. A proof without invariants needs as many segments as the longest way from a state
that no run has to a failure, and one more.
"""

from dataclasses import dataclass

NOT_DECIDED = "unknown: bound reached"


@dataclass(frozen=True, slots=True)
class Twins:
    """A safe program, and the unsafe one that differs from it in one place."""

    safe: str
    unsafe: str
    violated_at: int
    """The number of rounds after which the unsafe one fails first."""
    proof: str
    """How k-induction proves the safe one."""
    without_invariants: str = NOT_DECIDED
    unrolled: str = NOT_DECIDED
    """What bounded model checking finds out about the safe one."""


def _twins(
    text: str,
    change: tuple[str, str],
    violated_at: int,
    proof: str,
    *,
    without_invariants: str = NOT_DECIDED,
    unrolled: str = NOT_DECIDED,
) -> Twins:
    old, new = change
    if text.count(old) != 1:
        raise ValueError(f"{old!r} is not in one place of {text}")
    return Twins(text, text.replace(old, new), violated_at, proof, without_invariants, unrolled)


DOUBLING = """
extern double __VERIFIER_nondet_double(void);
int main(void) {
    double weight = __VERIFIER_nondet_double();
    if (%s) return 0;
    unsigned rounds = __VERIFIER_nondet_uint(), done = 0;
    while (done < rounds) {
        weight = 2 * weight;
        if (!(weight > 0)) reach_error();
        ++done;
    }
    if (!(weight > 0)) reach_error();
}"""
"""The shape of Gadelha 2019, figure 3.1: a test that not-a-number passes."""
BURNING_DOWN = """
int main(void) {
    unsigned fuel = __VERIFIER_nondet_uint();
    while (fuel > 0) fuel--;
    if (fuel != 0) reach_error();
}"""
"""The shape of figure 4.1a: as many rounds as the type has values."""
LOCK = """
unsigned stage = 1;
int main(void) {
    while (1) {
        unsigned key = __VERIFIER_nondet_uint();
        if (key > 5) return 0;
        else if (key == 1 && stage == 1) stage = 2;
        else if (key == 2 && stage == 2) stage = 3;
        else if (key == 3 && stage == 3) stage = 4;
        else if (key == 4 && stage == 4) stage = 5;
        else if (key == 5 && stage %s 5) reach_error();
    }
}"""
"""The shape of figure 4.2: a lock that opens after one sequence of five inputs (``>=``) or never (``>``)."""
TWO_LOOPS = """
int main(void) {
    unsigned climbed = 0, height = __VERIFIER_nondet_uint();
    while (climbed < height) climbed++;
    int steps = __VERIFIER_nondet_int(), moved = 0;
    while (steps > 0) { steps--; moved = 1; }
    if (!moved && climbed >= %d) reach_error();
}"""
"""Fails only in runs that go round the first loop that often and never enter the second."""


def burnt_down_by(copies: int) -> str:
    """Return the shape of figure 4.1b: the loop of `BURNING_DOWN` written out, and an assertion that it has ended."""
    return f"""
int main(void) {{
    unsigned fuel = __VERIFIER_nondet_uint();
    {"if (fuel > 0) fuel--; " * copies}
    if (fuel > 0) reach_error();
    if (fuel != 0) reach_error();
}}"""


def chain(length: int) -> str:
    """Return a lock that can fail at input number ``length`` and at no earlier one."""
    rules = "\n".join(f"if (key == {n} && stage == {n}) stage = {n + 1}; else" for n in range(1, length))
    return f"""
int main(void) {{
    unsigned stage = 1;
    while (1) {{
        unsigned key = __VERIFIER_nondet_uint();
        {rules}
        if (key == {length} && stage == {length}) reach_error();
    }}
}}"""


EARLY_EXITS = {
    "break on a flag": _twins(
        """
int main(void) {
    unsigned seen = 0, found = 0;
    while (seen < 1000000) {
        if (__VERIFIER_nondet_int()) { found = 1; break; }
        seen++;
    }
    if (!found && seen != 1000000) reach_error();
}""",
        ("!found && seen != 1000000", "found && seen == 3"),
        violated_at=3,
        proof="safe k=1",
        without_invariants="safe k=2",
    ),
    "goto out": _twins(
        """
int main(void) {
    unsigned tries = 0;
again:
    if (__VERIFIER_nondet_int()) goto out;
    if (tries < 1000000) tries++;
    goto again;
out:
    if (tries > 1000000) reach_error();
}""",
        ("tries > 1000000", "tries == 2"),
        violated_at=2,
        proof="safe k=1",
    ),
    "goto out of two loops": _twins(
        """
int main(void) {
    unsigned row, column = 0;
    for (row = 0; row < 1000000; row++)
        for (column = 0; column < 1000000; column++)
            if (__VERIFIER_nondet_int()) goto out;
    return 0;
out:
    if (row >= 1000000 || column >= 1000000) reach_error();
}""",
        ("row >= 1000000 ||", "column == 2 ||"),
        violated_at=2,
        proof="safe k=1",
    ),
    "return": _twins(
        """
int main(void) {
    unsigned turn = 0;
    while (1) {
        if (turn == 7) return 0;
        if (turn > 7) reach_error();
        turn++;
    }
}""",
        ("turn > 7", "turn == 6"),
        violated_at=6,
        proof="safe k=1",
        without_invariants="safe k=2",
        unrolled="safe bound=7",
    ),
    "return from a callee": _twins(
        """
static unsigned next_multiple(unsigned start) {
    for (unsigned x = start; ; x++)
        if (x % 4 == 0) return x;
}
int main(void) {
    unsigned start = __VERIFIER_nondet_uint(), x = next_multiple(start);
    if (x % 4 != 0) reach_error();
}""",
        ("x % 4 != 0", "x - start == 2"),
        violated_at=2,
        proof="safe k=1",
        without_invariants="safe k=1",
        unrolled="safe bound=3",
    ),
    "continue": _twins(
        """
int main(void) {
    int even = 0;
    for (unsigned i = 0; i < 1000000; i++) {
        if (__VERIFIER_nondet_int()) continue;
        even = !even;
        if (even != 0 && even != 1) reach_error();
    }
}""",
        ("even != 0 && even != 1", "i == 4 && even"),
        violated_at=5,
        proof="safe k=1",
        without_invariants="safe k=1",
    ),
}
LOOPS = {
    "do while": _twins(
        """
int main(void) {
    unsigned drops = 0, wanted = __VERIFIER_nondet_uint();
    do drops++; while (drops < wanted);
    if (drops == 0) reach_error();
}""",
        ("drops == 0", "drops == 5"),
        violated_at=5,
        proof="safe k=1",
        without_invariants="safe k=2",
    ),
    "switch": _twins(
        """
int main(void) {
    int light = 0;
    while (1) {
        switch (light) {
        case 0: light = 2; break;
        case 1: light = 0; break;
        case 2: light = 1; break;
        default: reach_error();
        }
        if (__VERIFIER_nondet_int()) break;
    }
}""",
        ("light = 1;", "light = 3;"),
        violated_at=2,
        proof="safe k=1",
        without_invariants="safe k=2",
    ),
    "nested": _twins(
        """
int main(void) {
    unsigned days = __VERIFIER_nondet_uint(), open = 0;
    for (unsigned day = 0; day < days; day++) {
        open = 1;
        while (__VERIFIER_nondet_int()) open = open == 1 ? 2 : 1;
        open = 0;
    }
    if (open != 0) reach_error();
}""",
        ("        open = 0;", "        if (day < 2) open = 0;"),
        violated_at=3,
        proof="safe k=1",
        without_invariants="safe k=1",
    ),
    "error in the inner loop": _twins(
        """
int main(void) {
    unsigned load = 0;
    while (__VERIFIER_nondet_int()) {
        while (load < 4 && __VERIFIER_nondet_int()) { load++; if (load > 4) reach_error(); }
        if (load > 0) load--;
    }
}""",
        ("load > 4", "load == 3"),
        violated_at=2,
        proof="safe k=1",
        without_invariants="safe k=1",
    ),
    "error inside": _twins(
        """
int main(void) {
    unsigned water = 10;
    while (__VERIFIER_nondet_int()) {
        if (water < 10) water++; else water = 6;
        if (water < 6 || water > 10) reach_error();
    }
}""",
        ("water < 6 || water > 10", "water == 9"),
        violated_at=4,
        proof="safe k=1",
        without_invariants="safe k=2",
    ),
    "error after": _twins(
        """
int main(void) {
    unsigned water = 10;
    while (__VERIFIER_nondet_int()) { if (water < 10) water++; else water = 6; }
    if (water < 6 || water > 10) reach_error();
}""",
        ("water < 6 || water > 10", "water == 9"),
        violated_at=4,
        proof="safe k=1",
        without_invariants="safe k=7",
    ),
}
TRAPS = {
    "a fact of the first arrival": _twins(
        """
int main(void) {
    unsigned level = 0;
    while (__VERIFIER_nondet_int()) if (level < 9) level++;
    if (level > 9) reach_error();
}""",
        ("level > 9", "level > 6"),
        violated_at=7,
        proof="safe k=1",
    ),
    "a fact of another loop": _twins(
        """
int main(void) {
    unsigned level = 0;
    while (__VERIFIER_nondet_int()) if (level < 2) level++;
    while (__VERIFIER_nondet_int()) if (level < 9) level++;
    if (level > 9) reach_error();
}""",
        ("level > 9", "level > 8"),
        violated_at=7,
        proof="safe k=1",
    ),
    "a loop that is never entered": _twins(
        """
int main(void) {
    unsigned i = 9;
    while (i < 5) i++;
    if (i != 9) reach_error();
}""",
        ("i != 9", "i == 9"),
        violated_at=1,
        proof="safe bound=1",
        without_invariants="safe bound=1",
        unrolled="safe bound=1",
    ),
    "a loop that is always left": _twins(
        """
int main(void) {
    unsigned i = 0;
    while (i < 6) i++;
    if (i < 6) reach_error();
}""",
        ("if (i < 6)", "if (i == 6)"),
        violated_at=6,
        proof="safe k=1",
        without_invariants="safe k=1",
        unrolled="safe bound=6",
    ),
    "writes through a pointer": _twins(
        """
int main(void) {
    unsigned gauge = 0, other = 0, *at = &other;
    while (__VERIFIER_nondet_int()) {
        if (__VERIFIER_nondet_int()) at = &gauge;
        if (*at < 6) (*at)++;
    }
    if (gauge > 6) reach_error();
}""",
        ("gauge > 6", "gauge == 6"),
        violated_at=6,
        proof="safe k=1",
    ),
    "an array that is used as a whole": _twins(
        """
unsigned char slots[100];
int main(void) {
    while (1) {
        unsigned i = __VERIFIER_nondet_uint() % 100;
        slots[i] = 3;
        if (slots[i] != 3) reach_error();
    }
}""",
        ("slots[i] != 3", "slots[0] + slots[1] + slots[2] == 9"),
        violated_at=3,
        proof="safe k=1",
        without_invariants="safe k=1",
    ),
    "an array of a few elements": _twins(
        """
unsigned char slots[4];
int main(void) {
    while (1) {
        unsigned i = __VERIFIER_nondet_uint() % 4;
        if (slots[i] < 2) slots[i]++;
        if (slots[i] > 2) reach_error();
    }
}""",
        ("slots[i] > 2", "slots[0] + slots[1] + slots[2] + slots[3] == 7"),
        violated_at=7,
        proof="safe k=1",
    ),
}
RECURSION = _twins(
    """
static unsigned depth(unsigned n) { return n == 0 ? 0 : 1 + depth(n - 1); }
int main(void) {
    unsigned n = __VERIFIER_nondet_uint() % 5;
    if (depth(n) != n) reach_error();
}""",
    ("depth(n) != n", "depth(n) == 4"),
    violated_at=5,
    proof="safe bound=5",
    unrolled="safe bound=5",
)
