"""The report document as text: the verdict, its evidence, then the circumstances."""

import re
from collections.abc import Iterator, Sequence
from typing import Any, cast

from surefoot.base.text import printable
from surefoot.report.costs import array_parameters
from surefoot.report.document import CaveatEntry, Evidence, ReportDocument, StatisticsEntry, UnsafeEvidence
from surefoot.report.limits import LIMITS
from surefoot.report.text.proofs import (
    derivation_text,
    invariants_text,
    loop_invariants_text,
    solution_text,
    summaries_text,
)
from surefoot.report.text.runs import run_text, violation_text
from surefoot.report.text.tables import check_lines, cost_lines, function_lines, loop_lines, place
from surefoot.report.text.terminal import Style


def render(
    document: ReportDocument, style: Style, *, quiet: bool = False, full_trace: bool = False, statistics: bool = False
) -> str:
    """Return the text of ``document``; one line when ``quiet``. Control characters from sources are
    escaped.
    """
    document = cast("ReportDocument", _printable(document))
    if quiet and "answer" in document:
        return f"{document['answer']}\n"
    answer = f" ({document['answer']})" if "answer" in document else ""
    lines = [f"{style.verdict(document['verdict'])}{answer}: {_headline(document)}"]
    if not quiet:
        if "checks" in document and len(document["checks"]["results"]) > 1:
            lines += ["", *check_lines(document["checks"])]
        if "loops" in document:
            lines += ["", *loop_lines(document["loops"], in_full=full_trace)]
        lines += _evidence(document, style, full_trace=full_trace)
        lines += function_lines(document.get("functions", []))
        lines += cost_lines(document.get("costs", []), document.get("suggestions", []))
        lines += _circumstances(document, style)
    if "loop_invariants" in document:
        lines += ["", *loop_invariants_text(document["loop_invariants"], style)]
    if statistics:
        lines += ["", *_statistics(document["statistics"], style)]
    return "\n".join(lines) + "\n"


def _printable(data: Any) -> Any:  # noqa: ANN401 any JSON value
    """Return ``data`` with control characters in its texts escaped."""
    match data:
        case str():
            return printable(data)
        case list():
            return [_printable(item) for item in data]
        case dict():
            return {key: _printable(item) for key, item in data.items()}
        case _:
            return data


def _headline(document: ReportDocument) -> str:
    """Return the evidence in one line, and the number of further violations."""
    violations = document.get("violations", [])
    more = len(violations) - 1
    others = f", and {more} other check{'s' * (more > 1)} fail{'s' * (more == 1)}" if more > 0 else ""
    return f"{_summary(violations[0] if violations else document['evidence'])}{others}"


def _summary(evidence: Evidence) -> str:
    if evidence["kind"] == "reason":
        return f"{evidence['summary']}; {evidence['advice']}" if evidence["advice"] else evidence["summary"]
    if evidence["kind"] != "trace":
        return evidence["summary"]
    violation = evidence["violation"]
    if "derivation" in evidence:
        return f"{violation['text']} ({place(violation['location'])})" if violation["location"] else violation["text"]
    disagrees = "native_run" in evidence and evidence["native_run"]["disagrees"]
    return f"{violation_text(violation)}{', but the compiled program disagrees' if disagrees else ''}"


def _evidence(document: ReportDocument, style: Style, *, full_trace: bool) -> Iterator[str]:
    evidence = document["evidence"]
    if document["verdict"] == "unsafe" and "violations" in document:
        yield ""
        yield from _violations(document["violations"], style, full_trace=full_trace)
    elif evidence["kind"] == "trace" and "derivation" in evidence:
        yield from derivation_text(evidence["derivation"], in_full=full_trace)
    elif evidence["kind"] == "trace":
        yield from ("", *run_text(evidence, style, full_trace=full_trace), "")
    elif evidence["kind"] == "certificate" and evidence.get("solution"):
        yield from solution_text(evidence.get("solution", []), in_full=full_trace)
    elif evidence["kind"] == "certificate":
        yield from (*invariants_text(evidence), *summaries_text(evidence))


