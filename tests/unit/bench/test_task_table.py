"""Tables of tasks in Markdown and LaTeX."""

import pytest

from surefoot.base.errors import UsageError
from surefoot.bench.results import Row
from surefoot.bench.task_table import TableStyle, task_table


def row(name: str, verdict: str, seconds: str, counts: str = "") -> Row:
    return Row(
        yml=f"loops/{name}.yml", property="unreach-call", expected="True", verdict=verdict, correct="correct",
        cpu_s=seconds, wall_s=seconds, rss_mb="60", engine="ufo", reason="", certify_s="0", limit_s="30",
        memory_mb="4000", version="1", runs_s="0", counts=counts,
    )  # fmt: skip


ROWS = [
    row("sum_1", "true", "1.5", '{"ufo":{"refinements":2,"nodes":7},"ic3":{"refinements":3}}'),
    row("a&b", "timeout", "30", ""),
]


def test_markdown_has_sums_over_engines_and_totals() -> None:
    assert list(task_table(ROWS, ["verdict", "cpu_s", "refinements", "ufo.refinements"], TableStyle.MARKDOWN)) == [
        "| task | verdict | cpu_s | refinements | ufo.refinements |",
        "|---|--:|--:|--:|--:|",
        "| loops/sum_1 | true | 1.5 | 5 | 2 |",
        "| loops/a&b | timeout | 30 |  |  |",
        "| 2 tasks |  | 31.5 | 5 | 2 |",
    ]


def test_latex_escapes_names() -> None:
    assert list(task_table(ROWS, ["cpu_s", "nodes"], TableStyle.LATEX)) == [
        r"\begin{tabular}{lrr}",
        r"task & cpu\_s & nodes \\ \hline",
        r"loops/sum\_1 & 1.5 & 7 \\",
        r"loops/a\&b & 30 &  \\",
        r"\hline 2 tasks & 31.5 & 7 \\",
        r"\end{tabular}",
    ]


def test_unknown_columns_are_refused_with_those_that_exist() -> None:
    with pytest.raises(UsageError, match=r"no row has 'lemmas'; there are yml, .*, nodes, refinements"):
        list(task_table(ROWS, ["lemmas"], TableStyle.MARKDOWN))
