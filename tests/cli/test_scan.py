"""``surefoot scan``: outcomes of functions, inputs, and exit codes."""

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from cli.in_this_process import Ended, surefoot

SCHEMA = json.loads((Path(__file__).parents[2] / "docs" / "scan.schema.json").read_text())
LIBRARY = """\
#include <stddef.h>
struct pair { int first; int *second; };
int clamp(int x) { if (x < 0) return 0; return x > 100 ? 100 : x; }
int twice(int x) { return 2 * x; }
int value(const int *p) { return *p; }
static int last(const int *p, int n) { return p[n - 1]; }
int total(void) { int a[3] = {1, 2, 3}; return last(a, 3) + value(a); }
int second(struct pair *p) { return *p->second; }
int broken(void) { int a[3] = {1, 2, 3}; return a[0] / (a[1] - 2); }
"""


def scanned(folder: Path, *arguments: str) -> tuple[Ended, dict[str, Any]]:
    """Scan with a JSON report, and return it."""
    ended = surefoot("scan", *arguments, "--json=out.json", "--unit-time=20", "--quiet", cwd=folder)
    return ended, json.loads((folder / "out.json").read_text())


def outcomes(document: dict[str, Any]) -> dict[str, str]:
    return {each["function"]: each["outcome"] for each in document["units"]}


def conditions(document: dict[str, Any], function: str) -> list[str]:
    unit = next(each for each in document["units"] if each["function"] == function)
    return sorted(each["text"] for each in unit["preconditions"])


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> tuple[Ended, dict[str, Any]]:
    folder = tmp_path_factory.mktemp("library")
    (folder / "a.c").write_text(LIBRARY)
    (folder / "wrong.c").write_text("int f(void) { return 1 }\n")
    return scanned(folder)


def test_outcome_of_each_function(library: tuple[Ended, dict[str, Any]]) -> None:
    ended, document = library
    assert outcomes(document) == {
        "": "not-compiled",
        "clamp": "proved",
        "twice": "precondition-unchecked",
        "value": "proved-under-precondition",
        "last": "proved-under-precondition",
        "total": "proved",
        "second": "precondition-unchecked",
        "broken": "violated",
    }
    assert document["schema"] == "surefoot-scan/1"
    assert document["complete"]
    assert ended.returncode == 1
    assert "a.c:9" in ended.stdout
    assert "wrong.c:1" in ended.stdout


def test_document_has_the_published_schema(library: tuple[Ended, dict[str, Any]]) -> None:
    jsonschema.validate(library[1], SCHEMA)


def test_inferred_preconditions(library: tuple[Ended, dict[str, Any]]) -> None:
    _, document = library
    assert conditions(document, "value") == ["p is not null"]
    assert conditions(document, "second") == ["p is not null", "p->second is not null"]
    assert conditions(document, "twice") == ["x <= 1073741823", "x >= -1073741823"]
    assert conditions(document, "broken") == []


def test_static_function_is_judged_through_its_callers(library: tuple[Ended, dict[str, Any]]) -> None:
    _, document = library
    last = next(each for each in document["units"] if each["function"] == "last")
    assert last["judged_through"] == ["total"]
    assert last["checks"]["violated"] == last["checks"]["undecided"] == 0
    assert last["checks"]["proved"] > 0


def test_caller_that_breaks_the_precondition_of_another_file(tmp_path: Path) -> None:
    (tmp_path / "get.c").write_text("#ifdef ON\nint get(const int *p) { return *p; }\n#endif\n")
    (tmp_path / "use.c").write_text("int get(const int *);\nint use(void) { return get(0); }\n")
    commands = [
        {"directory": str(tmp_path), "file": "get.c", "arguments": ["cc", "-c", "-DON", "-O2", "get.c", "-o", "get.o"]},
        {"directory": str(tmp_path), "file": "use.c", "command": "cc -c use.c"},
    ]
    (tmp_path / "compile_commands.json").write_text(json.dumps(commands))
    ended, document = scanned(tmp_path, "--fail-on=any")
    assert outcomes(document) == {"get": "violated", "use": "violated"}
    assert document["units"][0]["call_chains"] == [["use", "get"]]
    assert "use does not establish the precondition" in document["units"][0]["reason"]
    assert ended.returncode == 1


def test_build_command_is_recorded(tmp_path: Path) -> None:
    (tmp_path / "one.c").write_text("#if N == 3\nint three(void) { return N; }\n#endif\n")
    surefoot("scan", "--json=out.json", "--quiet", "--", "sh", "-c", "cc -DN=3 -c one.c -o one.o", cwd=tmp_path)
    assert outcomes(json.loads((tmp_path / "out.json").read_text())) == {"three": "proved"}


