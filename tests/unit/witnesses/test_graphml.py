"""Violation witnesses of version 1.0: automata whose edges have lines and results of calls."""

from pathlib import Path
from xml.etree.ElementTree import Element, fromstring

import pytest

import surefoot
from surefoot.witnesses.writing import witness_text

NAMES = {"": "http://graphml.graphdrawing.org/xmlns"}
UNSAFE = """extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    unsigned x = __VERIFIER_nondet_uint();
    if (x == 3000000000)
        reach_error();
}
"""
ENDLESS = """extern int __VERIFIER_nondet_int(void);
int main(void) {
    int x = __VERIFIER_nondet_int();
    while (x == 9)
        ;
}
"""
SAFE = "int main(void) { return 0; }"


def data_of(element: Element) -> dict[str, str]:
    return {each.attrib["key"]: each.text or "" for each in element.findall("data", NAMES)}


def graph_of(folder: Path, text: str, property: str) -> Element:
    file = folder / "p.c"
    file.write_text(text)
    written = witness_text(surefoot.check(file, property=property, time_limit=30, first=True), as_graphml=True)
    assert written.text is not None
    root = fromstring(written.text)  # noqa: S314 - our own text
    keys = {each.attrib["id"] for each in root.findall("key", NAMES)}
    assert keys >= {each.attrib["key"] for each in root.iter("{http://graphml.graphdrawing.org/xmlns}data")}
    graph = root.find("graph", NAMES)
    assert graph is not None
    return graph


def test_a_violation_is_a_path_to_the_violation_state(tmp_path: Path) -> None:
    graph = graph_of(tmp_path, UNSAFE, "unreach-call")
    assert data_of(graph)["witness-type"] == "violation_witness"
    nodes = [data_of(each) for each in graph.findall("node", NAMES)]
    assert nodes == [{"entry": "true"}, {}, {"violation": "true"}]
    edges = [(each.attrib["source"], each.attrib["target"], data_of(each)) for each in graph.findall("edge", NAMES)]
    assert [each[:2] for each in edges] == [("q0", "q1"), ("q1", "q2")]
    assert edges[0][2] == {
        "startline": "4",
        "endline": "4",
        "assumption": "\\result == 3000000000",
        "assumption.resultfunction": "__VERIFIER_nondet_uint",
    }
    assert edges[1][2]["startline"] == "6"


def test_a_cycle_comes_back_to_its_head(tmp_path: Path) -> None:
    graph = graph_of(tmp_path, ENDLESS, "termination")
    nodes = [data_of(each) for each in graph.findall("node", NAMES)]
    assert nodes[-1] == {"cyclehead": "true"}
    *_, last = graph.findall("edge", NAMES)
    assert last.attrib["source"] == last.attrib["target"] == "q2"
    assert data_of(last) == {"startline": "4", "endline": "4", "control": "condition-true"}


def test_proofs_have_no_witness_of_version_1(tmp_path: Path) -> None:
    file = tmp_path / "p.c"
    file.write_text(SAFE)
    written = witness_text(surefoot.check(file, property="unreach-call", time_limit=30), as_graphml=True)
    assert written.text is None and "violations only" in written.reason


@pytest.mark.parametrize("suffix", ["graphml", "yml"])
def test_the_suffix_of_the_file_is_the_format(suffix: str, tmp_path: Path) -> None:
    from cli.in_this_process import surefoot as command

    file, witness = tmp_path / "p.c", tmp_path / f"w.{suffix}"
    file.write_text(UNSAFE)
    command("check", str(file), "--property", "unreach-call", "--first", "--witness", str(witness))
    assert witness.read_text().startswith("<?xml" if suffix == "graphml" else "- entry_type")
