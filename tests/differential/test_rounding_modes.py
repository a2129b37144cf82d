"""Operations in all rounding modes give the bits that the processor gives, and no others."""

from pathlib import Path
from random import Random

import pytest

from differential.native import output_of
from surefoot import check
from surefoot.certify.verdicts import Safe, Unsafe

MODES = ("FE_TONEAREST", "FE_DOWNWARD", "FE_UPWARD", "FE_TOWARDZERO")
OPERATIONS = (
    "a + b", "a - b", "a * b", "a / b", "(float)a", "(double)n", "(float)n", "(double)u", "sqrt(a * a)", "rint(a)",
    "nearbyint(b)", "fma(a, b, 1.0)", "(double)lrint(a)", "(float)((float)a + (float)b)", "fdim(a, b)",
)  # fmt: skip
HEAD = """
#include <fenv.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <assert.h>
double a = {a}, b = {b};
long long n = {n};
unsigned long long u = {u};
static unsigned long long bits(double value) {{ unsigned long long found; memcpy(&found, &value, 8); return found; }}
int main(void) {{
"""


def program(seed: int, pragma: bool, body: list[str]) -> str:
    random = Random(seed)
    values = {
        "a": (random.uniform(-3, 3) * 2 ** random.randint(-30, 30)).hex(),
        "b": (random.uniform(-3, 3) * 2 ** random.randint(-30, 30)).hex(),
        "n": str(random.getrandbits(62)),
        "u": f"{random.getrandbits(64)}u",
    }
    first = "#pragma STDC FENV_ACCESS ON\n" if pragma else ""
    return first + HEAD.format(**values) + "\n".join(body) + "\nreturn 0; }\n"


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("pragma", [False, True], ids=["plain", "pragma"])
def test_results_are_those_of_the_processor(seed: int, pragma: bool, tmp_path: Path) -> None:
    source = tmp_path / "program.c"
    calls = [(mode, operation) for mode in MODES for operation in OPERATIONS]
    shown = [f'fesetround({mode}); printf("%llu\\n", bits({operation}));' for mode, operation in calls]
    source.write_text(program(seed, pragma, shown))
    printed = output_of([source, Path("-lm")], tmp_path, "-frounding-math")
    assert printed is not None
    expected = [int(line) for line in printed.split()]
    assert len(expected) == len(calls) and len({*expected}) > len(OPERATIONS)

    def verdict(results: list[int]) -> object:
        held = [
            f"fesetround({mode}); assert(bits({operation}) == {result}u);"
            for (mode, operation), result in zip(calls, results, strict=True)
        ]
        source.write_text(program(seed, pragma, held))
        return check(source, property="assertions", time_limit=30).verdict

    assert isinstance(verdict(expected), Safe)
    changed = Random(seed).randrange(len(expected))
    assert isinstance(verdict([value ^ (place == changed) for place, value in enumerate(expected)]), Unsafe)


UNKNOWN_MODE = """
#include <fenv.h>
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern float __VERIFIER_nondet_float(void);
int main(void) {
    float x = __VERIFIER_nondet_float(), low, high;
    if (!(x > 1.0f && x < 2.0f) || fesetround(__VERIFIER_nondet_int()) != 0) return 0;
    int mode = fegetround();
    float some = x + SUMMAND;
    fesetround(FE_DOWNWARD);
    low = x + SUMMAND;
    fesetround(FE_UPWARD);
    high = x + SUMMAND;
    assert(low <= some && some <= high);
    assert(mode != FE_UPWARD || some == high);
    assert(low < high);
}
"""


@pytest.mark.parametrize(("summand", "expected"), [("0x1p-30f", Safe), ("0.5f", Unsafe)])
def test_an_unknown_mode(summand: str, expected: type, tmp_path: Path) -> None:
    """The sum with a small number is never representable, the other one is for some values."""
    source = tmp_path / "program.c"
    source.write_text(UNKNOWN_MODE.replace("SUMMAND", summand))
    assert isinstance(check(source, property="assertions", time_limit=30).verdict, expected)


RESTORED = """
#include <fenv.h>
#include <assert.h>
double one = 1.0, three = 3.0;
int main(void) {
    double nearest = one / three;
    fenv_t kept;
    fegetenv(&kept);
    assert(fesetround(FE_UPWARD) == 0 && fesetround(7) != 0 && fegetround() == FE_UPWARD);
    assert(one / three > nearest);
    fesetenv(RESTORE);
    assert(fegetround() == FE_TONEAREST && one / three == nearest);
}
"""


@pytest.mark.parametrize(
    ("restored", "expected"), [("&kept", Safe), ("FE_DFL_ENV", Safe), ("(fegetenv(&kept), &kept)", Unsafe)]
)
def test_environments(restored: str, expected: type, tmp_path: Path) -> None:
    source = tmp_path / "program.c"
    source.write_text(RESTORED.replace("RESTORE", restored))
    assert isinstance(check(source, property="assertions", time_limit=30).verdict, expected)
