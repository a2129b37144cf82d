"""``surefoot triage``: the reports of an analyser in SARIF, in JSON of gcc or XML of cppcheck, refuted or confirmed."""

from argparse import Namespace
from pathlib import Path

from surefoot.base.errors import UsageError
from surefoot.cli.analyze import decide
from surefoot.cli.output import ExitCode


def run(options: Namespace) -> ExitCode:
    """Decide the reports of the log."""
    from surefoot.project.inputs import project_of
    from surefoot.triage.analysis import AnalyserRun
    from surefoot.triage.other_formats import log_of
    from surefoot.triage.reports import read_log, results_of

    if options.method == "constraints":
        raise UsageError("--method constraints needs the analyser's states: use surefoot analyze")
    name = str(options.log)
    log = log_of(read_log(options.log), name)
    results = tuple(results_of(log, name))
    reports = [report for report, _ in results]
    named = dict.fromkeys(Path(each.file) for each in reports if each.file.endswith(".c"))
    files = options.files or [each for each in named if each.is_file()]
    project = project_of(files, options.compile_db, options.clang_flags)
    return decide(AnalyserRun(log, results, (), 0.0), reports, project, options)
