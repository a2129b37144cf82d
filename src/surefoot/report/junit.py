"""JUnit XML of a scan: a test suite for each file, a test case for each function."""

import re
from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any, Final
from xml.etree import ElementTree as ET

from surefoot.report.text.runs import violation_summary

_INVALID: Final = re.compile(r"[^\t\n\r\x20-\uD7FF\uE000-\uFFFD\U00010000-\U0010FFFF]")
"""Characters that XML 1.0 cannot express."""


def junit_of_scan(document: Mapping[str, Any]) -> str:
    """Return the scan as JUnit XML: violated functions are failures, undecided ones are skipped,
    and files that do not compile are errors.
    """
    units: Sequence[Mapping[str, Any]] = document["units"]
    total = {**_counts(units), "time": f"{document['seconds']:.2f}"}
    root = ET.Element("testsuites", {"name": "surefoot scan", **total})
    for file, group in groupby(units, lambda each: str(each["file"])):
        own = list(group)
        seconds = sum(each["seconds"] for each in own)
        attributes = {"name": file, **_counts(own), "time": f"{seconds:.2f}"}
        suite = ET.SubElement(root, "testsuite", attributes)
        for each in own:
            _case(suite, each)
    ET.indent(root)
    return '<?xml version="1.0" encoding="utf-8"?>\n' + ET.tostring(root, encoding="unicode") + "\n"


def _counts(units: Sequence[Mapping[str, Any]]) -> dict[str, str]:
    outcomes = [each["outcome"] for each in units]
    return {
        "tests": str(len(outcomes)),
        "failures": str(outcomes.count("violated")),
        "errors": str(outcomes.count("not-compiled")),
        "skipped": str(outcomes.count("undecided")),
    }


def _case(suite: ET.Element, unit: Mapping[str, Any]) -> None:
    case = ET.SubElement(
        suite,
        "testcase",
        {
            "classname": unit["file"],
            "name": unit["function"] or unit["file"],
            "file": unit["file"],
            "line": str(unit["line"]),
            "time": f"{unit['seconds']:.2f}",
        },
    )
    reason = _printable(unit["reason"])
    match unit["outcome"]:
        case "violated":
            failure = ET.SubElement(case, "failure", {"type": "violated", "message": reason})
            chains = [" -> ".join(chain) for chain in unit["call_chains"]]
            texts = [violation_summary(each["violation"]) for each in unit["violations"]]
            failure.text = _printable("\n".join([*texts, *chains]))
        case "not-compiled":
            ET.SubElement(case, "error", {"type": "not-compiled", "message": reason})
        case "undecided":
            ET.SubElement(case, "skipped", {"message": reason})
        case _:
            conditions = "\n".join(each["text"] for each in unit["preconditions"])
            output = ET.SubElement(case, "system-out")
            output.text = _printable(f"{unit['outcome']}\n{conditions}".rstrip())


def _printable(text: str) -> str:
    return _INVALID.sub("\N{REPLACEMENT CHARACTER}", text)
