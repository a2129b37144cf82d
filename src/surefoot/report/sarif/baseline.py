"""Comparison of results with an earlier SARIF log."""

import json
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from surefoot.base.errors import EnvironmentFault, InputError
from surefoot.base.records import dataclass, field
from surefoot.report.sarif.fingerprints import OWN
from surefoot.report.sarif.log import SarifResult

FUNCTIONS: Final = "surefoot/functions"
"""Key of the states of functions among the properties of a run."""


@dataclass(frozen=True, slots=True)
class Baseline:
    """The violations of an earlier log by fingerprint, and the states of functions, if it has any."""

    results: dict[str, dict[str, Any]] = field(default_factory=dict)
    functions: list[dict[str, Any]] = field(default_factory=list)


def read_baseline(path: Path) -> Baseline:
    """Return the violations in the log of an earlier check or scan by surefoot.

    Raises `EnvironmentFault` if the file cannot be read, `InputError` if it is no such log.
    """
    try:
        runs = json.loads(path.read_text("utf-8"))["runs"]
        entries = [result for run in runs for result in run["results"]]
        earlier = [each for each in entries if each.get("kind", "fail") == "fail"]
        present = [each for each in earlier if each.get("baselineState") != "absent"]
        states = [each for run in runs for each in run.get("properties", {}).get(FUNCTIONS, ())]
        functions = [{key: each[key] for key in ("file", "function", "outcome", "preconditions")} for each in states]
        return Baseline({each["partialFingerprints"][OWN]: each for each in present}, functions)
    except OSError as error:
        raise EnvironmentFault(f"cannot read {path}: {error.strerror}") from None
    except (ValueError, KeyError, TypeError, AttributeError):
        raise InputError(f"{path} is not a SARIF log that surefoot wrote") from None


def compare(results: Sequence[SarifResult], baseline: Baseline) -> list[dict[str, Any]]:
    """Enter ``baselineState`` and the suppressions of the baseline into the violations of
    ``results``; return the entries of the violations that are absent now.
    """
    present: set[str] = set()
    for each in results:
        if each.entry["kind"] != "fail":
            continue
        mark = each.entry["partialFingerprints"][OWN]
        known = baseline.results.get(mark)
        present.add(mark)
        each.entry["baselineState"] = "new" if known is None else "unchanged"
        if known is not None and not each.entry["suppressions"]:
            each.entry["suppressions"] = [
                entry for entry in known.get("suppressions", []) if entry.get("kind") == "external"
            ]
    gone = [entry for mark, entry in baseline.results.items() if mark not in present]
    return [{**_without_index(entry), "baselineState": "absent"} for entry in gone]


def states(entries: Sequence[dict[str, Any]]) -> Counter[str]:
    """Return the number of entries of each ``baselineState``."""
    return Counter(each["baselineState"] for each in entries if "baselineState" in each)


def _without_index(entry: dict[str, Any]) -> dict[str, Any]:
    """Return ``entry`` without references into the log that it comes from."""
    return {key: value for key, value in entry.items() if key != "ruleIndex"}
