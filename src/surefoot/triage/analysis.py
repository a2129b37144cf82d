"""The analyser's reports on the files of a project, with their decisions."""

import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from surefoot.base.errors import SurefootError
from surefoot.frontend.analyser import analysed
from surefoot.program.program import DataModel
from surefoot.project.inputs import ProjectInput, SourceFile
from surefoot.triage.deciding import TriageOptions, decided, triage_document
from surefoot.triage.document import FailureEntry, TriageDocument
from surefoot.triage.limits import LIMITS
from surefoot.triage.reports import AnalyserReport, reports_of


def analyze(
    project: ProjectInput,
    options: TriageOptions,
    is_stopped: Callable[[], bool],
    watch: Callable[[str], None],
) -> TriageDocument:
    """Run the Clang Static Analyzer on the files of ``project``, and decide its reports."""
    began = time.monotonic()
    watch(f"the analyser runs on {len(project.files)} files")
    reports, failures = _reports(project.files, options.jobs)
    between = time.monotonic()
    items = decided(reports, project, options, is_stopped, watch)
    document = triage_document(items, project.root, complete=not is_stopped())
    document["failures"] = failures
    document["seconds"] = {
        "analysis": round(between - began, 2),
        "decisions": round(time.monotonic() - between, 2),
    }
    return document


def _reports(files: Sequence[SourceFile], jobs: int) -> tuple[list[AnalyserReport], list[FailureEntry]]:
    """Return the reports on all files in order, each once, and the files that were not analysed."""
    failures: list[FailureEntry] = []
    found: dict[AnalyserReport, None] = {}

    def reports(source: SourceFile) -> list[AnalyserReport] | SurefootError:
        try:
            model = DataModel[source.data_model]
            log = analysed(Path(source.path), model, source.flags, LIMITS.analysis_seconds)
            return reports_of(log, f"the analyser's output for {source.path}")
        except SurefootError as error:
            return error

    with ThreadPoolExecutor(jobs) as pool:
        for source, result in zip(files, pool.map(reports, files), strict=True):
            if isinstance(result, SurefootError):
                failures.append({"file": source.path, "reason": str(result)})
            else:
                found.update(dict.fromkeys(result))
    return sorted(found, key=lambda each: (each.file, each.region.line, each.region.column, each.rule)), failures
