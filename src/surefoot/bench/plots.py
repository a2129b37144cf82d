"""Plots of results as an SVG document: CPU times of the correct answers in ascending order
(quantile plot), and beside it the times of two runs task by task (scatter plot).
"""

from collections.abc import Iterator, Mapping, Sequence
from math import log10
from typing import Final
from xml.sax.saxutils import escape

from surefoot.base.records import dataclass
from surefoot.bench.results import Row

_SIDE: Final = 360
"""Side of the area of a plot."""
_LEFT, _TOP, _RIGHT, _BOTTOM = 70, 50, 30, 60
"""Margins around it, for axes and titles."""
_LEAST: Final = 0.1
"""Start of the time axes, in seconds; shorter times are drawn there."""
_NOW, _BEFORE, _GREY, _WRONG = "#0072b2", "#e69f00", "#888888", "#d00000"


def plots(rows: Sequence[Row], old: Sequence[Row] | None = None) -> str:
    """Return the quantile plot of ``rows``, with ``old`` as a second line and a scatter plot if
    there are any.
    """
    most = max((_seconds(row) for row in (*rows, *(old or ()))), default=_LEAST)
    limits = [float(row.limit_s) for row in (*rows, *(old or ())) if row.limit_s]
    scale = _LogScale(max(10 * _LEAST, most, *limits))
    drawn = list(_quantile_plot(rows, old, scale))
    panels = 1
    if old is not None:
        panels = 2
        drawn += [f'<g transform="translate({_LEFT + _SIDE + _RIGHT})">', *_scatter_plot(rows, old, scale), "</g>"]
    width, height = panels * (_LEFT + _SIDE + _RIGHT), _TOP + _SIDE + _BOTTOM
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        'font-family="sans-serif" font-size="12">'
    )
    return "\n".join((head, f'<rect width="{width}" height="{height}" fill="white"/>', *drawn, "</svg>", ""))


@dataclass(frozen=True, slots=True)
class _LogScale:
    """Logarithmic axis of seconds from `_LEAST` to ``most``."""

    most: float

    def at(self, seconds: float) -> float:
        """Return the distance of ``seconds`` from the origin."""
        return round(_SIDE * log10(max(seconds, _LEAST) / _LEAST) / log10(self.most / _LEAST), 1)

    def ticks(self) -> list[float]:
        """Return the marked times."""
        marks = [part * 10.0**power for power in range(-1, 6) for part in (1, 3)]
        return [mark for mark in marks if mark <= self.most]


def _seconds(row: Row) -> float:
    return float(row.cpu_s or 0)


def _solved(row: Row) -> bool:
    return row.correct == "correct"


# ---- quantile plot


def _quantile_plot(rows: Sequence[Row], old: Sequence[Row] | None, scale: _LogScale) -> Iterator[str]:
    runs = [(rows, "this run", _NOW)] if old is None else [(old, "earlier run", _BEFORE), (rows, "this run", _NOW)]
    count = max(1, *(len(each) for each, _, _ in runs))
    yield from _frame("Correct answers within a CPU time", "number of correct answers", "CPU time of the task in s")
    yield from _ticks_of_time(scale, is_vertical=True)
    for number in sorted({round(count * part / 4) for part in range(5)}):
        x = _LEFT + round(_SIDE * number / count, 1)
        yield _text(x, _TOP + _SIDE + 18, str(number), "middle")
    for place, (each, name, colour) in enumerate(runs):
        times = sorted(_seconds(row) for row in each if _solved(row))
        points = [
            f"{_LEFT + round(_SIDE * number / count, 1)},{_TOP + _SIDE - scale.at(time)}"
            for number, time in enumerate(times, start=1)
        ]
        yield f'<polyline fill="none" stroke="{colour}" stroke-width="2" points="{" ".join(points)}"/>'
        y = _TOP + 20 + 18 * place
        yield f'<line x1="{_LEFT + 10}" y1="{y - 4}" x2="{_LEFT + 34}" y2="{y - 4}" stroke="{colour}" stroke-width="2"/>'
        yield _text(_LEFT + 40, y, f"{name}: {len(times)} of {len(each)} correct", "start")


# ---- scatter plot


def _scatter_plot(rows: Sequence[Row], old: Sequence[Row], scale: _LogScale) -> Iterator[str]:
    """Yield the drawing of the tasks of both runs; unsolved ones are on the upper and right edges."""
    yield from _frame("CPU time of each task in s", "earlier run", "this run")
    yield from _ticks_of_time(scale, is_vertical=True)
    yield from _ticks_of_time(scale, is_vertical=False)
    corner = f'x2="{_LEFT + _SIDE}" y2="{_TOP}"'
    yield f'<line x1="{_LEFT}" y1="{_TOP + _SIDE}" {corner} stroke="{_GREY}" stroke-dasharray="4 4"/>'
    before: Mapping[tuple[str, str], Row] = {row.key(): row for row in old}
    for row in rows:
        earlier = before.get(row.key())
        if earlier is not None:
            yield _mark(row, earlier, scale)


def _mark(row: Row, earlier: Row, scale: _LogScale) -> str:
    """Return the mark of a task: a circle for a proof, a square for a violation, red if wrong."""
    x, y = (scale.at(_seconds(each)) if _solved(each) else _SIDE for each in (earlier, row))
    x, y = round(_LEFT + x, 1), round(_TOP + _SIDE - y, 1)
    is_wrong = "wrong" in {row.correct, earlier.correct}
    style = f'fill="{_WRONG if is_wrong else _NOW}" fill-opacity="0.6"'
    results = ", then ".join(f"{each.verdict} {each.cpu_s} s" for each in (earlier, row))
    title = f"<title>{escape(f'{row.yml} {row.property}: {results}')}</title>"
    if row.expected == "True":
        return f'<circle cx="{x}" cy="{y}" r="4" {style}>{title}</circle>'
    return f'<rect x="{x - 3.5:g}" y="{y - 3.5:g}" width="7" height="7" {style}>{title}</rect>'


# ---- axes


def _frame(title: str, across: str, up: str) -> Iterator[str]:
    yield f'<rect x="{_LEFT}" y="{_TOP}" width="{_SIDE}" height="{_SIDE}" fill="none" stroke="{_GREY}"/>'
    yield _text(_LEFT + _SIDE / 2, _TOP - 20, title, "middle", 'font-weight="bold"')
    yield _text(_LEFT + _SIDE / 2, _TOP + _SIDE + 42, across, "middle")
    turned = f'transform="rotate(-90 18 {_TOP + _SIDE / 2})"'
    yield _text(18, _TOP + _SIDE / 2, up, "middle", turned)


def _ticks_of_time(scale: _LogScale, *, is_vertical: bool) -> Iterator[str]:
    for seconds in scale.ticks():
        at = scale.at(seconds)
        if is_vertical:
            y = _TOP + _SIDE - at
            yield f'<line x1="{_LEFT}" y1="{y}" x2="{_LEFT + _SIDE}" y2="{y}" stroke="{_GREY}" stroke-opacity="0.25"/>'
            yield _text(_LEFT - 8, y + 4, f"{seconds:g}", "end")
        else:
            yield _text(_LEFT + at, _TOP + _SIDE + 18, f"{seconds:g}", "middle")


def _text(x: float, y: float, text: str, anchor: str, more: str = "") -> str:
    return f'<text x="{x:g}" y="{y:g}" text-anchor="{anchor}" {more}>{escape(text)}</text>'
