"""The acceptance rows of {P}S{Q} about J: proofs, violations, and undecided programs."""

from pathlib import Path

import pytest

from surefoot.certify.verdicts import Safe, Unknown, Unsafe, Verdict
from surefoot.evidence.claims import Why
from surefoot.frontend.j.bounds import Bounds, QuantifierForm
from surefoot.program.statements import CheckKind
from surefoot.verify.api import check
from surefoot.verify.request import Report

SEARCH = """
int ArraySearch(int[] a, int d, int s, int e, int n) {{
  @pre as {{ 0 <= s && s <= e && e < n && n <= MAXSIZE }};
  int i = s;
  while (i <= e) {{ if (a[i] == d) {{ {found} }} else {{ i = i + 1; }} }}
  return {missing};
  @post as {{ ((s <= rv && rv <= e) -> a[rv] == d) && ((forall (int i) [s .. e] {{ a[i] != d }}) -> rv == -1) }}
}}
"""
BUGGY = SEARCH.format(found="break;", missing="i")
FIXED = SEARCH.format(found="return i;", missing="-1")
MISREAD = FIXED.replace("{ a[i] != d }) -> rv == -1)", "{ a[i] != d -> rv == -1 }))")
"""The formula as it is printed in the paper, where the consequence is inside of the quantifier."""
RECURSIVE_SEARCH = """
int a[4]; int d; int e; int r;
int find(int s) { if (s > e) { return -1; } if (a[s] == d) { return s; } return find(s + 1); }
@pre p { 0 <= e && e <= 3 }
r = find(0);
@post p { (0 <= r && r <= e -> a[r] == d) && ((forall (i [0 .. e]) { a[i] != d }) -> r == -1) }
"""
FIBONACCI = """
int r;
int fib(int n) {{ if (n < 2) {{ return n; }} else {{ return fib(n - 1) + fib(n - 2); }} }}
r = fib({n});
@post p {{ r == {value} }}
"""
PARITY = """
int n; bool r;
bool isEven(int n) {{ if (n == 0) {{ return true; }} return isOdd(n - 1); }}
bool isOdd(int n) {{ if (n == 0) {{ return false; }} return isEven(n - 1); }}
@pre p {{ 0 <= n && n <= 7 }}
r = isEven(n);
@post p {{ r {sign} (n % 2 == 0) }}
"""
MCCARTHY = """
int mc(int n) {{ if (n > 100) {{ return n - 10; }} return mc(mc(n + 11)); }}
int n; int r;
@pre p {{ {least} <= n && n <= {most} }}
r = mc(n);
@post p {{ {post} }}
"""
MCCARTHY_OF_EACH = """
int mc(int n) {{ if (n > 100) {{ return n - 10; }} return mc(mc(n + 11)); }}
for (int n = {least}; n <= {most}; n++) {{ int r = mc(n); assert({post}); }}
"""
"""A range of numbers, one after the other: there is one run, and nothing to guess, so that the range may be long."""
ACKERMANN = """
int ack(int m, int n) {{
  if (m == 0) {{ return n + 1; }}
  if (n == 0) {{ return ack(m - 1, 1); }}
  return ack(m - 1, ack(m, n - 1));
}}
int r; r = ack({m}, {n});
@post p {{ r == {value} }}
"""
BREAK = "int x = 0; while (x < 5) { while (true) { break; } x = x + 1; } @post p { x %s 5 }"
NESTED = """
int a[3]; int b[3]; int rounds = 0; bool all = true;
while (rounds < 2) {{
  all = forall (i [0 .. 2]) {{ exists (j [0 .. 2]) {{ a[i] == b[j] }} }};
  rounds++;
  b[0] = a[0]; b[1] = a[1]; b[2] = a[2];
}}
@post p {{ all == {expected} && (forall (k [1 .. 0]) {{ false }}) && !(exists (k [1 .. 0]) {{ true }}) && (forall (k [MAXINT - 1 .. MAXINT]) {{ k > 0 }}) }}
"""
ENDS = """
int a[3]; int rounds = 0; bool all = true; bool none = false;
@pre p {{ forall (i [0 .. 2]) {{ a[i] >= 0 }} }}
while (rounds < 2) {{
  all = forall (k [{first} .. {last}]) {{ exists (i [0 .. 2]) {{ k > 0 && a[i] >= 0 }} }};
  none = exists (k [{empty} .. 0]) {{ forall (i [1 .. 0]) {{ false }} }};
  rounds++;
}}
@post p {{ all && !none }}
"""
CALLS = """
int calls = 0; bool all; int sum;
int count(int x) {{ calls = calls + 1; return x + calls; }}
all = forall (i [1 .. 2]) {{ count(i) > i }};
sum = count(0) + count(0);
@post p {{ all && calls == 4 && sum == {sum} }}
"""
LEFT_TO_RIGHT = "int g = 1; int r; int f() { g = 5; return 1; } r = g + f(); @post p { r == %d }"
FRAME = """
int a[4]; int i; int v;
@pre p {{ 0 <= i && i < 4 }}
a[i] = v;
@post p {{ forall (j [0 .. 3]) {{ {but} a[j] == old(a[j]) }} }}
"""
TWO_DIMENSIONS = """
int m[3][2]; int i; int j;
@pre p {{ 0 <= i && i < 3 && 0 <= j && j < 2 && (forall (r [0 .. 2]) {{ forall (c [0 .. 1]) {{ m[r][c] == 0 }} }}) }}
m[i][j] = 1;
@post p {{ forall (r [0 .. 2]) {{ forall (c [0 .. 1]) {{ m[r][c] == (r == i && c == {column} ? 1 : 0) }} }} }}
"""
COUNT_UP = (
    "int i; int s; int e; @pre p { e == 7 && 0 <= s && s <= e } i = s; while (i <= e) { i = i + 1; } @post p { i > e }"
)
OUTSIDE = "int a[4]; int n; int x; @pre p { n == 4 } x = a[n]; @post p { x == a[3] }"
BUBBLE = """
void sort(int[] a, int n, int watched, int second) {{
  @pre p {{ 0 <= n && n <= MAXSIZE && (n == 0 || (0 <= watched && watched < n && 0 <= second && second < n)) }}
  int place = watched; int other = second;
  for (int i = n - 1; i > 0; i--) {{
    for (int j = 0; j < {end}; j++) {{
      if (a[j] > a[j + 1]) {{
        int kept = a[j]; a[j] = a[j + 1]; a[j + 1] = kept;
        if (place == j) {{ place = j + 1; }} else {{ if (place == j + 1) {{ place = j; }} }}
        if (other == j) {{ other = j + 1; }} else {{ if (other == j + 1) {{ other = j; }} }}
      }}
    }}
  }}
  {then}
  @post p {{
    (forall (i [0 .. MAXSIZE - 2]) {{ i + 1 < n -> a[i] <= a[i + 1] }}) &&
    (n == 0 || (
      0 <= place && place < n && a[place] == old(a[watched]) &&
      0 <= other && other < n && a[other] == old(a[second]) &&
      (watched != second -> place != other)
    ))
  }}
}}
"""
"""Sorted, and a permutation: what was at any two places is at two places in the end."""
ONE_OF_TWO_IS_LOST = "if (n == 3 && a[0] == a[1] && a[1] < a[2]) { a[1] = a[2]; }"
"""Sorted still, and every value that was there is there; but not as often."""
TWO_COME_TO_ONE_PLACE = ONE_OF_TWO_IS_LOST.replace(
    "a[1] = a[2];", "a[1] = a[2]; if (place == 1) { place = 0; } if (other == 1) { other = 0; }"
)
"""The same, with a program that says that both of them are at the first place."""
BINARY = """
int search(int[] a, int d) {{
  @pre p {{ forall (i [0 .. MAXSIZE - 2]) {{ a[i] <= a[i + 1] }} }}
  int l = 0; int h = MAXSIZE - 1;
  while (l < h) {{ int m = (l + h) / 2; if (a[m] < d) {{ l = {next}; }} else {{ h = m; }} }}
  return a[l] == d ? l : -1;
  @post p {{ rv == -1 ? (forall (i [0 .. MAXSIZE - 1]) {{ a[i] != d }}) : a[rv] == d }}
}}
"""
ENDLESS = "int x = 0; while (true) { x = 0; } @post p { x == 5 }"
PRODUCT = "int x; int y; int z; int w; z = x * y; w = y * x; @post p { z == w }"
VACUOUS = "int x; @pre p { x > 3 && x < 2 } x = 1; @post p { x == 1 }"
UNINITIALISED = "int x; int y; y = x; @post p { %s }"
OLD = "int f(int n) { n = n + 1; return n; @post p { rv == old(n) %s && rv == n } } int r; @pre q { r < 7 } r = f(r); @post q { true }"
TWO_CASES = """
int f(int x) {
  @pre positive { x > 0 }
  @pre zero { x == 0 }
  return x > 0 ? 1 : %s;
  @post positive { rv == 1 }
  @post zero { rv == 0 }
}
"""
REQUIRED = "int f(int x) { @pre p { x > 0 } return x - 1; @post p { rv >= 0 } } int y; int z; @pre q { y > %d } z = f(y); @post q { z >= 0 }"
BY_REFERENCE = """
int a[2]; int n;
void fill(int b[2], int k) {{ if (k < 2) {{ b[k] = k; fill(b, k + 1); }} }}
fill(a, 0);
@post p {{ a[0] == 0 && a[1] == {last} }}
"""
KEPT_ARRAY = """
int f(int n) {{
  int own[2];
  own[0] = n; own[1] = n + 1;
  if (n > 0) {{ int below = f(n - 1); return below + own[0]; }}
  return {bottom};
}}
int r; r = f(3);
@post p {{ r == 6 }}
"""

