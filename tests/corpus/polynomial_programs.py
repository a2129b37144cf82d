"""Programs whose loops preserve polynomial equations, each with a mutant that violates an equation
and one that truncates a value.

A family is a text with open types and bounds, which its programs instantiate. All programs are
safe and all mutants unsafe.
"""

from collections.abc import Iterator
from dataclasses import dataclass

PRELUDE = """\
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern short __VERIFIER_nondet_short(void);
extern unsigned short __VERIFIER_nondet_ushort(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
#define CHECK(condition) if (!(condition)) reach_error()
"""


@dataclass(frozen=True, slots=True)
class Family:
    """Family of programs: ``body`` is the body of main; ``broken`` and ``cut`` are the replacements
    of the two mutants.
    """

    name: str
    body: str
    variants: tuple[dict[str, str], ...]
    broken: tuple[str, str]
    cut: tuple[str, str]


@dataclass(frozen=True, slots=True)
class PolynomialProgram:
    """A safe program and its two mutants."""

    name: str
    text: str
    broken: str
    cut: str


INT = {"I": "int", "input": "__VERIFIER_nondet_int()", "bound": "", "more": "1"}
SIGNED = {**INT, "N": "long long"}
UNSIGNED = {"N": "unsigned", "I": "unsigned", "input": "__VERIFIER_nondet_uint()", "bound": "", "more": "1"}
WIDE = {**UNSIGNED, "N": "unsigned long long"}
SHORT = {**INT, "N": "int", "I": "short", "input": "__VERIFIER_nondet_short()"}
ROUNDS = {**SIGNED, "more": "count++ < 300"}


def bounded(variant: dict[str, str], largest: int) -> dict[str, str]:
    """Return ``variant`` with inputs from 1 to ``largest``."""
    low = "__VERIFIER_assume(x >= 1 && y >= 1);" if variant["I"] in {"int", "short"} else ""
    return {**variant, "bound": f"{low} __VERIFIER_assume(x <= {largest} && y <= {largest});"}


