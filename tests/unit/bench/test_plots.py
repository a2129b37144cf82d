"""Plots of bench runs as SVG."""

from xml.etree import ElementTree as ET

from surefoot.bench.plots import plots
from surefoot.bench.results import Row

SVG = "{http://www.w3.org/2000/svg}"


def row(name: str, seconds: str, correct: str = "correct", expected: str = "True") -> Row:
    return Row(
        yml=f"loops/{name}.yml", property="unreach-call", expected=expected, verdict="true", correct=correct,
        cpu_s=seconds, wall_s=seconds, rss_mb="60", engine="ufo", reason="", certify_s="0", limit_s="10",
        memory_mb="4000", version="1", runs_s="0",
    )  # fmt: skip


ROWS = [row("b", "10"), row("a&b", "0.1"), row("c", "10.5", correct="", expected="False")]


def drawing(*runs: list[Row]) -> ET.Element:
    return ET.fromstring(plots(*runs))  # noqa: S314 - our own text


def points(line: ET.Element) -> list[str]:
    return line.attrib["points"].split()


def test_a_quantile_line_has_the_correct_answers_in_ascending_order() -> None:
    found = drawing(ROWS).findall(f".//{SVG}polyline")
    assert [len(points(line)) for line in found] == [2]
    (first, second) = ([float(part) for part in each.split(",")] for each in points(found[0]))
    assert first[1] > second[1]  # SVG counts from the top
    assert first[0] < second[0]
    assert "this run: 2 of 3 correct" in [each.text for each in drawing(ROWS).iter(f"{SVG}text")]


def test_two_runs_are_compared_task_by_task() -> None:
    root = drawing(ROWS, [row("b", "1", correct="wrong"), row("c", "5", expected="False"), row("d", "1")])
    assert len(root.findall(f".//{SVG}polyline")) == 2
    circles = root.findall(f".//{SVG}circle")
    assert [each.attrib["fill"] for each in circles] == ["#d00000"]
    titles = [each.text for each in root.iter(f"{SVG}title")]
    assert titles == [
        "loops/b.yml unreach-call: true 1 s, then true 10 s",
        "loops/c.yml unreach-call: true 5 s, then true 10.5 s",
    ]


def test_names_are_escaped() -> None:
    assert "loops/a&amp;b.yml" in plots(ROWS, ROWS)


def test_no_rows() -> None:
    assert [points(each) for each in drawing([]).findall(f".//{SVG}polyline")] == [[]]
