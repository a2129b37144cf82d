"""``surefoot reach``: which code no run gets to."""

import json
from argparse import Namespace
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any

from surefoot.base.errors import EnvironmentFault
from surefoot.base.supervision import JobRefused, JobReturned, JobStopped, ResourceLimits, supervise
from surefoot.cli.output import ExitCode, end_by, say, tell
from surefoot.report.whole_files import write_whole

if TYPE_CHECKING:
    from collections.abc import Iterator

SCHEMA = "surefoot-reach/1"
_UNREACHABLE, _UNDECIDED = "unreachable", "not decided"


def run(options: Namespace) -> ExitCode:
    """Print the lines that no run gets to, and those about which it is not known."""
    limits = ResourceLimits(options.time_limit, options.memory_limit)
    ended = supervise(lambda _: _found(options), limits, lambda _: None)
    if ended.progress.signals:
        end_by(ended.progress.signals[0])
    match ended.outcome:
        case JobReturned(document):
            return _published(document, options)
        case JobRefused(error):
            raise error
        case JobStopped(_, detail, traceback):
            if options.debug:
                tell(*traceback.splitlines())
            raise EnvironmentFault(f"nothing was found out: {detail}")


def _found(options: Namespace) -> dict[str, Any]:
    """In the child: the document."""
    from surefoot.base.budget import Budget
    from surefoot.base.events import ignore
    from surefoot.cli.arguments import bounds_of
    from surefoot.cli.environment import environment_of
    from surefoot.engines.registry import make_engine
    from surefoot.program.program import DataModel
    from surefoot.smt.contracts import Limits
    from surefoot.smt.registry import SolverFactory
    from surefoot.verify.dead_code import EVERY_RUN, code_reach
    from surefoot.verify.loading import load
    from surefoot.verify.request import Request
    from surefoot.verify.tasks import resolve

    task = resolve(options.files, None, DataModel[options.data_model] if options.data_model else None)
    entry = options.function or task.specification.entry
    budget = Budget.seconds(options.time_limit)
    environment = environment_of(options)
    request = Request(
        task.files, EVERY_RUN, task.data_model, entry, options.clang_flags, environment, bounds_of(options)
    )
    program = load(request, budget).program
    solvers = SolverFactory(budget=budget, limits=Limits(memory_mb=options.memory_limit))
    found = code_reach(program, make_engine(options.engine), solvers, budget, ignore)
    return {
        "schema": SCHEMA,
        "files": [str(path) for path in task.files],
        "function": entry,
        "data_model": task.data_model.name,
        "lines": [
            {"file": each.file, "line": each.line, "function": each.function, "reach": each.reach.value}
            for each in found.lines
        ],
        "undecided_reason": found.reason or None,
    }


def _published(document: dict[str, Any], options: Namespace) -> ExitCode:
    data = json.dumps(document, indent=2)
    if options.json not in {None, "-"}:
        write_whole(Path(options.json), data + "\n")
    if not say((data if options.json == "-" else "\n".join(_text(document))) + "\n"):
        return ExitCode.UNKNOWN
    found = {line["reach"] for line in document["lines"]}
    return ExitCode.UNSAFE if _UNREACHABLE in found else ExitCode.UNKNOWN if _UNDECIDED in found else ExitCode.SAFE


def _text(document: dict[str, Any]) -> "Iterator[str]":
    from surefoot.base.spans import Span
    from surefoot.report.c.source_lines import SourceLines

    lines = document["lines"]
    count = {word: sum(line["reach"] == word for line in lines) for word in (_UNREACHABLE, _UNDECIDED)}
    if not any(count.values()):
        yield f"every line with code is reached by some run ({len(lines)} lines)"
        return
    yield f"{count[_UNREACHABLE]} of {len(lines)} lines with code are reached by no run"
    sources = SourceLines()
    for word in (_UNREACHABLE, _UNDECIDED):
        chosen = [line for line in lines if line["reach"] == word]
        if chosen and word == _UNDECIDED:
            yield f"not decided: {count[word]} lines ({document['undecided_reason']})"
        for (file, function), of_function in groupby(chosen, lambda line: (line["file"], line["function"])):
            yield f"  {file}, in {function}"
            for line in of_function:
                yield f"    {line['line']:>4}  {sources.line(Span(file, line['line']))}".rstrip()
