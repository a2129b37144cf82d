"""Runs as text: the inputs, then source lines with changes, then the violation."""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from surefoot.report.document import (
    ChangeEntry,
    CycleEntry,
    NativeRunEntry,
    StepEntry,
    TraceEntry,
    UnsafeEvidence,
    ViolationEntry,
)
from surefoot.report.limits import LIMITS
from surefoot.report.text.tables import conjunct, facts, packed, place
from surefoot.report.text.terminal import Style
from surefoot.report.trace.folding import FoldedIterations, Gap, UnchangingLines, shortened, with_gap

_CELL = re.compile(r"(.*)\[(\d+)\]\Z", re.DOTALL)
_ARGUMENT = re.compile(r"argv\[(\d+)\]\Z")
_NO_ARGUMENTS = "argc = 0: execve can start a program without arguments, not even its name; to end such a run: if (argc < 1) return 1;"
_CHARACTER = re.compile(r"-?\d+ '(.*)'\Z", re.DOTALL)
_TEXT_AFTER_COLON = (
    "invalid-dereference",
    "invalid-free",
    "memory-leak",
    "unfreed-memory",
    "uninitialised",
    "non-termination",
)
"""Kinds of violations whose text is a description of its own."""
_CHOICE_OF_POINTER = re.compile(r"\w is \w+$")
"""Name of the choice whether a pointer argument is null, or equals another one."""
_SIZE_OF_ARRAY = re.compile(r"^(elements|bytes) of \*(.+)$")
"""Name of the size of the array that a pointer argument points to."""
_UNINITIALISED = "uninitialised"
"""Origin of values of variables that were never written."""
_TEXT_ONLY = ("error-call", "contract", "invariant-established", "invariant-preserved")
"""Kinds of violations whose text replaces the description."""


def run_text(evidence: UnsafeEvidence, style: Style, *, full_trace: bool, most: int | None = None) -> list[str]:
    """Return the lines of a run, at most ``most`` of its trace unless ``full_trace``."""
    steps = evidence["steps"]
    lines = _shortened_trace(evidence, style, LIMITS.trace_lines if most is None else most, full_trace=full_trace)
    if inputs := inputs_of(steps):
        lines[:0] = _inputs("inputs", inputs, style, full_trace=full_trace)
    elif not steps and (values := _choices(evidence["trace"])):
        lines[:0] = _inputs("unknown values, in order", values, style, full_trace=full_trace)
    violation = evidence["violation"]
    lines.append(f"  {style.strong('violated')}: {violation_text(violation)}")
    if violation["expression"]:
        lines.append(f"    in {violation['expression']}")
    if violation["values"]:
        found = (change_text(each, style, _declared(each, steps)) for each in violation["values"])
        lines.append(f"    where {', '.join(found)}")
    if violation_summary(violation).startswith("null pointer") and any(
        _argument_count(each["changes"]) == 0 for each in steps
    ):
        lines.append(f"    {_NO_ARGUMENTS}")
    if "accelerated" in evidence:
        lines.append(
            f"  {style.strong('replayed')}: by the interpreter, with {evidence['accelerated']}, which was checked"
        )
    if "native_run" in evidence:
        lines += _native_run(evidence["native_run"], style)
    return lines


def violation_text(violation: ViolationEntry) -> str:
    """Return the violated check and its place."""
    text = violation_summary(violation)
    return f"{text} ({place(violation['location'])})" if violation["location"] else text


def violation_summary(violation: ViolationEntry) -> str:
    """Return the violated check."""
    return check_summary(violation["kind"], violation["description"], violation["text"])


def check_summary(kind: str, description: str, text: str) -> str:
    """Return what a check of ``kind`` is about."""
    says_it_all = text.startswith(f"{description} ")
    if says_it_all or (kind in _TEXT_ONLY and text):
        return text
    separator = ":" if kind in _TEXT_AFTER_COLON and text else ""
    return f"{description}{separator} {text}".rstrip()


def inputs_of(steps: Sequence[StepEntry]) -> list[str]:
    """Return the inputs of a run as assignments; equal ones in a row are counted."""
    taken = [change for step in steps for change in step["changes"] if change.get("origin") == "input"]
    return _counted(f"{change['name']} = {change['value']}" for change in with_strings(taken))


