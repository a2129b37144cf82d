"""Display of a report in a notebook: its text, and the page for browsers in a frame."""

from html import escape
from typing import Final

from surefoot.report.document import ReportDocument
from surefoot.report.html.data import data_of_report
from surefoot.report.html.page import html_page
from surefoot.report.text.report import render
from surefoot.report.text.terminal import Style

_COLOURS: Final = {"safe": "#1a7f37", "unsafe": "#cf222e"}
_UNDECIDED: Final = "#9a6700"


def notebook_html(document: ReportDocument) -> str:
    """Return an element without scripts of its own: viewers that show no frames show the text."""
    headline, _, rest = render(document, Style()).partition("\n")
    verdict, _, detail = headline.partition(": ")
    colour = _COLOURS.get(document["verdict"], _UNDECIDED)
    frame = escape(html_page(data_of_report(document)), quote=True)
    return (
        f'<div><b style="color:{colour}">{escape(verdict)}</b>: {escape(detail)}'
        f'<pre style="line-height:1.3">{escape(rest.strip(chr(10)))}</pre>'
        "<details><summary>source and runs</summary>"
        f'<iframe sandbox="allow-scripts" style="width:100%;height:32em;border:1px solid #8884" srcdoc="{frame}"></iframe>'
        "</details></div>"
    )