FAMILIES = (
    Family(
        "extended_euclid",
        """
  {I} x = {input}, y = {input};
  {bound}
  {N} a = x, b = y, p = 1, q = 0, r = 0, s = 1;
  int count = 0;
  while (a != b && {more}) {{
    if (a > b) {{ a -= b; p -= q; r -= s; }}
    else {{ b -= a; q -= p; s -= r; }}
    CHECK(p * s - r * q == 1);
    CHECK(a == y * r + x * p);
    CHECK(b == x * q + y * s);
  }}""",
        (bounded(SIGNED, 1000), SIGNED, UNSIGNED, ROUNDS),
        ("q -= p; s -= r;", "q -= p; s -= q;"),
        ("a -= b; p -= q;", "a -= b; p = (signed char)(p - q);"),
    ),
    Family(
        "euclid_with_quotients",
        """
  {I} x = {input}, y = {input};
  __VERIFIER_assume(x >= 1 && y >= 1);
  {bound}
  {N} a = x, b = y, p = 1, q = 0, r = 0, s = 1;
  int count = 0;
  while (b != 0 && {more}) {{
    {N} c = a, k = 0;
    while (c >= b) {{
      CHECK(a == k * b + c);
      CHECK(a == y * r + x * p);
      CHECK(b == x * q + y * s);
      c -= b;
      k++;
    }}
    {N} t = p - q * k;
    a = b; b = c; p = q; q = t;
    t = r - s * k;
    r = s; s = t;
  }}
  CHECK(q * x + s * y == b);""",
        (SIGNED, bounded(SIGNED, 40000), ROUNDS),
        ("t = r - s * k;", "t = r - s;"),
        ("t = p - q * k;", "t = p - (signed char)(q * k + 100);"),
    ),
    Family(
        "division_by_subtraction",
        """
  {I} x = {input}, y = {input};
  {bound}
  {N} r = x, q = 0;
  int count = 0;
  while (r >= y && {more}) {{
    r -= y;
    q++;
    CHECK(x == q * y + r);
  }}
  CHECK(x == q * y + r);""",
        (bounded(SIGNED, 100000), SIGNED, UNSIGNED, ROUNDS),
        ("q++;", "q += 2;"),
        ("q++;", "q = (unsigned char)(q + 1);"),
    ),
    Family(
        "division_by_doubling",
        """
  {I} x = {input}, y = {input};
  __VERIFIER_assume(y >= 1);
  {bound}
  {N} q = 0, r = x, a = 0, b = 0;
  int count = 0;
  while (r >= y && {more}) {{
    a = 1;
    b = y;
    while (r >= 2 * b) {{
      CHECK(b == y * a);
      CHECK(x == q * y + r);
      a = 2 * a;
      b = 2 * b;
    }}
    r -= b;
    q += a;
    CHECK(b == y * a);
  }}
  CHECK(x == q * y + r);""",
        (bounded(SIGNED, 50000), SIGNED, UNSIGNED, ROUNDS),
        ("b = 2 * b;", "b = 3 * b;"),
        ("q += a;", "q = (unsigned char)(q + a);"),
    ),
    Family(
        "division_by_counting",
        """
  {I} x = {input}, y = {input};
  {bound}
  {N} q = 0, r = 0, left = x;
  int count = 0;
  while (left != 0 && {more}) {{
    CHECK(q * y + r + left == x);
    if (r + 1 == y) {{ q++; r = 0; }}
    else r++;
    left--;
  }}
  CHECK(q * y + r + left == x);""",
        (bounded(SIGNED, 300), SIGNED, UNSIGNED, ROUNDS),
        ("q++; r = 0;", "q++; r = 1;"),
        ("left--;", "left = (unsigned char)(left - 1);"),
    ),
    Family(
        "square_root",
        """
  {I} x = {input};
  {N} a = 0, s = 1, t = 1;
  int count = 0;
  while (s <= x && {more}) {{
    a++;
    t += 2;
    s += t;
    CHECK(t == 2 * a + 1);
    CHECK(s == (a + 1) * (a + 1));
  }}
  CHECK(s == (a + 1) * (a + 1));""",
        (SIGNED, UNSIGNED, ROUNDS),
        ("t += 2;", "t += 3;"),
        ("s += t;", "s = (unsigned char)(s + t);"),
    ),
    Family(
        "sum_of_numbers",
        """
  {I} x = {input};
  {N} s = 0, i = 0;
  int count = 0;
  while (i != x && {more}) {{
    i++;
    s += i;
    CHECK(2 * s == i * i + i);
  }}
  CHECK(2 * s == i * (i + 1));""",
        (SIGNED, UNSIGNED, SHORT),
        ("s += i;", "s += i + 1;"),
        ("s += i;", "s = (unsigned char)(s + i);"),
    ),
    Family(
        "sum_of_squares",
        """
  {I} x = {input};
  {N} s = 0, i = 0;
  int count = 0;
  while (i < x && {more}) {{
    CHECK(6 * s == i * (i + 1) * (2 * i + 1));
    i++;
    s += i * i;
  }}
  CHECK(6 * s == 2 * i * i * i + 3 * i * i + i);""",
        (SIGNED, UNSIGNED, WIDE),
        ("s += i * i;", "s += i * i * i;"),
        ("s += i * i;", "s += (unsigned char)(i * i);"),
    ),
    Family(
        "sum_of_cubes",
        """
  {I} x = {input};
  {N} s = 0, i = 0;
  int count = 0;
  while (i < x && {more}) {{
    i++;
    s += i * i * i;
    CHECK(4 * s == i * i * (i + 1) * (i + 1));
  }}""",
        (SIGNED, UNSIGNED, ROUNDS),
        ("s += i * i * i;", "s += i * i;"),
        ("s += i * i * i;", "s += (short)(i * i * i);"),
    ),
    Family(
        "cubes_by_differences",
        """
  {I} k = {input};
  {N} n = 0, x = 0, y = 1, z = 6;
  int count = 0;
  while (n <= k && {more}) {{
    CHECK(z == 6 * n + 6);
    CHECK(y == 3 * n * n + 3 * n + 1);
    CHECK(x == n * n * n);
    n++;
    x += y;
    y += z;
    z += 6;
  }}
  CHECK(x == n * n * n);""",
        (SIGNED, UNSIGNED, ROUNDS),
        ("z += 6;", "z += 7;"),
        ("x += y;", "x += (unsigned char)y;"),
    ),
    Family(
        "factors_by_differences",
        """
  {I} x = {input}, y = {input};
  {bound}
  {N} n = x, u = 2 * ({N})y + 1, v = 1, r = ({N})y * y - n;
  int count = 0;
  while (r != 0 && {more}) {{
    CHECK(4 * (n + r) == u * u - v * v - 2 * u + 2 * v);
    if (r > 0) {{ r -= v; v += 2; }}
    else {{ r += u; u += 2; }}
  }}
  CHECK(4 * (n + r) == u * u - v * v - 2 * u + 2 * v);""",
        (bounded(SIGNED, 10000), SIGNED, UNSIGNED),
        ("r -= v; v += 2;", "v += 2; r -= v;"),
        ("r -= v; v += 2;", "r -= v; v = (signed char)(v + 2);"),
    ),
    Family(
        "geometric_sum",
        """
  {I} z = {input}, k = {input};
  {N} s = 1, p = z;
  {I} i = 1;
  int count = 0;
  while (i < k && {more}) {{
    CHECK(s * (({N})z - 1) == p - 1);
    i++;
    s = s * z + 1;
    p *= z;
  }}
  CHECK(s * z - s == p - 1);""",
        (SIGNED, UNSIGNED, ROUNDS),
        ("s = s * z + 1;", "s = s * z + 2;"),
        ("p *= z;", "p = (unsigned char)(p * z);"),
    ),
    Family(
        "scaled_geometric_sum",
        """
  {I} z = {input}, a = {input}, k = {input};
  {N} s = a, p = 1;
  {I} i = 1;
  int count = 0;
  while (i < k && {more}) {{
    p *= z;
    s += a * p;
    i++;
    CHECK(z * s - s + a - a * (z * p) == 0);
  }}""",
        (SIGNED, UNSIGNED),
        ("p *= z;", "p += z;"),
        ("s += a * p;", "s += (short)(a * p);"),
    ),
    Family(
        "line_drawing",
        """
  {I} x = {input}, y = {input};
  {bound}
  {N} v = 2 * ({N})y - x, i = 0, j = 0;
  int count = 0;
  while (i <= x && {more}) {{
    CHECK(2 * y * i - 2 * x * j - x + 2 * ({N})y - v == 0);
    if (v < 0) v += 2 * ({N})y;
    else {{ v += 2 * (({N})y - x); j++; }}
    i++;
  }}""",
        (
            {**SHORT, "N": "long long"},
            {**UNSIGNED, "N": "unsigned"},
            {**SHORT, "N": "long long", "more": "count++ < 20"},
        ),
        ("v += 2 * (({N})y - x); j++;", "v += 2 * (({N})y - x); j += 2;"),
        ("v += 2 * (({N})y - x);", "v = (short)(v + 2 * (({N})y - x));"),
    ),
    Family(
        "product_by_halving",
        """
  {I} x = {input}, y = {input};
  __VERIFIER_assume(y >= 1);
  {N} a = x, b = y, z = 0;
  int count = 0;
  while (b != 0 && {more}) {{
    CHECK(z + a * b == ({N})x * y);
    if (b % 2 == 1) {{ z += a; b--; }}
    a *= 2;
    b /= 2;
  }}
  CHECK(z + a * b == ({N})x * y);""",
        (SIGNED, UNSIGNED, WIDE),
        ("z += a; b--;", "z += a; b -= 3;"),
        ("a *= 2;", "a = (unsigned char)(a * 2);"),
    ),
    Family(
        "product_by_shifting",
        """
  {I} x = {input}, y = {input};
  {N} a = x, b = y, z = 0;
  int count = 0;
  while (b != 0 && {more}) {{
    if (b & 1) z += a;
    a <<= 1;
    b >>= 1;
    CHECK(z + a * b == ({N})x * y);
  }}""",
        (UNSIGNED, WIDE, {**WIDE, "more": "count++ < 20"}),
        ("z += a;", "z -= a;"),
        ("a <<= 1;", "a = (unsigned char)(a << 1);"),
    ),
    Family(
        "product_by_four_cases",
        """
  {I} x = {input}, y = {input};
  {N} a = x, b = y, p = 1, q = 0;
  int count = 0;
  while (a != 0 && b != 0 && {more}) {{
    CHECK(q + a * b * p == ({N})x * y);
    if (a % 2 == 0 && b % 2 == 0) {{ a /= 2; b /= 2; p *= 4; }}
    else if (a % 2 == 1 && b % 2 == 0) {{ a--; q += b * p; }}
    else if (a % 2 == 0 && b % 2 == 1) {{ b--; q += a * p; }}
    else {{ a--; b--; q += (a + b + 1) * p; }}
  }}
  CHECK(q + a * b * p == ({N})x * y);""",
        (UNSIGNED, WIDE, ROUNDS),
        ("(a + b + 1) * p", "(a + b) * p"),
        ("q += b * p;", "q += (unsigned char)(b * p);"),
    ),
    Family(
        "multiples_of_both",
        """
  {I} x = {input}, y = {input};
  {bound}
  {N} a = x, b = y, u = y, v = 0;
  int count = 0;
  while (a != b && {more}) {{
    CHECK(a * u + b * v == ({N})x * y);
    if (a > b) {{ a -= b; v += u; }}
    else {{ b -= a; u += v; }}
  }}
  CHECK(u * a + v * a == ({N})x * y || a != b);""",
        (bounded(SIGNED, 30000), SIGNED, UNSIGNED),
        ("v += u;", "v += a;"),
        ("u += v;", "u = (signed char)(u + v);"),
    ),
    Family(
        "sum_after_the_loop",
        """
  {I} x = {input};
  __VERIFIER_assume(x >= 0);
  {N} s = 0, i = 0;
  int count = 0;
  while (i < x) {{
    i++;
    s += i;
  }}
  CHECK(2 * s == ({N})x * (({N})x + 1));""",
        (SIGNED, UNSIGNED, WIDE),
        ("s += i;", "s += i + 1;"),
        ("s += i;", "s = (unsigned char)(s + i);"),
    ),
    Family(
        "sum_counted_from_one",
        """
  {I} x = {input};
  __VERIFIER_assume(1 <= x && x <= 5000);
  {N} s = 0, i;
  for (i = 1; i <= x; i++) s += i;
  CHECK(2 * s == ({N})x * (({N})x + 1));""",
        (SIGNED, UNSIGNED, {**INT, "N": "int"}),
        ("i <= x", "i < x"),
        ("s += i;", "s = (unsigned char)(s + i);"),
    ),
    Family(
        "half_of_a_product",
        """
  {I} x = {input};
  __VERIFIER_assume(1 <= x && x <= 1000);
  {N} s = 0, i;
  for (i = 1; i <= x; i++) s += i;
  CHECK(s == ({N})x * (({N})x + 1) / 2);""",
        (UNSIGNED, {**INT, "N": "int"}),
        ("/ 2", "/ 3"),
        ("s += i;", "s = (unsigned char)(s + i);"),
    ),
    Family(
        "square_below",
        """
  {I} x = {input};
  {N} a = 0, s = 1, t = 1;
  int count = 0;
  while (s <= x && {more}) {{
    a++;
    t += 2;
    s += t;
  }}
  CHECK(a * a <= x);""",
        (WIDE, {**WIDE, "more": "count++ < 90000"}),
        ("t += 2;", "t += 1;"),
        ("a++;", "a = (unsigned char)(a + 3);"),
    ),
    Family(
        "remainder_in_range",
        """
  {I} x = {input}, y = {input};
  __VERIFIER_assume(x >= 0 && y >= 1);
  {N} q = 0, r = x;
  int count = 0;
  while (r >= y) {{
    q++;
    r -= y;
  }}
  CHECK(q * y + r == x);
  CHECK(r >= 0 && r < y);""",
        (SIGNED, UNSIGNED),
        ("r -= y;", "r -= y - 1;"),
        ("q++;", "q = (unsigned char)(q + 1);"),
    ),
    Family(
        "neighbours_of_fibonacci",
        """
  {I} x = {input};
  {N} a = 1, b = 1;
  {I} i = 0;
  int count = 0;
  while (i < x && {more}) {{
    {N} c = a + b;
    a = b;
    b = c;
    i++;
    CHECK((b * b - a * b - a * a) * (b * b - a * b - a * a) == 1);
  }}""",
        (SIGNED, UNSIGNED),
        ("c = a + b;", "c = a + b + 1;"),
        ("c = a + b;", "c = (unsigned char)(a + b);"),
    ),
    Family(
        "turning_point",
        """
  {I} k = {input};
  {N} x = 1, y = 0, n = 1;
  {I} i = 0;
  int count = 0;
  while (i < k && {more}) {{
    {N} t = 3 * x - 4 * y;
    y = 4 * x + 3 * y;
    x = t;
    n *= 25;
    i++;
    CHECK(x * x + y * y == n);
  }}""",
        (SIGNED, UNSIGNED),
        ("n *= 25;", "n *= 26;"),
        ("n *= 25;", "n = (short)(n * 25);"),
    ),
    Family(
        "powers_of_a_number",
        """
  {I} z = {input}, k = {input};
  {N} p = 1, q = 1, r = 1;
  {I} i = 0;
  int count = 0;
  while (i < k && {more}) {{
    p *= z;
    q = q * z * z;
    r = r * z * z * z;
    i++;
    CHECK(q == p * p);
    CHECK(r == p * q);
  }}""",
        (SIGNED, UNSIGNED),
        ("q = q * z * z;", "q = q * z + z;"),
        ("p *= z;", "p = (short)(p * z);"),
    ),
)


def programs() -> Iterator[PolynomialProgram]:
    """Yield all programs of all families."""
    for family in FAMILIES:
        for number, variant in enumerate(family.variants, start=1):
            text = _program(family.body, variant)
            mutants = []
            for old, new in (family.broken, family.cut):
                if old not in family.body:
                    raise ValueError(f"{family.name} has no {old}")
                mutants.append(_program(family.body.replace(old, new), variant))
            yield PolynomialProgram(f"{family.name}_{number}", text, *mutants)


def _program(body: str, variant: dict[str, str]) -> str:
    return f"{PRELUDE}\nint main(void) {{{body.format(**variant)}\n}}\n"
