"""The report document as text: the verdict first, then its evidence, then what to know about it."""

import re
from collections.abc import Iterator
from typing import Any

from surefoot.base.printable import printable
from surefoot.report.c.strings import with_strings
from surefoot.report.document import Document
from surefoot.report.text.derivations import derivation_text, solution_text
from surefoot.report.text.inputs import inputs_of, values_taken
from surefoot.report.text.style import Style
from surefoot.report.text.tables import parts_table, table
from surefoot.report.trace.folding import Fold, Gap, Pause, shortened, with_gap

MOST_LINES = 60
MOST_COLUMNS = 100
MOST_INPUT_LINES = 5
FEWEST_LINES = 20
"""How long a trace may be, and how long each of several may be in any case; the first third is kept, and the end."""

_TOLD_AFTER_COLON = ("invalid-dereference", "invalid-free", "memory-leak", "unfreed-memory", "uninitialised")
"""Kinds of violations whose text is a sentence of its own."""
_TOLD_BY_TEXT = ("error-call", "contract", "invariant-established", "invariant-preserved")
"""Kinds of violations whose text says all."""
LONGEST_IMPLIED = 100
"""Longer formulas that a proof implies are left to tools."""


def render(
    document: Document, style: Style, *, quiet: bool = False, full_trace: bool = False, statistics: bool = False
) -> str:
    """The text of ``document``; one line when ``quiet``. What sources and file names contain is shown, never obeyed."""
    document = _printable(document)
    evidence = document["evidence"]
    checks = document.get("checks")
    if quiet and "answer" in document:
        return f"{document['answer']}\n"
    told = _headline(evidence) if checks is None else _headline_of_checks(document)
    answer = f" ({document['answer']})" if "answer" in document else ""
    lines = [f"{style.verdict(document['verdict'])}{answer}: {told}"]
    if not quiet:
        if checks is not None and len(checks["results"]) > 1:
            lines += ["", *table(checks)]
        match document["verdict"]:
            case "unsafe" if checks is not None:
                lines += ["", *_violations(document["violations"], style, full_trace=full_trace)]
            case "unsafe" if evidence.get("derivation"):
                lines += derivation_text(evidence["derivation"], in_full=full_trace)
            case "safe" if evidence.get("solution"):
                lines += solution_text(evidence["solution"], in_full=full_trace)
            case "unsafe":
                lines += ["", *_trace(evidence, style, full_trace=full_trace), ""]
            case "safe":
                lines += [*_invariants(evidence), *_summaries(evidence)]
            case "unknown" if evidence["advice"]:
                lines.append(f"  try: {evidence['advice']}")
            case _:
                pass
        lines += parts_table(document.get("functions", ()))
        lines += _circumstances(document, style)
    if "loop_invariants" in document:
        lines += ["", *_loops(document["loop_invariants"], style)]
    if statistics:
        lines += ["", *_statistics(document["statistics"], style)]
    return "\n".join(lines) + "\n"


def _printable(data: Any) -> Any:  # noqa: ANN401 any JSON value
    """``data`` with each text in it made one line of visible characters."""
    match data:
        case str():
            return printable(data)
        case list():
            return [_printable(item) for item in data]
        case dict():
            return {key: _printable(item) for key, item in data.items()}
        case _:
            return data


def _headline(evidence: Document) -> str:
    violation = evidence.get("violation")
    if not violation:
        return str(evidence["summary"])
    if evidence.get("derivation"):
        return f"{violation['text']} ({_place(violation['location'])})"
    is_doubtful = evidence.get("native_run", {}).get("disagrees", False)
    return f"{_violation(violation)}{', but the compiled program disagrees' if is_doubtful else ''}"


def _headline_of_checks(document: Document) -> str:
    """As for one check; with how many others fail."""
    violations = document["violations"]
    more = len(violations) - 1
    others = f", and {more} other check{'s' * (more > 1)} fail{'s' * (more == 1)}" if more > 0 else ""
    return f"{_headline(violations[0] if violations else document['evidence'])}{others}"