def _violations(violations: list[UnsafeEvidence], style: Style, *, full_trace: bool) -> Iterator[str]:
    """Yield the runs of all violations, one after the other."""
    several = len(violations) > 1
    most = max(LIMITS.least_trace_lines, LIMITS.trace_lines // max(1, len(violations)))
    for number, evidence in enumerate(violations, 1):
        if several:
            yield style.strong(f"violation {number} of {len(violations)}: {_summary(evidence)}")
        yield from run_text(evidence, style, full_trace=full_trace, most=most if several else None)
        yield ""


def _circumstances(document: ReportDocument, style: Style) -> Iterator[str]:
    checked = document["property"]
    yield style.faint(f"  checked: {checked['text'] or checked['name']} (property {checked['name']})")
    yield from _caveats(document["caveats"])
    if document["verdict"] == "unsafe" and (arrays := array_parameters(document)):
        sizes = " ".join(f"--array-size {name}=N" for name in arrays)
        kinds = "--pointer-args nonnull (nonnull,strings where text ends with a zero)"
        yield f"  to restrict the arguments: {kinds} {sizes}, or a contract (docs/contracts.md)"
    for warning in document["warnings"]:
        yield f"  warning: {warning}"
    used = document["statistics"]
    yield style.faint(
        f"  engine {document['engine']}, {document['data_model']}, "
        f"{used.get('cpu_seconds', 0.0):.2f} s CPU, {used.get('peak_memory_mb', 0.0):.0f} MB"
    )


def _caveats(caveats: Sequence[CaveatEntry]) -> Iterator[str]:
    """Yield one line for each text, with its first place and the number of further ones."""
    places: dict[tuple[str, str], list[str]] = {}
    for caveat in caveats:
        where = f"{place(caveat['location'])}: " if caveat["location"] else ""
        places.setdefault((caveat["lean"], caveat["text"]), []).append(where)
    for (lean, text), found in places.items():
        more = f", and at {len(found) - 1} other {'place' if len(found) == 2 else 'places'}" if len(found) > 1 else ""
        if lean == "assumes":
            yield f"  assumed: {found[0]}{text}{more}"
        else:
            yield f"  caveat: {found[0]}{text} ({lean.replace('-', ' ')}){more}"
    matches = (re.match(r"(\w+) has no body: its result", text) for _, text in places)
    if missing := [found[1] for found in matches if found]:
        yield f"  without a body: {', '.join(missing)}; name the files that define them, too, if you have them"


def _statistics(statistics: StatisticsEntry, style: Style) -> Iterator[str]:
    stages, queries = statistics["stages"], statistics["queries"]
    cpu_seconds = statistics.get("cpu_seconds", 0.0)
    yield style.strong("where the time went (CPU)")
    yield from (_amount(name, seconds, "s") for name, seconds in stages.items())
    yield _amount("start-up and report", max(0.0, cpu_seconds - sum(stages.values())), "s")
    yield _amount("in all", cpu_seconds, "s")
    yield _amount("wall clock", statistics.get("wall_seconds", 0.0), "s")
    yield f"  {'peak memory':<24} {statistics.get('peak_memory_mb', 0.0):9.0f} MB"
    for reduced in statistics.get("reductions", ()):
        yield style.strong(f"circuit of {reduced['engine']}, before and after its reduction")
        for name, amount in (
            ("registers", reduced["registers"]),
            ("gates", reduced["gates"]),
            ("levels", reduced["levels"]),
        ):
            yield f"  {name:<24} {amount['before']:9} {amount['after']:9}"
    for engine, counts in statistics.get("engines", {}).items():
        yield style.strong(f"engine {engine}")
        yield from (
            f"  {name:<24} {amount:9{'' if isinstance(amount, int) else '.3f'}}" for name, amount in counts.items()
        )
    if queries:
        yield style.strong("of that, for solvers")
        yield _amount("translating", statistics["translating_seconds"], "s")
        yield from (
            _amount(purpose, each["seconds"], f"s, {each['count']} queries") for purpose, each in queries.items()
        )
    if wrong := statistics.get("wrong_interpolants"):
        yield style.strong("wrong interpolants, detected and not used")
        yield from (f"  {origin:<24} {count:5}" for origin, count in wrong.items())


def _amount(name: str, seconds: float, unit: str) -> str:
    return f"  {name:<24} {seconds:9.3f} {unit}"
