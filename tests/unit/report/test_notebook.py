"""The display of reports in notebooks."""

import html
import json
import re
from html.parser import HTMLParser
from pathlib import Path

import surefoot


class Elements(HTMLParser):
    """The names of all elements, and the source of the frame."""

    def __init__(self) -> None:
        super().__init__()
        self.opened: list[str] = []
        self.closed: list[str] = []
        self.frame = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.opened.append(tag)
        self.frame = dict(attrs).get("srcdoc") or self.frame

    def handle_endtag(self, tag: str) -> None:
        self.closed.append(tag)


def test_violation_with_its_run(tmp_path: Path) -> None:
    file = tmp_path / "<b>.c"
    file.write_text("int main(void) { int a[2] = {0}; int i = 2; return a[i]; }\n")
    report = surefoot.check(file)
    shown = report._repr_html_()
    elements = Elements()
    elements.feed(shown)
    assert sorted(elements.opened) == sorted(elements.closed)
    assert "script" not in elements.opened and "b" in elements.opened
    assert shown.startswith('<div><b style="color:#cf222e">unsafe</b>: out-of-bounds read')
    assert "i = 2" in html.unescape(shown)
    assert "<b>.c" not in shown
    data = re.search(r'<script type="application/json" id="data">(.*?)</script>', elements.frame, re.DOTALL)
    assert data is not None and json.loads(data[1])["verdict"] == "unsafe"


def test_proof(tmp_path: Path) -> None:
    file = tmp_path / "a.c"
    file.write_text("int main(void) { int a[2] = {0}; int i = 1; return a[i]; }\n")
    assert surefoot.check(file)._repr_html_().startswith('<div><b style="color:#1a7f37">safe</b>: ')
