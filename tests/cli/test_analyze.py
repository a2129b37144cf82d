"""``surefoot analyze``: true and false reports of the analyser, each with its twin."""

import json
from pathlib import Path
from typing import Any

import pytest

from cli.in_this_process import Ended, surefoot

TEMPLATES = {
    "null_by_remainder": """int {name}(int n) {{
  int x = 1, *p = &x;
  if (n % 4 == 2) p = 0;
  if (n & {constant})
    return *p;
  return 0; }}
""",
    "null_correlated": """int {name}(unsigned a, unsigned b) {{
  int x = 1, *p = 0;
  if ((a ^ b) == {constant} - 1) p = &x;
  if (a == b)
    return *p;
  return 0; }}
""",
    "division": """int {name}(unsigned n) {{
  unsigned d = 0;
  if (n & 12) d = 1;
  if ((n & 4) + (n & (7 + {constant})) > 0)
    return 7 / d;
  return 0; }}
""",
    "uninitialised": """int {name}(int c) {{
  int x;
  if (c < 0 || c > 1000) return 0;
  if (c > 1 + {constant}) x = 1;
  if (c * c >= 9)
    return x;
  return 0; }}
""",
    "double_free": """void {name}(unsigned n) {{
  char *p = malloc(3);
  if (n % 8 == 7) free(p);
  if ((n & 7) != 6 + {constant})
    free(p); }}
""",
    "use_after_free": """int {name}(unsigned n) {{
  int *p = malloc(sizeof *p), r = 0;
  if (!p) return 0;
  *p = 1;
  if ((n & 6) == 6) free(p);
  if (n % 8 < 5 + {constant})
    r = *p;
  return r; }}
""",
    "shift": """int {name}(unsigned char n) {{
  int k = 40;
  if ((n | 1) == n) k = 1;
  if (n * 3u % 2 == 2 - {constant})
    return 1 << k;
  return 0; }}
""",
    "null_after_loop": """int {name}(unsigned n) {{
  int x = 1, *p = &x;
  unsigned s = n & 7, k = 0;
  while (s) {{ k += s & 1; s >>= 1; }}
  if (k > 4 - {constant}) p = 0;
  return *p; }}
""",
}
"""Functions whose reports are false for constant 1 and true for 2."""

OTHERS = """int always(void) {
  int *p = 0;
  return *p; }
void consume(int *);
struct box { int *inner; int n; };
int passed(void) {
  struct box b, *g = &b;
  g->inner = malloc(4);
  if (!g->inner) return 0;
  free(g->inner);
  consume(g->inner);
  return 0; }
int element(int c) {
  int t[2], x;
  if (c) x = 1; else x = 2;
  return x + t[1]; }
int of_library(char *b, int n) {
  if (n) b = 0;
  return strlen(b); }
int of_outside(void);
int outside(int n) {
  int *p = 0, x = 1;
  if (of_outside() > 3) p = &x;
  return *p; }
int after_outside(int n) {
  int x = 1, *p = &x;
  consume(&x);
  if (x % 4 == 2) p = 0;
  if (n & 1)
    return *p;
  return 0; }
int argument(const unsigned *q) {
  int x = 1, *p = 0;
  if (!q) return 0;
  if (*q % 4 == 2) p = &x;
  if ((*q & 3) == 2)
    return *p;
  return 0; }
"""

TWO_ON_A_LINE = """int two_on_a_line(int n, int *q) {
  int x = 1, *p = &x;
  if (n % 4 == 2) p = 0;
  if (n & 1)
    return *p + *q;
  return 0; }
"""

PROGRAM = """#include <stdlib.h>
int main(int argc, char **argv) {
  int *kept = malloc(sizeof *kept);
  if (argc % 2 == 0) free(kept);
  if (CONDITION) free(kept);
  return 0; }
"""
STATIC = """static int part(int *p, int n) {
  if (n % 2 == 0) p = 0;
  return *p; }
int main(int argc, char **argv) {
  int x = 0;
  return part(&x, VALUE); }
"""


def analyzed(folder: Path, *arguments: str) -> tuple[Ended, dict[str, Any]]:
    """Analyse with a JSON report, and return it."""
    ended = surefoot("analyze", *arguments, "--json=out.json", "--unit-time=30", "--quiet", cwd=folder)
    return ended, json.loads((folder / "out.json").read_text())


def verdicts(document: dict[str, Any], function: str) -> dict[str, str]:
    """Return the verdicts on reports in ``function`` by message, without leaks of functions."""
    return {
        each["message"]: each["decision"]["verdict"]
        for each in document["reports"]
        if each["function"] == function and "leak" not in each["message"]
    }


