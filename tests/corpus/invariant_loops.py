"""Loops in the style of the benchmarks InvGen and Dagger, for engines that look for linear invariants: each with a safe check, and one that fails."""

from dataclasses import dataclass


@dataclass(frozen=True)
class InvariantLoop:
    """The body of ``main``, the condition that holds at its end, and one that does not always."""

    body: str
    holds: str
    fails: str

    @property
    def safe(self) -> str:
        return self._program(self.holds)

    @property
    def unsafe(self) -> str:
        return self._program(self.fails)

    def _program(self, condition: str) -> str:
        return (
            "extern int __VERIFIER_nondet_int(void);\nextern void reach_error(void);\n"
            f"int main(void) {{\n{self.body}\n    if (!({condition})) reach_error();\n    return 0;\n}}\n"
        )


_CHOICE = "__VERIFIER_nondet_int()"


def _loop(body: str, holds: str, fails: str) -> InvariantLoop:
    return InvariantLoop(body.replace("?", _CHOICE), holds, fails)


INVARIANT_LOOPS = {
    "in step": _loop(
        "int x = 0, y = 0; while (? && x < 1000) { x++; y++; } while (x > 0) { x--; y--; }", "y >= 0", "y > 0"
    ),
    "in step, apart": _loop(
        "int x = 0, y = 3; while (? && x < 1000) { x++; y++; } while (x > 0) { x--; y--; }", "y >= 3", "y > 3"
    ),
    "twice as fast": _loop("int x = 0, y = 0; while (? && x < 500) { x++; y += 2; }", "y >= x", "y > x"),
    "opposite": _loop("int x = 0, y = 100; while (x < 100) { x++; y--; }", "y == 0", "y == 1"),
    "opposite, any": _loop(
        "int n = ?; if (n < 0 || n > 1000) return 0; int x = 0, y = n; while (y > 0) { x++; y--; }", "x == n", "x < n"
    ),
    "count up": _loop("int n = ?, i = 0; if (n < 0) return 0; while (i < n) i++;", "i == n", "i < 5"),
    "count up by two": _loop(
        "int n = ?, i = 0; if (n < 0 || n > 1000) return 0; while (i < n) i += 2;", "i <= n + 1", "i <= n"
    ),
    "count down": _loop("int n = ?; if (n < 0) return 0; while (n > 0) n--;", "n == 0", "n < 0"),
    "sum and number": _loop("int i = 0, s = 0; while (? && i < 1000) { s += 3; i++; }", "s >= i", "s >= 3 * i + 1"),
    "bound of a bound": _loop(
        "int n = ?, k = 0, i = 0; if (n < 1 || n > 1000) return 0; while (i < n) { i++; if (?) k++; }",
        "k <= n",
        "k < n",
    ),
    "two branches": _loop(
        "int x = 0, y = 0, n = 0; while (? && n < 900) { if (?) x++; else y++; n++; }", "x + y == n", "x == n"
    ),
    "three kinds": _loop(
        "int a = 0, b = 0, c = 0, n = 0; while (? && n < 600) { if (?) a++; else if (?) b++; else c++; n++; }",
        "a + b + c == n",
        "a + b == n",
    ),
    "nested": _loop(
        """int n = ?, i = 0, j = 0, k = 0; if (n < 0 || n > 100) return 0;
        while (i < n) { j = 0; while (j < i) { j++; } k = j; i++; }""",
        "k <= n",
        "k < 3",
    ),
    "nested bounds": _loop(
        """int n = ?, ok = 1; if (n < 0 || n > 1000) return 0;
        for (int i = 0; i < n; i++) for (int j = i; j < n; j++) if (j < i) ok = 0;""",
        "ok == 1",
        "ok == 0",
    ),
    "index stays inside": _loop(
        """int n = ?, i = 0, ok = 1; if (n < 1 || n > 1000) return 0;
        while (i < n) { if (i < 0 || i >= n) ok = 0; i++; }""",
        "ok == 1",
        "ok == 1 && n < 9",
    ),
    "copied": _loop(
        "int i = 0, j; while (? && i < 1000) { i++; } j = i; while (j > 0) { j--; i--; }", "i == 0", "i == 1"
    ),
    "moved": _loop(
        "int n = ?; if (n < 0 || n > 1000) return 0; int a = n, b = 0; while (a > 0) { a--; b++; } while (b > 0) { b--; a++; }",
        "a == n",
        "a < n",
    ),
    "window": _loop(
        "int low = 0, high = ?; if (high < 0 || high > 1000) return 0; while (low < high) { if (?) low++; else high--; }",
        "low == high",
        "low == 0",
    ),
    "queue": _loop(
        "int head = 0, tail = 0; while (?) { if (? && tail < 1000) tail++; else if (head < tail) head++; }",
        "head <= tail",
        "head < tail",
    ),
    "fuel": _loop("int fuel = 100, way = 0; while (? && fuel > 0) { fuel--; way += 2; }", "way <= 200", "way < 200"),
    "difference": _loop(
        "int x = ?, y; if (x < 0 || x > 1000) return 0; y = x + 7; while (? && x < 2000) { x++; y++; }",
        "y > x",
        "y > x + 7",
    ),
    "catches up": _loop(
        "int x = 0, y = ?; if (y < 0 || y > 1000) return 0; while (x < y) { x += 2; y++; }", "x <= y + 1", "x == y"
    ),
    "reset": _loop("int x = 0; while (?) { if (x < 10) x++; else x = 0; }", "x <= 10", "x < 10"),
    "saturates": _loop("int x = 0; while (?) { x = x + 7; if (x > 50) x = 50; }", "x <= 50 && x >= 0", "x < 50"),
    "flag": _loop(
        "int x = 0, f = 0; while (? && x < 1000) { x++; if (x > 5) f = 1; }", "f == 1 || x <= 5", "f == 0 || x == 6"
    ),
    "lock": _loop(
        "int held = 0, old, new = 0; do { held = 1; old = new; if (? && new < 1000) { held = 0; new++; } } while (new != old);",
        "held == 1",
        "held == 0",
    ),
    "ticket": _loop(
        "int next = 0, served = 0; while (?) { if (next < 1000) next++; if (served < next && ?) served++; }",
        "served <= next",
        "served == next",
    ),
    "cache": _loop(
        """int invalid = ?, shared = 0, owned = 0; if (invalid < 1 || invalid > 1000) return 0; int all = invalid;
        while (?) { if (? && invalid > 0) { invalid--; shared++; } else if (shared > 0) { shared--; owned++; } }""",
        "invalid + shared + owned == all",
        "invalid + shared == all",
    ),
    "readers": _loop(
        """int readers = 0, writers = 0;
        while (?) { if (? && writers == 0) { if (readers < 1000) readers++; } else if (readers == 0 && writers == 0) writers = 1;
        else if (? && readers > 0) readers--; else writers = 0; }""",
        "readers == 0 || writers == 0",
        "readers == 0",
    ),
    "two phases": _loop("int x = 0, y = 50; while (x < 100) { if (x >= 50) y++; x++; }", "y == 100", "y == 99"),
    "gap": _loop(
        "int x = 0, y = 10; while (? && y < 1000) { x++; y++; if (? && x > 0) x--; }", "x <= y - 10", "x < y - 10"
    ),
    "backwards": _loop("int x = -50, y = 0; while (x < 0) { x++; y++; }", "y == 50", "y < 50"),
    "slow start": _loop(
        "int n = 0, i = 0; while (? && n < 1000) { n++; } while (i < n) { i++; } ", "i <= 1000 && i == n", "i < 1000"
    ),
    "share": _loop(
        "int whole = ?; if (whole < 0 || whole > 1000) return 0; int left = whole, a = 0, b = 0; while (left > 0) { if (?) a++; else b++; left--; }",
        "a + b == whole",
        "a == whole",
    ),
}
