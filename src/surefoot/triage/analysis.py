"""The reports of the Clang Static Analyzer on the files of a project."""

import time
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from surefoot.base.errors import SurefootError
from surefoot.base.records import dataclass, field
from surefoot.frontend.analyser import analysed
from surefoot.program.program import DataModel
from surefoot.project.inputs import ProjectInput, SourceFile
from surefoot.report.sarif.log import SCHEMA as SARIF_SCHEMA
from surefoot.triage.document import FailureEntry
from surefoot.triage.limits import LIMITS
from surefoot.triage.reports import AnalyserReport, SarifEntry, parsed, results_of


@dataclass(frozen=True, slots=True)
class AnalyserRun:
    """The analyser's log on the files of a project, with the reports in it, each with its entry."""

    log: SarifEntry
    results: tuple[tuple[AnalyserReport, SarifEntry], ...]
    failures: tuple[FailureEntry, ...]
    seconds: float
    sources: Mapping[AnalyserReport, SourceFile] = field(default_factory=dict)
    """The file that was analysed when a report was made."""

    def reports(self) -> list[AnalyserReport]:
        """Return the reports by place; one about a header, in several files, once."""
        found = dict.fromkeys(report for report, _ in self.results)
        return sorted(found, key=lambda each: (each.file, each.region.line, each.region.column, each.rule))


def analysis_of(project: ProjectInput, jobs: int) -> AnalyserRun:
    """Run the Clang Static Analyzer on the files of ``project``."""
    began = time.monotonic()
    failures: list[FailureEntry] = []
    sources: dict[AnalyserReport, SourceFile] = {}
    log: SarifEntry = {"$schema": SARIF_SCHEMA, "version": "2.1.0", "runs": []}

    def analysed_file(source: SourceFile) -> SarifEntry | SurefootError:
        try:
            model = DataModel[source.data_model]
            text = analysed(Path(source.path), model, source.flags, LIMITS.analysis_seconds)
            return parsed(text, f"the analyser's output for {source.path}")
        except SurefootError as error:
            return error

    with ThreadPoolExecutor(jobs) as pool:
        for source, found in zip(project.files, pool.map(analysed_file, project.files), strict=True):
            if isinstance(found, SurefootError):
                failures.append({"file": source.path, "reason": str(found)})
            else:
                log["runs"] += found["runs"]
                for report, _ in results_of(found, source.path):
                    sources.setdefault(report, source)
    results = tuple(results_of(log, "the analyser's output"))
    return AnalyserRun(log, results, tuple(failures), time.monotonic() - began, sources)