SWAPPED = """
void s(int a[2], int b[2], int k) {{ if (k > 0) {{ a[0] = a[0] + 1; s(b, a, k - 1); }} }}
int x[2]; int y[2]; x[0] = 0; y[0] = 0; s(x, y, 3);
@post p {{ x[0] == {x} && y[0] == {y} }}
"""
TURNS = """
void f(int a[2], int n) { if (n > 0) { a[0] = n; g(a, n - 1); } }
void g(int c[2], int n) { if (n > 0) { c[1] = n; f(c, n - 1); } }
int z[2]; f(z, 4);
@post p { z[0] == 2 && z[1] == 1 }
"""
REQUIRED_OF_ITSELF = """
int f(int n) {{
  @pre p {{ n >= 0 && n < 4 }}
  if (n == {last}) {{ return n; }}
  return f(n - 1) + 1;
  @post p {{ rv == n }}
}}
"""


INVARIANT = """
int s = 0;
for (int i = 7; i > 0; i--) @invariant sum {{ {invariant} }} {{ s++; }}
@post p {{ s == 7 }}
"""
INVARIANT_OF_OLD = """
int f(int n) {{
  @pre p {{ 0 <= n && n < 7 }}
  int i = n;
  int s = 0;
  while (i > 0) @invariant {{ s == {value} }} {{ s++; i--; n = 0; }}
  return s;
  @post p {{ rv == old(n) }}
}}
"""