def test_wrong_input(tmp_path: Path) -> None:
    assert "there is no C file" in surefoot("scan", cwd=tmp_path).stderr
    assert "compiled no C file" in surefoot("scan", "--", sys.executable, "-c", "pass", cwd=tmp_path).stderr
    (tmp_path / "compile_commands.json").write_text("[1]")
    assert "is not a compilation database" in surefoot("scan", cwd=tmp_path).stderr
    assert surefoot("scan", "missing.c", cwd=tmp_path).returncode == 2


def test_violations_that_depend_on_the_environment_are_undecided(tmp_path: Path) -> None:
    (tmp_path / "a.c").write_text("""\
#include <stdlib.h>
#include <string.h>
struct hooks { void *(*allocate)(size_t); };
struct object { char *text; int number; };
int *fresh(const struct hooks *h) {
    int *p = h->allocate(sizeof *p);
    if (p) *p = 1;
    return p;
}
int second(struct object *o) {
    int found = o->text[1];
    free(o->text);
    o->text = 0;
    return found;
}
int later(struct object *o) {
    free(o);
    return o->number;
}
struct range { int start, end; };
int width(const struct range *r) { return r->end - r->start; }
int same(const char *text, const struct range *r) { return memcmp(text + r->start, "ab", 2); }
int lost(int n) { const char *p = n > 3 ? "ab" : 0; return p[1]; }
int far(int *a, unsigned long n) { return n > 9 ? a[n] : 0; }
int both(const int *p) {
    int a[2] = {*p, 1};
    return a[(*p & 1) + 1];
}
""")
    _, document = scanned(tmp_path)
    found = outcomes(document)
    assert found["fresh"] != "violated"
    assert found["second"] != "violated"
    assert found["width"] == "undecided"
    assert found["far"] != "violated"
    assert found["same"] != "violated"
    assert found["later"] == found["both"] == found["lost"] == "violated"
    units = {each["function"]: each for each in document["units"]}
    assert [each["summary"].partition(" in ")[0] for each in units["later"]["violations"]] == ["use after free"]
    for unit in units.values():
        numbers = [each["violation"] for each in unit["results"] if each["violation"] is not None]
        assert sorted(numbers) == list(range(len(unit["violations"])))


def test_written_contracts_are_checked_at_calls(tmp_path: Path) -> None:
    source = tmp_path / "a.c"
    source.write_text("""\
int
value(const int *p)
{ return *p; }
int starts(const char *s) { return s[0] && s[1]; }
  int twice(int x) { return 2 * x; }
int use(void) { int a = 4; return twice(a) + value(&a); }
""")
    ended, document = scanned(tmp_path, "--write-contracts=out.patch")
    before = outcomes(document)
    assert before["value"] == before["twice"] == "proved-under-precondition"
    assert "out.patch adds contracts to 2 functions" in ended.stderr
    subprocess.run([str(shutil.which("patch")), "-p1", "-s", "-i", "out.patch"], cwd=tmp_path, check=True)
    lines = source.read_text().splitlines()
    assert lines[:2] == ["/*@ requires \\valid(p); */", "int"]
    assert lines[5:7] == ["  /*@ requires x <= 1073741823;", "      requires x >= -1073741823; */"]
    _, document = scanned(tmp_path)
    assert outcomes(document) == before
    assert conditions(document, "twice") == ["its contract in the source holds"]
    source.write_text(source.read_text() + "int wrong(void) { return value(0); }\n")
    _, document = scanned(tmp_path)
    assert outcomes(document)["value"] == outcomes(document)["wrong"] == "violated"
    units = {each["function"]: each for each in document["units"]}
    assert units["value"]["call_chains"] == [["wrong", "value"]]


def test_preconditions_about_members(tmp_path: Path) -> None:
    (tmp_path / "a.c").write_text("""\
#include <stdlib.h>
struct node { struct node *next; char *name; };
void drop(struct node *p) {
    while (p) {
        struct node *next = p->next;
        free(p->name);
        free(p);
        p = next;
    }
}
struct buffer { const char *text; int kind; unsigned long length, at; };
int present(const struct buffer *b) { return b->text ? b->text[b->at] : 0; }
int twice_freed(struct node *p) { free(p->name); free(p->name); return 0; }
int used(struct node *p, int all) { free(p->name); return all ? p->name[0] : 0; }
""")
    _, document = scanned(tmp_path)
    assert outcomes(document) == {
        "drop": "precondition-unchecked",
        "present": "precondition-unchecked",
        "twice_freed": "violated",
        "used": "violated",
    }
    allocated = "is null, or was allocated by malloc and not freed"
    assert conditions(document, "drop") == [
        f"p {allocated}",
        f"p->...->name {allocated}",
        f"p->...->next {allocated}",
    ]
    assert "b->at < b->length" in conditions(document, "present")