def with_strings(changes: Sequence[ChangeEntry]) -> Iterator[ChangeEntry]:
    """Yield ``changes`` in order, with characters in consecutive elements of an array as one
    string, and without choices that the values of pointer arguments show.
    """
    waiting: list[ChangeEntry] = []
    count = _argument_count(changes)
    for each in changes:
        if each.get("origin") == "input" and _CHOICE_OF_POINTER.search(each["name"]):
            continue
        argument = _ARGUMENT.match(each["name"])
        if count is not None and argument and each.get("origin") == "input" and int(argument[1]) >= count:
            continue  # a string that the vector of this run does not contain
        change = each.copy()
        change["name"] = _SIZE_OF_ARRAY.sub(r"\1 at \2", each["name"])
        if waiting and not _follows(change, waiting[-1]):
            yield from _joined(waiting)
            waiting = []
        if _CHARACTER.match(change["value"]) and _CELL.match(change["name"]):
            waiting.append(change)
        else:
            yield change
    yield from _joined(waiting)


def _argument_count(changes: Sequence[ChangeEntry]) -> int | None:
    """Return the input ``argc`` of main in ``changes``; ``None`` if it is not there."""
    values = (each["value"] for each in changes if each["name"] == "argc" and each.get("origin") == "input")
    return next((int(value) for value in values if value.isdecimal()), None)


def change_text(change: ChangeEntry, style: Style, since: int | None = None) -> str:
    """Return ``change`` as an assignment, with its origin; ``since`` is the line of the declaration
    of a variable that has no value.
    """
    if change.get("origin") == _UNINITIALISED:
        never = "" if since is None else f": never written since line {since}"
        return f"{change['name']} {style.strong('indeterminate')}{never}, here {change['value']}"
    origin = f" {style.strong('(' + change['origin'] + ')')}" if "origin" in change else ""
    value = change["value"]
    if len(value) > LIMITS.columns:
        value = f"{value[: LIMITS.columns // 2]}… ({len(value)} characters)"
    return f"{change['name']} = {value}{origin}"


def _choices(trace: TraceEntry) -> list[str]:
    """Return the unknown values of a run in order, for runs whose steps are not known."""
    return _counted(str(choice["value"]) for choice in trace["choices"] if "value" in choice)


def _counted(texts: Iterable[str]) -> list[str]:
    counted = ((text, len(list(same))) for text, same in groupby(texts))
    return [f"{text} ({number} times)" if number > 1 else text for text, number in counted]


def _shortened_trace(evidence: UnsafeEvidence, style: Style, most: int, *, full_trace: bool) -> list[str]:
    steps = evidence["steps"]
    missing = Gap(evidence["omitted_steps"], evidence.get("unseen_statements", 0))
    shown = (with_gap if full_trace else shortened)(steps, missing)
    width = max((len(str(step["line"])) for step in steps), default=1)
    several = len({step["file"] for step in steps}) > 1
    lines: list[str] = []
    file = None
    before = None
    for step in shown:
        if isinstance(step, FoldedIterations | UnchangingLines | Gap):
            lines.append(style.faint(_omitted(step)))
            before = None if isinstance(step, Gap) else before
            continue
        for line, iterations in step.get("accelerated", ()):
            accelerated = f"… {iterations} iterations of the loop at line {line}, in closed form …"
            lines.append(style.faint(f"{_indent(step['depth'])}{accelerated}"))
        here = step["file"], step["line"], step["depth"]
        if here == before and not step["changes"] and not step.get("matters") and not step.get("repeats"):
            continue
        before = here
        if step["file"] != file and (several or file is None):
            file = step["file"]
            lines.append(style.faint(f"  {file}"))
        if step.get("repeats"):
            lines += _cycle(evidence.get("cycle"), _indent(step["depth"]), style)
        lines += _step(step, width, style)
    if len(lines) > most and not full_trace:
        omitted = len(lines) - most
        note = style.faint(f"    … {omitted} lines of the trace; --full-trace shows them …")
        kept = most // 3
        lines[kept : kept + omitted] = [note]
    return lines


def _omitted(part: FoldedIterations | UnchangingLines | Gap) -> str:
    match part:
        case FoldedIterations(line, iterations, depth):
            return f"{_indent(depth)}… {iterations} more iteration{'s' * (iterations > 1)} of the loop at line {line} …"
        case UnchangingLines(lines, depth):
            return f"{_indent(depth)}… {lines} lines that change nothing …"
        case Gap(lines, statements):
            return f"    … {f'{statements} statements' if statements else f'{lines} lines'} were not recorded …"


def _step(step: StepEntry, width: int, style: Style) -> Iterator[str]:
    indent = _indent(step["depth"])
    yield f"{indent}{step['line']:>{width}}  {step['source'][: LIMITS.columns]}".rstrip()
    yield from (f"{indent}{' ' * width}    {line}" for line in _mattering(step, style))
    changes = with_strings([change for change in step["changes"] if not _is_plain(change, step["source"])])
    yield from (f"{indent}{' ' * width}      {line}" for line in packed([change_text(each, style) for each in changes]))


