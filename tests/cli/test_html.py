"""HTML reports: the file is self-contained, and works in a real browser by mouse and keyboard."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from cli.in_this_process import surefoot
from corpus.browser import CHROMIUM, Browser, browser
from limits import override
from surefoot.report.limits import LIMITS

needs_browser = pytest.mark.skipif(CHROMIUM is None, reason="no Chromium is installed")
PROGRAM = """\
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
struct node { int value; struct node *next; };
static int total;
static struct node *push(struct node *head, int value) {
    struct node *fresh = malloc(sizeof *fresh);
    fresh->value = value;
    fresh->next = head;
    total += value;
    return fresh;
}
int main(void) {
    struct node *list = NULL;
    for (int i = 0; i < 3; i++)
        list = push(list, i);
    if (__VERIFIER_nondet_int() == 7)
        free(list);
    list = list->next;
    return list->value;
}
int get(const int *p) { return *p; }
int sum(int n) {
    int i = 0, s = 0;
    while (i < n) {
        if (s < 1000) s += 2;
        i++;
    }
    return 100 / (1 + s);
}
"""


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("page")
    (folder / "list.c").write_text(PROGRAM)
    (folder / "site").mkdir()
    surefoot("scan", "--html=site", "--unit-time=20", "--quiet", cwd=folder)
    return folder / "site" / "index.html"


@pytest.fixture(scope="module")
def chromium(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    with browser(tmp_path_factory.mktemp("profile")) as found:
        found.resize(1280, 900)
        yield found


@pytest.fixture
def shown(chromium: Browser, page: Path) -> Iterator[Browser]:
    """The project page; afterwards no errors were logged."""
    chromium.errors.clear()
    chromium.open(page)
    yield chromium
    assert chromium.errors == []


def test_file_is_self_contained(page: Path) -> None:
    text = page.read_text()
    assert "default-src 'none'" in text
    assert re.findall(r"""(?:src|href)=["'](?!data:)[^"'#]""", text) == []
    assert set(re.findall(r"https?://[^\s\"'<]+", text)) <= {"http://www.w3.org/2000/svg"}


def test_source_text_cannot_leave_its_element(tmp_path: Path) -> None:
    (tmp_path / "a.c").write_text(
        'const char *s = "</script><script>alert(1)</script>";\nint main(void) { return *s; }\n'
    )
    surefoot("check", "a.c", "--html=out.html", "--quiet", cwd=tmp_path)
    assert "<script>alert" not in (tmp_path / "out.html").read_text()


@needs_browser
def test_table_is_sorted_and_filtered(shown: Browser) -> None:
    names = "tbody td:first-child"
    assert shown.texts(names) == ["main", "push", "get", "sum"]
    shown.click("th[data-column=name] button")
    assert shown.texts(names) == ["get", "main", "push", "sum"]
    shown.click("th[data-column=name] button")
    assert shown.texts(names) == ["sum", "push", "main", "get"]
    assert shown.value("document.querySelector('th[data-column=name]').getAttribute('aria-sort')") == "descending"
    shown.click("[data-outcome=violated]")
    assert shown.texts(names) == ["main"]
    shown.click("[data-outcome='']")
    shown.press("/")
    shown.type("GE")
    assert shown.texts(names) == ["get"]
    assert len(shown.texts("svg.treemap rect")) == 4


@needs_browser
def test_run_is_stepped_by_keys_buttons_and_slider(shown: Browser) -> None:
    shown.click("tbody a")
    assert shown.texts("h1") == ["main violated"]
    assert shown.texts("#position")[0].startswith("step 1 of ")
    shown.press("ArrowRight")
    shown.click("#next")
    assert shown.texts("#position")[0].startswith("step 3 of ")
    shown.press("ArrowLeft")
    assert shown.texts("#position")[0].startswith("step 2 of ")
    shown.value("(s => { s.value = 8; s.dispatchEvent(new Event('input')); })(document.querySelector('#step'))")
    assert shown.texts("#position")[0].startswith("step 9 of ")
    assert shown.value("location.hash").endswith("/s/8")
    shown.press("End")
    assert "use after free" in shown.texts("#position")[0]
    assert shown.texts(".row.failed .gutter") == ["18"]
    shown.press("Home")
    assert shown.texts("#position")[0].startswith("step 1 of ")
    shown.press("Escape")
    assert shown.value("location.hash") == "#/"


@needs_browser
def test_state_of_a_run_shows_stack_heap_and_arrows(shown: Browser) -> None:
    shown.click("tbody a")
    step = shown.value(
        "DATA.runs[0].steps.findLastIndex(s => s.function == 'push' && s.changes.some(c => c[1] == 'malloc#3.next'))"
    )
    shown.value(f"location.hash = '#/f/' + DATA.functions.findIndex(f => f.name == 'main') + '/r/0/s/{step}'")
    shown.settle()
    assert shown.texts(".frame .name") == ["push()", "main()"]
    assert shown.texts(".object .name") == ["malloc#1", "malloc#2", "malloc#3"]
    assert shown.texts("[data-object='malloc#3'] .cell") == [".value2", ".next&malloc#2"]
    assert shown.texts(".cell.changed") == [".next&malloc#2"]
    assert shown.texts("[data-object=globals] .cell") == ["total1"]
    pointers = len([each for each in shown.texts(".cell .value") if each.startswith("&")])
    assert len(shown.texts(".arrows .head")) == pointers > 3


@needs_browser
def test_function_page_shows_checks_preconditions_and_invariants(shown: Browser) -> None:
    shown.value("location.hash = '#/f/' + DATA.functions.findIndex(f => f.name == 'sum')")
    shown.settle()
    assert shown.texts("h1") == ["sum proved"]
    invariants = shown.texts(".row.invariant code")
    assert invariants and all(each.startswith("invariant: ") for each in invariants)
    assert shown.texts(".source .mark") == ["✓", "✓", "✓2"]
    assert shown.texts(".stages div")
    shown.value("location.hash = '#/f/' + DATA.functions.findIndex(f => f.name == 'get')")
    shown.settle()
    assert shown.texts(".row.invariant code") == ["requires: p is not null"]


@needs_browser
def test_dark_mode_and_phone(shown: Browser) -> None:
    def background() -> str:
        return str(shown.value("getComputedStyle(document.body).backgroundColor"))

    light = background()
    shown.press("t")
    dark = background()
    assert dark != light
    shown.click("#theme")
    assert background() == light
    try:
        shown.resize(390, 844, dark=True)
        shown.value("delete document.documentElement.dataset.theme")
        assert background() == dark
        for address in ("#/", "#/f/1/r/0/s/9", "#/f/3"):
            shown.value(f"location.hash = '{address}'")
            shown.settle()
            assert shown.value("document.documentElement.scrollWidth") <= 390
    finally:
        shown.resize(1280, 900)


@needs_browser
def test_links_are_reached_by_tab_and_opened_by_enter(shown: Browser) -> None:
    for _ in range(30):
        shown.press("Tab")
        if shown.value("document.activeElement.matches('tbody a')"):
            break
    shown.press("Enter")
    assert shown.texts("h1") == ["main violated"]


@needs_browser
@pytest.mark.parametrize(
    ("text", "heading"),
    [
        ("int main(void) { int a[2] = {1, 2}; return a[1]; }", "safe: a.c"),
        ("int main(void) { int a[2] = {1, 2}, i = 2; return a[i]; }", "unsafe: a.c"),
        ("int main(void) { return 1 }", "error: a.c"),
    ],
)
def test_page_of_a_check(chromium: Browser, tmp_path: Path, text: str, heading: str) -> None:
    (tmp_path / "a.c").write_text(text)
    surefoot("check", "a.c", "--html=out.html", "--quiet", cwd=tmp_path)
    chromium.errors.clear()
    chromium.open(tmp_path / "out.html")
    assert chromium.texts("h1") == [heading]
    chromium.click("tbody a")
    assert chromium.texts(".source .row code")[0] == text
    assert chromium.errors == []


@needs_browser
def test_present_line_of_a_long_source_is_visible(chromium: Browser, tmp_path: Path) -> None:
    (tmp_path / "a.c").write_text("\n" * 300 + "int main(void) {\n  int x = 0;\n  return 1 / x;\n}\n" + "\n" * 300)
    surefoot("check", "a.c", "--html=out.html", "--quiet", cwd=tmp_path)
    chromium.open(tmp_path / "out.html", "#/f/0")
    for key in ("Home", "End"):
        chromium.press(key)
        place = "document.querySelector('.row.now').getBoundingClientRect().top"
        top, bottom = (
            f"document.querySelector('.source').getBoundingClientRect().{edge}" for edge in ("top", "bottom")
        )
        assert chromium.value(f"{top} < {place} && {place} < {bottom}")


@needs_browser
def test_long_run_is_cut(chromium: Browser, tmp_path: Path) -> None:
    (tmp_path / "a.c").write_text(
        "int main(void) { int s = 0, i;\n  for (i = 0; i < 50; i++)\n    s += i;\n  return 1 / (s - 1225); }\n"
    )
    with override(LIMITS, html_steps=20):
        surefoot("check", "a.c", "--html=out.html", "--quiet", cwd=tmp_path)
    chromium.errors.clear()
    chromium.open(tmp_path / "out.html", "#/f/0/r/0/s/10")
    assert "lines are not shown" in chromium.texts("#position")[0]
    values = chromium.texts(".frame .cell")
    chromium.press("End")
    assert "s1225" in chromium.texts(".frame .cell")
    assert "i0" not in values
    assert chromium.errors == []