def _violations(violations: list[Document], style: Style, *, full_trace: bool) -> Iterator[str]:
    """The runs of all violations, one after the other."""
    most = MOST_LINES if len(violations) == 1 else max(FEWEST_LINES, MOST_LINES // len(violations))
    for number, evidence in enumerate(violations, 1):
        if len(violations) > 1:
            yield style.strong(f"violation {number} of {len(violations)}: {_headline(evidence)}")
        yield from _trace(evidence, style, full_trace=full_trace, most=most)
        yield ""


def _violation(violation: Document) -> str:
    is_told = violation["kind"] in _TOLD_BY_TEXT and violation["text"]
    separator = ":" if violation["kind"] in _TOLD_AFTER_COLON else ""
    what = violation["text"] if is_told else f"{violation['description']}{separator} {violation['text']}".rstrip()
    return f"{what} ({_place(violation['location'])})" if violation["location"] else what


def _invariants(evidence: Document) -> Iterator[str]:
    """The invariants that make up the reason, by loop, and by function where callers wait; what the proof implies where it needs none, if that is short."""
    certificate = evidence.get("certificate", {})
    stated = [*certificate.get("invariants", ()), *certificate.get("lemmas", ())]
    implied = evidence.get("inductive_invariants") or []
    place = None
    for invariant in stated or [each for each in implied if len(each["text"]) <= LONGEST_IMPLIED]:
        is_called = invariant.get("point") == "called"
        here = f"{invariant['function']} requires" if is_called else f"always at {_loop(invariant)}"
        if here != place:
            place = here
            yield f"  {here}:"
        yield f"    {invariant['text']}"


def _summaries(evidence: Document) -> Iterator[str]:
    """What functions require and ensure, and what holds in between."""
    heading = ""
    for stated in evidence.get("certificate", {}).get("summaries", ()):
        match stated["point"]:
            case "called":
                here = f"{stated['function']} requires"
            case "returns":
                here = f"{stated['function']} ensures"
            case _:
                here = f"always at {_loop(stated)}"
        if here != heading:
            heading = here
            yield f"  {here}:"
        yield f"    {stated['text']}"


def _loop(entry: Document) -> str:
    return _place(entry["location"]) if entry["location"] else f"a loop in {entry['function']}"


def _loops(found: Document, style: Style) -> Iterator[str]:
    """What holds whenever a run is at the head of a loop, whether or not the verdict needs it."""
    yield style.strong("loop invariants")
    if found["reason"]:
        yield f"  none: {found['reason']}"
    elif not found["loops"]:
        yield "  none: there are no loops"
    for loop in found["loops"]:
        caller = loop["calls"][-1] if loop["calls"] else None
        called = f", called at {_loop(caller)}" if caller else ""
        head = f"  {_loop(loop)} ({loop['function']}{called})"
        lines = _packed([_conjunct(each["text"]) for each in loop["invariants"]], " && ")
        if len(lines) == 1 and len(head) + len(lines[0]) < MOST_COLUMNS:
            yield f"{head}  {lines[0]}"
        else:
            yield head
            yield from (f"      {line} &&" for line in lines[:-1])
            yield f"      {lines[-1] if lines else 'nothing is known'}"


def _conjunct(text: str) -> str:
    return f"({text})" if " || " in text else text


def _circumstances(document: Document, style: Style) -> Iterator[str]:
    asked = document["property"]
    yield style.faint(f"  checked: {asked['text'] or asked['name']} (property {asked['name']})")
    for caveat in document["caveats"]:
        where = f"{_place(caveat['location'])}: " if caveat["location"] else ""
        if caveat["lean"] == "assumes":
            yield f"  assumed: {where}{caveat['text']}"
        else:
            yield f"  caveat: {where}{caveat['text']} ({caveat['lean'].replace('-', ' ')})"
    for warning in document["warnings"]:
        yield f"  warning: {warning}"
    used = document["statistics"]
    yield style.faint(
        f"  engine {document['engine']}, {document['data_model']}, "
        f"{used['cpu_seconds']:.2f} s CPU, {used['peak_memory_mb']:.0f} MB"
    )


def _trace(evidence: Document, style: Style, *, full_trace: bool, most: int = MOST_LINES) -> list[str]:
    steps = evidence["steps"]
    missing = Gap(evidence["omitted_steps"], evidence.get("unseen_statements", 0))
    shown = (with_gap if full_trace else shortened)(steps, missing)
    width = max((len(str(step["line"])) for step in steps), default=1)
    several = len({step["file"] for step in steps}) > 1
    lines: list[str] = []
    file = None
    before = None
    for step in shown:
        if isinstance(step, Fold):
            lines.append(
                style.faint(
                    f"{_indent(step.depth)}… {step.rounds} more round{'s' * (step.rounds > 1)} of the loop at line {step.line} …"
                )
            )
            continue
        if isinstance(step, Pause):
            lines.append(style.faint(f"{_indent(step.depth)}… {step.lines} lines that change nothing …"))
            continue
        if isinstance(step, Gap):
            what = f"{step.statements} statements" if step.statements else f"{step.lines} lines"
            lines.append(style.faint(f"    … {what} were not kept …"))
            before = None
            continue
        for line, rounds in step.get("leaps", ()):
            leap = f"… {rounds} rounds of the loop at line {line}, in closed form …"
            lines.append(style.faint(f"{_indent(step['depth'])}{leap}"))
        here = step["file"], step["line"], step["depth"]
        if here == before and not step["changes"] and not step.get("matters"):
            continue
        before = here
        if step["file"] != file and (several or file is None):
            file = step["file"]
            lines.append(style.faint(f"  {file}"))
        lines.append(f"{_indent(step['depth'])}{step['line']:>{width}}  {step['source'][:MOST_COLUMNS]}".rstrip())
        lines += [f"{_indent(step['depth'])}{' ' * width}    {line}" for line in _mattering(step, style)]
        told = with_strings([change for change in step["changes"] if not _is_plain(change, step["source"])])
        changes = [_change(change, style) for change in told]
        lines += [f"{_indent(step['depth'])}{' ' * width}      {line}" for line in _packed(changes)]
    if len(lines) > most and not full_trace:
        omitted = len(lines) - most
        note = style.faint(f"    … {omitted} lines of the trace; --full-trace shows them …")
        kept = most // 3
        lines[kept : kept + omitted] = [note]
    if inputs := inputs_of(steps):
        lines[:0] = _inputs("inputs", inputs, style, full_trace=full_trace)
    elif not steps and (values := values_taken(evidence["trace"])):
        lines[:0] = _inputs("unknown values, in order", values, style, full_trace=full_trace)
    violation = evidence["violation"]
    lines.append(f"  {style.strong('violated')}: {_violation(violation)}")
    if expression := violation.get("expression"):
        lines.append(f"    in {expression}")
    if values := violation.get("values"):
        held = ", ".join(_change(each, style) for each in values)
        lines.append(f"    where {held}")
    if leaps := evidence.get("leaps"):
        lines.append(f"  {style.strong('replayed')}: by the interpreter, with {leaps}, which was checked")
    if native := evidence.get("native_run"):
        word = "reproduced" if native["reproduced"] else "not reproduced"
        lines.append(f"  {style.strong(word)}: {native['detail']}")
        if native["depends_on"]:
            lines.append(f"    it could not be given what the violation depends on: {'; '.join(native['depends_on'])}")
        if native["disagrees"]:
            lines.append("    nothing explains this: please report it as a defect of surefoot, with the program")
    return lines


def _mattering(step: Document, style: Style) -> Iterator[str]:
    """What matters where a round of a loop begins, before anything changes: all else could be different, and the run would fail as it does."""
    lines = _packed([_conjunct(each["text"]) for each in step.get("matters", ())], " && ")
    for number, line in enumerate(lines, start=1):
        yield f"{style.strong('matters') + ':' if number == 1 else ' ' * 8} {line}{' &&' if number < len(lines) else ''}"


def _inputs(title: str, inputs: list[str], style: Style, *, full_trace: bool) -> list[str]:
    """What the run takes from outside, on a few lines."""
    lines = _packed(inputs)
    if len(lines) > MOST_INPUT_LINES and not full_trace:
        lines[MOST_INPUT_LINES - 1 :] = [f"… {len(inputs)} in all; --full-trace shows them"]
    return [f"  {style.strong(title)}: {lines[0]}", *(f"          {line}" for line in lines[1:])]


def _is_plain(change: Document, source: str) -> bool:
    """Whether the source line says in so many words what the change is."""
    declared, _, _ = source.rpartition(f"{change['name']} = {change['value']};")
    is_whole_line = source == f"{declared}{change['name']} = {change['value']};"
    return "origin" not in change and is_whole_line and re.fullmatch(r"[\w\s*]*", declared) is not None


def _packed(parts: list[str], separator: str = ", ") -> list[str]:
    """Several short parts on a line."""
    lines: list[str] = []
    for part in parts:
        if lines and len(lines[-1]) + len(separator) + len(part) <= MOST_COLUMNS:
            lines[-1] += f"{separator}{part}"
        else:
            lines.append(part)
    return lines


def _change(change: Document, style: Style) -> str:
    origin = f" {style.strong('(' + change['origin'] + ')')}" if "origin" in change else ""
    value = change["value"]
    if len(value) > MOST_COLUMNS:
        value = f"{value[: MOST_COLUMNS // 2]}… ({len(value)} characters)"
    return f"{change['name']} = {value}{origin}"


def _statistics(statistics: Document, style: Style) -> Iterator[str]:
    stages, queries = statistics["stages"], statistics["queries"]
    yield style.strong("where the time went (CPU)")
    yield from (_amount(name, seconds, "s") for name, seconds in stages.items())
    yield _amount("start-up and report", max(0.0, statistics["cpu_seconds"] - sum(stages.values())), "s")
    yield _amount("in all", statistics["cpu_seconds"], "s")
    yield _amount("wall clock", statistics["wall_seconds"], "s")
    yield f"  {'peak memory':<24} {statistics['peak_memory_mb']:9.0f} MB"
    for reduced in statistics.get("reductions", ()):
        yield style.strong(f"circuit of {reduced['engine']}, before and after its reduction")
        for name in ("registers", "gates", "levels"):
            yield f"  {name:<24} {reduced[name]['before']:9} {reduced[name]['after']:9}"
    if queries:
        yield style.strong("of that, for solvers")
        yield _amount("translating", statistics["translating_seconds"], "s")
        yield from (
            _amount(purpose, asked["seconds"], f"s, {asked['count']} asked") for purpose, asked in queries.items()
        )
    if wrong := statistics.get("wrong_interpolants"):
        yield style.strong("wrong interpolants, found out and not used")
        yield from (f"  {origin:<24} {count:5}" for origin, count in wrong.items())


def _amount(name: str, seconds: float, unit: str) -> str:
    return f"  {name:<24} {seconds:9.3f} {unit}"


def _indent(depth: int) -> str:
    return "    " + "  " * min(depth, 12)


def _place(location: Document) -> str:
    return f"{location['file']}:{location['line']}"
