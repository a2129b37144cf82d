"""``surefoot reach``: dead code, the lines that no run reaches."""

import json
from argparse import Namespace
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from typing import TypedDict

from surefoot.base.files import write_atomically
from surefoot.base.supervision import ResourceLimits
from surefoot.cli.child import value_of
from surefoot.cli.output import ExitCode, print_output

SCHEMA = "surefoot-reach/1"
_UNREACHABLE, _UNDECIDED = "unreachable", "not decided"


class _Line(TypedDict):
    file: str
    line: int
    function: str
    reach: str


class _Document(TypedDict):
    schema: str
    files: list[str]
    function: str
    data_model: str
    lines: list[_Line]
    undecided_reason: str | None
    assumptions: list[str]


def run(options: Namespace) -> ExitCode:
    """Print the unreachable and the undecided lines; the exit code shows whether there are any."""
    limits = ResourceLimits(options.time_limit, options.memory_limit)
    document: _Document = value_of(lambda: _document(options), options, "no line was decided", limits)
    data = json.dumps(document, indent=2)
    if options.json not in {None, "-"}:
        write_atomically(Path(options.json), data + "\n")
    if not print_output((data if options.json == "-" else "\n".join(_text(document))) + "\n"):
        return ExitCode.UNKNOWN
    found = {line["reach"] for line in document["lines"]}
    return ExitCode.UNSAFE if _UNREACHABLE in found else ExitCode.UNKNOWN if _UNDECIDED in found else ExitCode.SAFE


def _document(options: Namespace) -> _Document:
    """Return the reachability of all lines; runs in the child process."""
    from surefoot.base.budget import Budget
    from surefoot.base.events import ignore
    from surefoot.cli.program_options import request_of
    from surefoot.engines.registry import make_engine
    from surefoot.program.allocations import allocation_assumptions
    from surefoot.smt.contracts import Limits
    from surefoot.smt.registry import SolverFactory
    from surefoot.verify.dead_code import EVERY_RUN, code_reach
    from surefoot.verify.loading import load

    budget = Budget.seconds(options.time_limit)
    request = request_of(options, checked=EVERY_RUN)
    program = load(request, budget).program
    solvers = SolverFactory(budget=budget, limits=Limits(memory_mb=options.memory_limit))
    found = code_reach(program, make_engine(options.engine), solvers, budget, ignore)
    return {
        "schema": SCHEMA,
        "files": [str(path) for path in request.files],
        "function": request.entry,
        "data_model": request.data_model.name,
        "lines": [
            {"file": each.file, "line": each.line, "function": each.function, "reach": each.reach.value}
            for each in found.lines
        ],
        "undecided_reason": found.reason or None,
        "assumptions": [each.text for each in allocation_assumptions(program)],
    }


def _text(document: _Document) -> Iterator[str]:
    from surefoot.base.spans import Span
    from surefoot.report.c.source_text import SourceLines

    lines = document["lines"]
    count = {word: sum(line["reach"] == word for line in lines) for word in (_UNREACHABLE, _UNDECIDED)}
    if not any(count.values()):
        yield f"every line with code is reached by some run ({len(lines)} lines)"
        return
    yield f"{count[_UNREACHABLE]} of {len(lines)} lines with code are reached by no run"
    yield from (f"assumed: {each}" for each in document["assumptions"])
    sources = SourceLines()
    for word in (_UNREACHABLE, _UNDECIDED):
        chosen = [line for line in lines if line["reach"] == word]
        if chosen and word == _UNDECIDED:
            yield f"not decided: {count[word]} lines ({document['undecided_reason']}); try a larger --time-limit"
        for (file, function), of_function in groupby(chosen, lambda line: (line["file"], line["function"])):
            yield f"  {file}, in {function}"
            for line in of_function:
                yield f"    {line['line']:>4}  {sources.line(Span(file, line['line']))}".rstrip()
