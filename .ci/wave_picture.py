"""Draws a waveform (VCD) that surefoot wrote as an SVG picture.

surefoot check FILE --wave trace.vcd
python .ci/wave_picture.py trace.vcd picture.svg
"""

import sys
from html import escape
from pathlib import Path

STEP, ROW, HEIGHT, LEFT, TOP = 96, 26, 18, 110, 14
STRIP = "#2a78b8"
UNKNOWN = "#c0392b"
Changes = list[tuple[int, str]]


def read(text: str) -> tuple[dict[str, tuple[str, int, Changes]], int]:
    """Return kind, width and changes of each signal by name, and the last time."""
    head, _, body = text.partition("$enddefinitions $end")
    scopes: list[str] = []
    signals: dict[str, tuple[str, int, Changes]] = {}
    by_code: dict[str, Changes] = {}
    for line in head.splitlines():
        words = line.split()
        if words[:1] == ["$scope"]:
            scopes.append(words[2])
        elif words[:1] == ["$upscope"]:
            scopes.pop()
        elif words[:1] == ["$var"]:
            changes = by_code[words[3]] = []
            name = " ".join(words[4:-1]).split(" [")[0]
            signals[".".join([*scopes[1:], name])] = words[1], int(words[2]), changes
    time = 0
    for line in body.splitlines():
        if line.startswith("#"):
            time = int(line[1:])
        elif line[:1] in ("b", "r", "s"):
            value, _, code = line.rpartition(" ")
            by_code[code].append((time, value))
        elif line[:1] in ("0", "1", "x", "z"):
            by_code[line[1:]].append((time, line[0]))
    return signals, time


def shown(value: str, kind: str, width: int) -> str:
    """Return a value as people read it."""
    digits = value[1:]
    if value[0] == "s":
        return digits.replace("\\x20", " ")
    if value[0] != "b" or "x" in digits or "z" in digits:
        return "?" if "x" in digits or value in "xz" else digits or value
    number = int(digits, 2)
    return str(number - (1 << width) if kind == "integer" and number >> (width - 1) else number)


def strip(changes: Changes, end: int, top: float, unit: float, kind: str, width: int) -> list[str]:
    """Return a signal with many values: a box for each."""
    found = []
    for (time, value), (until, _) in zip(changes, [*changes[1:], (end, "")], strict=True):
        begin, stop = LEFT + time * unit, LEFT + until * unit
        if stop <= begin:
            continue
        text = shown(value, kind, width)
        room = int((stop - begin - 10) / 6.7)
        text = text if len(text) <= room else text[: max(room - 1, 0)] + "…"
        colour = UNKNOWN if text == "?" else STRIP
        points = f"{begin},{top + HEIGHT / 2} {begin + 4},{top} {stop - 4},{top} {stop},{top + HEIGHT / 2} {stop - 4},{top + HEIGHT} {begin + 4},{top + HEIGHT}"
        found.append(f'<polygon points="{points}" fill="{colour}" fill-opacity="0.12" stroke="{colour}"/>')
        found.append(f'<text x="{begin + 7}" y="{top + 13}">{escape(text)}</text>')
    return found


def line(changes: Changes, end: int, top: float, unit: float) -> list[str]:
    """Return a signal of one bit."""
    points = []
    for (time, value), (until, _) in zip(changes, [*changes[1:], (end, "")], strict=True):
        level = top if value.endswith("1") else top + HEIGHT
        points += [f"{LEFT + time * unit},{level}", f"{LEFT + until * unit},{level}"]
    return [f'<polyline points="{" ".join(points)}" fill="none" stroke="{STRIP}"/>']


def drawn(text: str) -> str:
    """Return the picture of a waveform."""
    signals, last = read(text)
    end = last + 5
    unit = STEP / 10
    rows = []
    for number, (name, (kind, width, changes)) in enumerate(signals.items()):
        top = TOP + number * ROW
        rows.append(f'<text x="8" y="{top + 13}" font-weight="bold">{escape(name)}</text>')
        is_line = kind == "wire" and width == 1
        rows += line(changes, end, top, unit) if is_line else strip(changes, end, top, unit, kind, width)
    size = f'width="{LEFT + end * unit + 10:.0f}" height="{TOP + len(signals) * ROW}"'
    style = 'font-family="DejaVu Sans Mono, monospace" font-size="11" fill="#222"'
    background = '<rect width="100%" height="100%" fill="white"/>'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" {size}><g {style}>{background}\n' + "\n".join(rows) + "\n</g></svg>\n"
    )


if __name__ == "__main__":
    Path(sys.argv[2]).write_text(drawn(Path(sys.argv[1]).read_text(encoding="utf-8")), encoding="utf-8")