def report_on(
    text: str,
    folder: Path,
    bounds: Bounds,
    engine: str = "bmc",
    property: str | None = None,
    function: str | None = None,
) -> Report:
    path = folder / "program.j"
    path.write_text(text)
    return check(path, bounds=bounds, engine=engine, property=property, function=function, time_limit=200, first=True)


def verdict_on(text: str, folder: Path, bounds: Bounds, engine: str = "bmc", property: str | None = None) -> Verdict:
    return report_on(text, folder, bounds, engine, property).verdict


SMALL = Bounds(bits=4, elements=4, depth=9)


@pytest.mark.parametrize("form", QuantifierForm)
@pytest.mark.parametrize("engine", ["bmc", "aig"])
def test_array_search(form: QuantifierForm, engine: str, tmp_path: Path) -> None:
    """Row A: in every violation d is out of range, and the result is e + 1."""
    bounds = Bounds(bits=4, elements=2, quantifiers=form)
    violated = verdict_on(BUGGY, tmp_path, bounds, engine)
    assert isinstance(violated, Unsafe) and violated.violated.kind is CheckKind.ASSERTION
    if engine == "bmc":
        assert isinstance(verdict_on(FIXED, tmp_path, bounds, engine), Safe)
        assert isinstance(verdict_on(MISREAD, tmp_path, bounds, engine), Unsafe)