@pytest.fixture(scope="module")
def document(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    folder = tmp_path_factory.mktemp("analyze")
    twins = [
        text.format(name=f"{name}_{word}", constant=constant)
        for name, text in TEMPLATES.items()
        for word, constant in (("false", 1), ("true", 2))
    ]
    (folder / "a.c").write_text("#include <stdlib.h>\n#include <string.h>\n" + "".join(twins) + OTHERS)
    return analyzed(folder, "a.c", "--method", "all")[1]


@pytest.mark.parametrize("name", TEMPLATES)
def test_false_reports_are_refuted_and_true_ones_reachable(name: str, document: dict[str, Any]) -> None:
    assert set(verdicts(document, f"{name}_false").values()) == {"refuted"}
    assert set(verdicts(document, f"{name}_true").values()) == {"reachable-under-assumptions"}


def test_a_violation_for_every_call_is_confirmed(document: dict[str, Any]) -> None:
    assert list(verdicts(document, "always").values()) == ["confirmed"]


@pytest.mark.parametrize("function", ["passed", "element", "of_library"])
def test_operations_without_a_check_are_not_refuted(function: str, document: dict[str, Any]) -> None:
    assert list(verdicts(document, function).values()) == ["undecided"]


def test_results_of_functions_without_a_body_are_assumed(document: dict[str, Any]) -> None:
    (found,) = (each for each in document["reports"] if each["function"] == "outside")
    assert found["decision"]["verdict"] == "reachable-under-assumptions"
    assert any("of_outside" in each for each in found["decision"]["assumptions"])


def test_what_functions_without_a_body_may_cause_is_not_refuted(document: dict[str, Any]) -> None:
    assert set(verdicts(document, "after_outside").values()) == {"reachable-under-assumptions"}


def test_a_refutation_lists_what_is_assumed_about_arguments(document: dict[str, Any]) -> None:
    (found,) = (each for each in document["reports"] if each["function"] == "argument")
    assert found["decision"]["verdict"] == "refuted-under-assumptions"
    assert any("parameter q" in each for each in found["decision"]["assumptions"])


def test_a_path_is_refuted_if_another_violation_is_on_its_line(tmp_path: Path) -> None:
    (tmp_path / "a.c").write_text(TWO_ON_A_LINE)
    for method, verdict in (("all", "undecided"), ("path", "path-refuted-under-assumptions")):
        _, document = analyzed(tmp_path, "a.c", "--method", method)
        assert [each["decision"]["verdict"] for each in document["reports"]] == [verdict]


@pytest.mark.parametrize(("condition", "verdict"), [("argc & 1", "refuted"), ("argc % 4 == 2", "confirmed")])
def test_runs_of_main_decide(condition: str, verdict: str, tmp_path: Path) -> None:
    (tmp_path / "m.c").write_text(PROGRAM.replace("CONDITION", condition))
    ended, document = analyzed(tmp_path, "m.c")
    by_message = {each["message"].split()[0]: each["decision"]["verdict"] for each in document["reports"]}
    assert by_message["Attempt"] == verdict
    leak = {"refuted": "refuted-under-assumptions", "confirmed": "confirmed"}[verdict]
    assert by_message["Potential"] == leak
    assert ended.returncode == (1 if verdict == "confirmed" else 0)


@pytest.mark.parametrize(("value", "verdict"), [("argc | 1", "refuted"), ("argc", "confirmed")])
def test_runs_of_main_decide_reports_in_what_it_calls(value: str, verdict: str, tmp_path: Path) -> None:
    (tmp_path / "m.c").write_text(STATIC.replace("VALUE", value))
    _, document = analyzed(tmp_path, "m.c")
    assert [each["decision"]["verdict"] for each in document["reports"]] == [verdict]
    assert [each["decision"]["function"] for each in document["reports"]] == ["main"]


def test_a_file_that_does_not_compile_is_named(tmp_path: Path) -> None:
    (tmp_path / "wrong.c").write_text("int f(void) { return 1 }\n")
    ended, document = analyzed(tmp_path, "wrong.c")
    assert ended.returncode == 3
    assert [each["file"] for each in document["failures"]] == ["wrong.c"]


def test_the_text_has_a_table_by_checker(tmp_path: Path) -> None:
    (tmp_path / "a.c").write_text("int f(void) {\n  int *p = 0;\n  return *p; }\n")
    ended = surefoot("analyze", "a.c", "--quiet", cwd=tmp_path)
    assert ended.returncode == 1
    assert "  confirmed: null pointer dereference" in ended.stdout
    assert "core.NullDereference" in ended.stdout.split("\n\n")[1]
    assert "1 report  (analyser " in ended.stdout
