"""Reports of gcc as JSON and of cppcheck as XML, converted to a SARIF log."""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any
from xml.etree import ElementTree as ET

from surefoot.base.errors import InputError
from surefoot.report.sarif.log import SCHEMA
from surefoot.triage.reports import SarifEntry, parsed


def log_of(text: str, name: str) -> SarifEntry:
    """Return the SARIF log that ``text`` is, or the one with the same reports.

    ``name`` is that of the file for messages. Raises `InputError`.
    """
    start = text.lstrip()[:1]
    try:
        if start == "<":
            return _log("cppcheck", _of_cppcheck(ET.fromstring(text)))  # noqa: S314 entities are not expanded
        if start == "[":
            return _log("gcc", (_of_gcc(each) for each in _listed(text) if each.get("locations")))
    except (ET.ParseError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise InputError(f"{name} is neither JSON of gcc nor XML of cppcheck: {error}") from None
    return parsed(text, name)


def _log(tool: str, results: Iterator[SarifEntry]) -> SarifEntry:
    run = {"tool": {"driver": {"name": tool}}, "results": [*results]}
    return {"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}


def _listed(text: str) -> Iterator[Mapping[str, Any]]:
    """Yield the diagnostics in the lists of all runs of gcc."""
    decoder, at = json.JSONDecoder(), 0
    while (at := text.find("[", at)) >= 0:
        found, at = decoder.raw_decode(text, at)
        yield from found


def _of_gcc(entry: Mapping[str, Any]) -> SarifEntry:
    place = entry["locations"][0]
    steps = [(each["location"], each["description"]) for each in entry.get("path", ())]
    weakness = entry.get("metadata", {}).get("cwe")
    caret = place["caret"]
    last = place.get("finish", caret)
    end = (last["line"], last["column"] + 1) if last["file"] == caret["file"] else None
    return _result(entry.get("option", ""), entry["message"], weakness, caret, steps, end)


def _of_cppcheck(root: ET.Element) -> Iterator[SarifEntry]:
    for error in root.iter("error"):
        places = [{**each.attrib, "column": each.get("column", "0")} for each in error.iter("location")]
        if places:
            steps = [(each, str(each.get("info", ""))) for each in reversed(places)]
            yield _result(error.attrib["id"], error.attrib["msg"], error.get("cwe"), places[0], steps)


def _result(
    rule: str,
    message: str,
    weakness: object,
    place: Mapping[str, Any],
    steps: Sequence[tuple[Mapping[str, Any], str]],
    end: tuple[int, int] | None = None,
) -> SarifEntry:
    where = _location(place)
    if end is not None:
        where["physicalLocation"]["region"] |= {"endLine": end[0], "endColumn": end[1]}
    result: SarifEntry = {"ruleId": rule, "message": {"text": message}, "locations": [where]}
    if weakness:
        result["taxa"] = [{"id": str(weakness), "toolComponent": {"name": "CWE"}}]
    if steps:
        locations = [{"location": {**_location(each), "message": {"text": text}}} for each, text in steps]
        result["codeFlows"] = [{"threadFlows": [{"locations": locations}]}]
    return result


def _location(place: Mapping[str, Any]) -> SarifEntry:
    column = int(place["column"])
    region = {"startLine": int(place["line"]), **({"startColumn": column} if column > 0 else {})}
    return {"physicalLocation": {"artifactLocation": {"uri": str(place["file"])}, "region": region}}