def test_failing_search_is_one_too_far_if_the_element_is_absent(tmp_path: Path) -> None:
    """Row A: there is no other violation."""
    bounds = Bounds(bits=4, elements=4)
    assert isinstance(verdict_on(BUGGY.replace("rv == -1", "rv == e + 1"), tmp_path, bounds), Safe)
    assert isinstance(verdict_on(BUGGY.replace("rv == -1", "rv == e"), tmp_path, bounds), Unsafe)


def test_array_search_is_proved_by_circuits(tmp_path: Path) -> None:
    assert isinstance(verdict_on(FIXED, tmp_path, Bounds(bits=3, elements=2), "aig"), Safe)


@pytest.mark.parametrize(
    ("text", "bounds", "expected"),
    [
        (RECURSIVE_SEARCH, Bounds(bits=4, depth=5), Safe),
        (RECURSIVE_SEARCH, Bounds(bits=4, depth=4), CheckKind.RECURSION_DEPTH),
        (FIBONACCI.format(n=4, value=3), Bounds(bits=5), Safe),
        (FIBONACCI.format(n=6, value=8), Bounds(bits=5), Safe),
        (FIBONACCI.format(n=6, value=3), Bounds(bits=5), CheckKind.ASSERTION),
        (PARITY.format(sign="=="), Bounds(bits=4), Safe),
        (PARITY.format(sign="!="), Bounds(bits=4), CheckKind.ASSERTION),
        (MCCARTHY.format(least=92, most=101, post="r == 91"), Bounds(bits=8, depth=15), Safe),
        (MCCARTHY.format(least=0, most=101, post="r == 91"), Bounds(bits=8, depth=15), CheckKind.RECURSION_DEPTH),
        (MCCARTHY_OF_EACH.format(least=47, most=101, post="r == 91"), Bounds(bits=8, depth=15), Safe),
        (MCCARTHY_OF_EACH.format(least=46, most=101, post="r == 91"), Bounds(bits=8, depth=15), CheckKind.RECURSION_DEPTH),
        (MCCARTHY_OF_EACH.format(least=47, most=101, post="r != 91 || n < 101"), Bounds(bits=8, depth=15), CheckKind.ASSERTION),
        (MCCARTHY_OF_EACH.format(least=0, most=15, post="r == 91"), Bounds(bits=8, depth=20), Safe),
        (MCCARTHY_OF_EACH.format(least=16, most=46, post="r == 91"), Bounds(bits=8, depth=20), Safe),
        (MCCARTHY_OF_EACH.format(least=0, most=15, post="r == 91"), Bounds(bits=8, depth=19), CheckKind.RECURSION_DEPTH),
        (MCCARTHY.format(least=95, most=104, post="r == 91 || (n > 102 && r == n - 10)"), Bounds(bits=8), CheckKind.ASSERTION),
        (MCCARTHY.format(least=95, most=104, post="n == 102 || r == 91 || (n > 102 && r == n - 10)"), Bounds(bits=8), Safe),
        (MCCARTHY_OF_EACH.format(least=90, most=126, post="n == 102 || r == 91 || (n > 102 && r == n - 10)"), Bounds(bits=8), Safe),
        (ACKERMANN.format(m=2, n=3, value=9), Bounds(bits=5, depth=10), Safe),
        (ACKERMANN.format(m=2, n=3, value=9), Bounds(bits=5, depth=9), CheckKind.RECURSION_DEPTH),
        (ACKERMANN.format(m=3, n=1, value=13), Bounds(bits=5, depth=15), Safe),
        (ACKERMANN.format(m=3, n=1, value=13), Bounds(bits=5, depth=14), CheckKind.RECURSION_DEPTH),
        (BREAK % "==", SMALL, Safe),
        (BREAK % "!=", SMALL, CheckKind.ASSERTION),
        (UNINITIALISED % "y == 0", SMALL, CheckKind.ASSERTION),
        (UNINITIALISED % "y == x", SMALL, Safe),
        (NESTED.format(expected="true"), SMALL, Safe),
        (NESTED.format(expected="false"), SMALL, CheckKind.ASSERTION),
        (CALLS.format(sum=7), SMALL, Safe),
        (CALLS.format(sum=6), SMALL, CheckKind.ASSERTION),
        (LEFT_TO_RIGHT % 2, SMALL, Safe),
        (LEFT_TO_RIGHT % 6, SMALL, CheckKind.ASSERTION),
        (FRAME.format(but="j != i ->"), SMALL, Safe),
        (FRAME.format(but=""), SMALL, CheckKind.ASSERTION),
        (TWO_DIMENSIONS.format(column="j"), SMALL, Safe),
        (TWO_DIMENSIONS.format(column="i"), SMALL, CheckKind.ASSERTION),
        (COUNT_UP, SMALL, CheckKind.SIGNED_OVERFLOW),
        (OUTSIDE, SMALL, CheckKind.ARRAY_INDEX),
        (BUBBLE.format(end="i", then=""), Bounds(bits=3, elements=3), Safe),
        (BUBBLE.format(end="i - 1", then=""), Bounds(bits=3, elements=3), CheckKind.ASSERTION),
        (BUBBLE.format(end="i", then=ONE_OF_TWO_IS_LOST), Bounds(bits=3, elements=3), CheckKind.ASSERTION),
        (BUBBLE.format(end="i", then=TWO_COME_TO_ONE_PLACE), Bounds(bits=3, elements=3), CheckKind.ASSERTION),
        (BINARY.format(next="m + 1"), Bounds(bits=4, elements=3), Safe),
        (PRODUCT, Bounds(bits=3), CheckKind.SIGNED_OVERFLOW),
        (OLD % "+ 1", SMALL, Safe),
        (OLD % "", SMALL, CheckKind.ASSERTION),
        (TWO_CASES % "0", SMALL, Safe),
        (TWO_CASES % "1", SMALL, CheckKind.ASSERTION),
        (REQUIRED % 0, SMALL, Safe),
        (REQUIRED % -1, SMALL, CheckKind.ASSERTION),
        (BY_REFERENCE.format(last=1), SMALL, Safe),
        (BY_REFERENCE.format(last=0), SMALL, CheckKind.ASSERTION),
        (KEPT_ARRAY.format(bottom=0), SMALL, Safe),
        (KEPT_ARRAY.format(bottom=1), SMALL, CheckKind.ASSERTION),
        (SWAPPED.format(x=2, y=1), SMALL, Safe),
        (SWAPPED.format(x=1, y=2), SMALL, CheckKind.ASSERTION),
        (TURNS, SMALL, Safe),
        (REQUIRED_OF_ITSELF.format(last=0), SMALL, Safe),
        (REQUIRED_OF_ITSELF.format(last=1), SMALL, CheckKind.ASSERTION),
        (INVARIANT.format(invariant="s + i == 7 && 0 <= i"), SMALL, Safe),
        (INVARIANT.format(invariant="s + i == 7 && 0 < i"), SMALL, CheckKind.ASSERTION),
        (INVARIANT.format(invariant="s + i == 7 && i < 7"), SMALL, CheckKind.ASSERTION),
        (INVARIANT_OF_OLD.format(value="old(n) - i"), SMALL, Safe),
        (INVARIANT_OF_OLD.format(value="n - i"), SMALL, CheckKind.ASSERTION),
        ("int f(int n) { return f(n); @post p { true } }", SMALL, CheckKind.RECURSION_DEPTH),
        ("int c = 0; int n() { c = c + 1; return c; } while (n() < 4) { } @post p { c == 4 }", SMALL, Safe),
        ("int f(int n) { return n == 0 ? 1 : n * f(n - 1); } int r; r = f(3); @post p { r == 6 }", SMALL, Safe),
        ("int x; @pre p { x != 0 } x = 7 / x; @post p { x != 0 || true }", SMALL, Safe),
        ("int x; x = 7 / x; @post p { true }", SMALL, CheckKind.DIVISION_BY_ZERO),
        ("int x; x = x / -1; @post p { true }", SMALL, CheckKind.SIGNED_OVERFLOW),
    ],
)  # fmt: skip
def test_rows(text: str, bounds: Bounds, expected: type | CheckKind, tmp_path: Path) -> None:
    """Rows B to H and J to N, and extensions of J beyond the paper."""
    verdict = verdict_on(text, tmp_path, bounds)
    if isinstance(expected, CheckKind):
        assert isinstance(verdict, Unsafe) and verdict.violated.kind is expected
    else:
        assert isinstance(verdict, expected)


