"""Certificates of refutations as files, with the log that names their paths."""

import json
from collections.abc import Iterable, Sequence
from pathlib import Path

from surefoot.base.errors import InputError
from surefoot.base.files import write_atomically
from surefoot.program.passes.followed_path import FollowedPath
from surefoot.program.passes.reported_path import ReportedPath
from surefoot.triage.deciding import DecidedReport
from surefoot.triage.reports import AnalyserReport, SarifEntry

LOG_NAME = "reports.sarif"
"""Name of the log in the folder."""


def write_evidence(
    items: Iterable[DecidedReport], log: SarifEntry, reports: Sequence[AnalyserReport], folder: Path
) -> None:
    """Write ``log``, as the analyser made it, and the certificate of each refutation to ``folder``;
    note the files in the decisions.

    ``reports`` are those in the log, in order. Raises `InputError` if a file cannot be written.
    """
    numbers: dict[AnalyserReport, int] = {}
    for number, each in enumerate(reports, 1):
        numbers.setdefault(each, number)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        write_atomically(folder / LOG_NAME, json.dumps(log, indent=1) + "\n")
        for item in items:
            if item.proof is not None:
                _write_proof(item, numbers[item.report], folder)
    except OSError as error:
        raise InputError(f"cannot write to {folder}: {error}") from None


def _write_proof(item: DecidedReport, number: int, folder: Path) -> None:
    proof = item.proof
    if proof is None:
        return
    file = folder / f"{number}.proof"
    write_atomically(file, proof.certificate)
    item.decision["certificate"] = str(file)
    if proof.arguments:
        place = f"{folder / LOG_NAME}:{number}"
        match proof.path:
            case ReportedPath(defects=defects):
                kinds = "".join(f":{each}" for each in defects)
                path = ["--path-program", f"{place}{kinds}"]
            case FollowedPath():
                path = ["--path", place]
            case None:
                path = []
        item.decision["certify"] = [*proof.arguments, *path, str(file)]