def test_allocators_in_arguments(tmp_path: Path) -> None:
    (tmp_path / "a.c").write_text("""\
typedef unsigned long size_t;
struct hooks { void *(*allocate)(size_t); void (*release)(void *); };
struct item { char *text; };
char *made(const struct hooks *h) {
    char *p = h->allocate(4);
    if (p) p[3] = 0;
    return p;
}
char *short_by_one(const struct hooks *h) {
    char *p = h->allocate(3);
    if (p) p[3] = 0;
    return p;
}
void drop(struct item *i, void (*free_item)(void *)) {
    if (!i || !free_item) return;
    free_item(i->text);
    free_item(i);
}
""")
    _, document = scanned(tmp_path)
    assert outcomes(document) == {
        "made": "precondition-unchecked",
        "short_by_one": "violated",
        "drop": "precondition-unchecked",
    }
    assert "h->allocate is null, or behaves like malloc" in conditions(document, "made")
    assert "free_item is null, or behaves like free" in conditions(document, "drop")


def test_less_is_proved_than_in_the_baseline(tmp_path: Path) -> None:
    source = tmp_path / "a.c"
    text = "int at(const int *p, unsigned n) { int a[4] = {0}; return n < 4 ? a[n] + *p : 0; }\n"
    source.write_text(text + "int same(int x) { return x & 1; }\n")
    scanned(tmp_path, "--sarif=old.sarif")
    ended, document = scanned(tmp_path, "--baseline=old.sarif", "--fail-on=new")
    assert (ended.returncode, document["regressions"]) == (0, [])
    source.write_text(text.replace("n < 4", "n < 5") + "int same(int x) { return x & 1; }\n")
    ended, document = scanned(tmp_path, "--baseline=old.sarif", "--fail-on=new")
    (changed,) = document["regressions"]
    assert (ended.returncode, changed["function"]) == (1, "at")
    assert changed["change"].startswith("needs a new precondition: n <= ")
    assert f"a.c:1: at {changed['change']}" in ended.stderr
    jsonschema.validate(document, SCHEMA)


def test_failed_allocations_depend_on_no_argument(tmp_path: Path) -> None:
    text = "#include <stdlib.h>\nint *make(void) { int *p = malloc(4); *p = 1; return p; }\n"
    (tmp_path / "a.c").write_text(text)
    assert outcomes(scanned(tmp_path, "--malloc-may-fail")[1]) == {"make": "violated"}
    assert outcomes(scanned(tmp_path)[1]) == {"make": "proved"}


def test_an_index_determines_the_length(tmp_path: Path) -> None:
    (tmp_path / "a.c").write_text("""\
void put(char *to, unsigned long at, char c) { to[at] = c; }
int get(const int *p, int n) { return p[n]; }
""")
    _, document = scanned(tmp_path)
    assert conditions(document, "put") == ["to points to at + 1 elements"]
    assert conditions(document, "get") == ["n >= 0", "p points to n + 1 elements"]


def test_lengths_do_not_excuse_accesses_beyond_the_own_one(tmp_path: Path) -> None:
    (tmp_path / "a.c").write_text("""\
typedef unsigned long size_t;
void copy(char *to, size_t room, const char *from, size_t n) {
    for (size_t i = 0; i < n && i < room; i++) to[i] = from[i];
}
void over(char *to, size_t room, const char *from, size_t n) {
    for (size_t i = 0; i < n && i <= room; i++) to[i] = from[i];
}
""")
    _, document = scanned(tmp_path)
    assert outcomes(document) == {"copy": "precondition-unchecked", "over": "undecided"}
    assert any(text.endswith("to points to room elements") for text in conditions(document, "copy"))


def test_operations_on_members_of_arguments_depend_on_the_caller(tmp_path: Path) -> None:
    (tmp_path / "a.c").write_text("""\
#include <assert.h>
#include <stdlib.h>
struct writer { char *start; int column; int encoding; };
#define NEXT(w) ((w)->column++)
void macro(struct writer *w) { NEXT(w); }
void member(struct writer *w) { w->column++; }
void asserted(struct writer *w) { assert(w->encoding); }
int own(int n) { struct writer w = {0, n, 0}; int a[1] = {2147483647}; return a[0] + (n > 3) + w.column; }
void wrong(struct writer *w) { int left = w->column > 3 ? 0 : 1; assert(left); }
struct list { char **names; };
void drop(struct list *l) { free(l->names); free(l->names[0]); }
""")
    _, document = scanned(tmp_path)
    assert outcomes(document) == {
        "macro": "undecided",
        "member": "undecided",
        "asserted": "undecided",
        "own": "violated",
        "wrong": "violated",
        "drop": "violated",
    }