@pytest.mark.parametrize("form", QuantifierForm)
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (NESTED.format(expected="true"), Safe),
        (NESTED.format(expected="false"), Unsafe),
        (ENDS.format(first="MAXINT - 1", last="MAXINT", empty=1), Safe),
        (ENDS.format(first="MAXINT - 1", last="MAXINT", empty=0), Unsafe),
        (ENDS.format(first="MININT", last="MAXINT", empty=1), Unsafe),
    ],
)
def test_quantifiers_as_loops_and_as_formulas(form: QuantifierForm, text: str, expected: type, tmp_path: Path) -> None:
    """Row J: truth values are computed anew each time, empty ranges satisfy forall and falsify
    exists, and ranges up to the largest int terminate.
    """
    bounds = Bounds(bits=3, elements=3, quantifiers=form)
    assert isinstance(verdict_on(text, tmp_path, bounds), expected)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (RECURSIVE_SEARCH.replace("4", "2").replace("<= 3", "<= 1"), Safe),
        (PARITY.format(sign="!="), Unsafe),
        (FRAME.format(but="j != i ->"), Safe),
        (BREAK % "==", Safe),
        (UNINITIALISED % "y == 0", Unsafe),
        (UNINITIALISED % "y == x", Safe),
    ],
)
@pytest.mark.parametrize("engine", ["aig", "kind", "ic3"])
def test_other_engines(engine: str, text: str, expected: type, tmp_path: Path) -> None:
    assert isinstance(verdict_on(text, tmp_path, Bounds(bits=4, elements=4, depth=8), engine), expected)