def _cycle(cycle: CycleEntry | None, indent: str, style: Style) -> Iterator[str]:
    """Yield the heading of the cycle of a run without end, with the values at its begin."""
    values = [] if cycle is None else packed([change_text(each, style) for each in with_strings(cycle["values"])])
    if cycle is None or cycle["is_exact"]:
        with_values = ", with these values" if values else ""
        yield f"{indent}{style.strong('repeats for ever from here')}{with_values}:"
    else:
        yield f"{indent}{style.strong('runs on for ever from here')}{', at first with these values' if values else ''}:"
    yield from (f"{indent}    {line}" for line in values)
    if cycle is not None and cycle["invariants"]:
        shown, note = facts(each["text"] for each in cycle["invariants"])
        always = [*packed([conjunct(each) for each in shown], " && "), *([note] if note else [])]
        yield f"{indent}  and always at this place:"
        yield from (f"{indent}    {line}" for line in always)


def _native_run(native: NativeRunEntry, style: Style) -> Iterator[str]:
    yield f"  {style.strong('reproduced' if native['reproduced'] else 'not reproduced')}: {native['detail']}"
    if native["depends_on"]:
        yield f"    the compiled program could not be given: {'; '.join(native['depends_on'])}"
    if native["disagrees"]:
        yield "    verdict and compiled program disagree; please report this as a defect of surefoot, with the program"


def _mattering(step: StepEntry, style: Style) -> Iterator[str]:
    """Yield the conditions at the head of a loop that suffice for the violation."""
    lines = packed([conjunct(each) for each in facts(each["text"] for each in step.get("matters", []))[0]], " && ")
    for number, line in enumerate(lines, start=1):
        yield f"{style.strong('matters') + ':' if number == 1 else ' ' * 8} {line}{' &&' if number < len(lines) else ''}"


def _inputs(title: str, inputs: list[str], style: Style, *, full_trace: bool) -> list[str]:
    """Return the inputs on a few lines."""
    lines = packed(inputs)
    if len(lines) > LIMITS.input_lines and not full_trace:
        lines[LIMITS.input_lines - 1 :] = [f"… {len(inputs)} in all; --full-trace shows them"]
    return [f"  {style.strong(title)}: {lines[0]}", *(f"          {line}" for line in lines[1:])]


def _is_plain(change: ChangeEntry, source: str) -> bool:
    """Return whether the source line is just the assignment that the change shows."""
    declared, _, _ = source.rpartition(f"{change['name']} = {change['value']};")
    is_whole_line = source == f"{declared}{change['name']} = {change['value']};"
    return "origin" not in change and is_whole_line and re.fullmatch(r"[\w\s*]*", declared) is not None


def _declared(change: ChangeEntry, steps: Sequence[StepEntry]) -> int | None:
    """Return the line since which the variable of ``change`` has no value, if it has none."""
    if change.get("origin") != _UNINITIALISED:
        return None
    found = (step["line"] for step in reversed(steps) for each in step["changes"] if each["name"] == change["name"])
    return next(found, None)


def _indent(depth: int) -> str:
    return "    " + "  " * min(depth, 12)


def _follows(change: ChangeEntry, before: ChangeEntry) -> bool:
    """Return whether ``change`` is the character after ``before``."""
    here, there = _CELL.match(change["name"]), _CELL.match(before["name"])
    return (
        here is not None
        and there is not None
        and _CHARACTER.match(change["value"]) is not None
        and (here[1], int(here[2])) == (there[1], int(there[2]) + 1)
        and change.get("origin") == before.get("origin")
    )


def _joined(cells: Sequence[ChangeEntry]) -> list[ChangeEntry]:
    if len(cells) < LIMITS.string_characters:
        return list(cells)
    first, last = (_CELL.match(cell["name"]) for cell in (cells[0], cells[-1]))
    characters = [found[1] for cell in cells if (found := _CHARACTER.match(cell["value"]))]
    text = "".join('\\"' if each == '"' else "'" if each == "\\'" else each for each in characters)
    if first is None or last is None:
        return list(cells)
    is_whole = first[2] == "0" and text.find("\\0") == len(text) - 2
    name = first[1] if is_whole else f"{first[1]}[{first[2]}..{last[2]}]"
    return [{**cells[0], "name": name, "value": f'"{text.removesuffix(chr(92) + "0") if is_whole else text}"'}]