@pytest.mark.parametrize("script", ["scheme1", "scheme2"])
def test_no_scheme_proves_the_failing_search(script: str, tmp_path: Path) -> None:
    """Row I."""
    bounds = Bounds(bits=4, elements=4)
    assert isinstance(verdict_on(BUGGY, tmp_path, bounds, f"aig{{script={script}}}"), Unsafe)


@pytest.mark.parametrize("text", [COUNT_UP, OUTSIDE], ids=["overflow", "outside"])
def test_checks_can_be_disabled(text: str, tmp_path: Path) -> None:
    """Row M: sums then wrap, and reads out of bounds return the last element."""
    verdict = verdict_on(text, tmp_path, SMALL, "bmc{max-bound=20}", "assertions")
    assert not isinstance(verdict, Unsafe)
    if text == OUTSIDE:
        assert isinstance(verdict, Safe)


@pytest.mark.parametrize("text", [ENDLESS, VACUOUS], ids=["endless", "vacuous"])
@pytest.mark.parametrize("engine", ["bmc", "aig", "auto"])
def test_vacuous_proof_is_none(engine: str, text: str, tmp_path: Path) -> None:
    """Rows O and Q."""
    verdict = verdict_on(text, tmp_path, SMALL, engine)
    assert isinstance(verdict, Unknown) and verdict.why is Why.NOTHING_CHECKED


def test_possibly_endless_search_has_no_bound(tmp_path: Path) -> None:
    """Row N: `l = m` loops for ever on some inputs; no bound covers all runs, and the postcondition
    holds on those that end.
    """
    verdict = verdict_on(BINARY.format(next="m"), tmp_path, Bounds(bits=4, elements=3), "bmc{max-bound=12}")
    assert isinstance(verdict, Unknown) and verdict.why is Why.BOUND


def test_covering_bound_is_found_and_searched(tmp_path: Path) -> None:
    """Row O: a complete unrolling is the termination bound and the search up to it."""
    verdict = verdict_on(FIXED, tmp_path, Bounds(bits=4, elements=4))
    assert isinstance(verdict, Safe)
    assert "every run ends within" in verdict.summary


def test_uninterpreted_products(tmp_path: Path) -> None:
    """Row P: exact multiplication commutes, arbitrary functions do not."""
    assert isinstance(verdict_on(PRODUCT, tmp_path, Bounds(bits=3), property="assertions"), Safe)
    report = report_on(PRODUCT, tmp_path, Bounds(bits=3, abstract_products=True), property="assertions")
    assert not isinstance(report.verdict, Safe)
    assert any("may be any number" in caveat.text for caveat in report.caveats)


def test_bounds_are_reported(tmp_path: Path) -> None:
    told = " ".join(str(caveat) for caveat in report_on(RECURSIVE_SEARCH, tmp_path, Bounds(bits=4, depth=5)).caveats)
    assert "an int has 4 bits, from -8 to 7" in told
    assert "at most 5 calls" in told
    assert "--elements" not in told


@pytest.mark.parametrize(
    ("text", "bounds", "told"),
    [
        (FIXED, Bounds(bits=4, elements=15), "an int has 5 bits instead of 4, because a has 15 elements, from -16 to 15"),
        ("int x = 7; x = x + 1; @post p { x == 8 }", SMALL, "an int has 5 bits instead of 4, because 8 is in line 1"),
        ("int x; @pre p { x == MAXSIZE } @post p { x > 9 }", Bounds(bits=4), "5 bits instead of 4, because MAXSIZE is 15"),
        ("int x = -9; @post p { x < 0 }", SMALL, "an int has 5 bits instead of 4, because -9 is in line 1"),
        ("int x = -8; x = x + 7; @post p { x < 0 }", SMALL, "an int has 4 bits, from -8 to 7"),
        ("const int SIZE = 40; int x = 9; x = SIZE; @post p { x > 9 }", SMALL, "7 bits instead of 4, because SIZE is 40"),
        ("int a[8]; int i; @pre p { 0 <= i } a[i] = 1; @post p { a[i] == 1 }", SMALL, "an int has 4 bits, from -8"),
        ("int a[9]; int i; @pre p { 0 <= i && i <= 7 } a[i] = 1; @post p { a[i] == 1 }", SMALL, "5 bits instead of 4, because a has 9 elements"),
    ],
)  # fmt: skip
def test_ints_are_widened_for_constants_and_sizes(text: str, bounds: Bounds, told: str, tmp_path: Path) -> None:
    """The published rule: bounds are enlarged only where a constant or a size does not fit."""
    report = report_on(text, tmp_path, bounds)
    assert isinstance(report.verdict, Safe)
    assert told in " ".join(str(caveat) for caveat in report.caveats)


def test_overflow_at_the_given_width_is_no_violation_at_larger_width(tmp_path: Path) -> None:
    """Checked ints have the enlarged width, in every statement."""
    verdict = verdict_on("int x; @pre p { x == 15 } x = x + 1; @post p { true }", tmp_path, SMALL)
    assert isinstance(verdict, Unsafe) and verdict.violated.kind is CheckKind.SIGNED_OVERFLOW
    assert isinstance(verdict_on("int x; @pre p { x == 15 } x = x - 1; @post p { true }", tmp_path, SMALL), Safe)


def test_file_without_postconditions_is_not_safe(tmp_path: Path) -> None:
    verdict = verdict_on("int x = 1;", tmp_path, SMALL)
    assert isinstance(verdict, Unknown) and verdict.why is Why.NOTHING_CHECKED
