"""From the statuses of the checks of a function to a verdict about one report.

A refutation needs a proof of every check of the reported kinds on the reported line, and one of
them at the reported place: without it, the operation that the report is about may not be checked.
"""

from collections.abc import Sequence

from surefoot.program.passes.reported_path import ReportedPath
from surefoot.project.preconditions import violated_run
from surefoot.project.unit_result import UnitResult
from surefoot.report.document import CheckEntry, LocationEntry, UnsafeEvidence, ViolationEntry
from surefoot.report.text.runs import violation_summary
from surefoot.triage.document import DecisionEntry, new_decision
from surefoot.triage.limits import LIMITS
from surefoot.triage.reports import AnalyserReport, shown_path
from surefoot.triage.rules import CheckPlace, Manner, TriageRule

_HOLDS = frozenset({"proved", "unreachable"})
_FAILURE = "failure of "
"""Prefix of the choices whether library functions fail, which need no assumption."""


def decision(report: AnalyserReport, rule: TriageRule, entry: str, result: UnitResult) -> DecisionEntry:
    """Return the decision on ``report`` by all runs of the function ``entry``.

    Requires: ``result`` has the status of every check, and no precondition was inferred for it.
    """
    if not result["results"] and result["reason"]:
        return new_decision(result["reason"], entry)
    checks = [each for each in result["results"] if _is_on_line(each, report, rule)]
    failed = [each for each in checks if each["violation"] is not None]
    runs = [result["violations"][number] for each in failed if (number := each["violation"]) is not None]
    if runs and rule.place is CheckPlace.REGION_REACHED:
        how = _violated(entry, runs[0], result)["inputs"]
        more = ", …" if len(how) > LIMITS.shown_inputs else ""
        known = f", such as that of {entry}({', '.join(how[: LIMITS.shown_inputs])}{more})" if how else ""
        reason = f"a run gets there{known}"
        return {**new_decision(reason, entry), "checks": failed}
    if run := next((each for each in runs if _is_reported(each, report, rule)), None):
        return {**_violated(entry, run, result), "checks": failed}
    if runs:
        other = violation_summary(runs[0]["violation"])
        return {**new_decision(f"another violation is found there: {other}", entry), "checks": failed}
    if obstacle := _obstacle(report, rule, entry, checks):
        return {**new_decision(obstacle, entry), "checks": checks}
    if cut := _invalid_access(checks, result):
        reason = f"runs end at another access, which callers may make valid: {violation_summary(cut['violation'])}"
        return {**new_decision(reason, entry), "checks": checks}
    if all(each["status"] in _HOLDS for each in checks):
        return {**_refuted(entry, rule, checks, result), "checks": checks}
    reason = (
        result["reason"] if result["verdict"] == "unknown" else "a check there is not decided, and others are violated"
    )
    return {**new_decision(reason, entry), "checks": checks}


def on_path(known: DecisionEntry, report: AnalyserReport) -> DecisionEntry:
    """Return the decision ``known`` by the runs on the reported path as one about the report.

    A refutation is one of the path only.
    """
    if not known["verdict"].startswith("refuted"):
        return {**known, "reason": f"on the reported path: {known['reason']}"}
    notes = sum(1 for each in report.path if each.text)
    return {
        **known,
        "verdict": f"path-{known['verdict']}",
        "reason": f"the reported path, with {notes} notes: {known['reason']}",
    }


def on_path_program(known: DecisionEntry, path: ReportedPath) -> DecisionEntry:
    """Return the refutation ``known`` of a path program as one of the path from its entry."""
    what = " and has the defect" if path.defects else ""
    return {
        **known,
        "verdict": "refuted-under-assumptions",
        "reason": f"no call of {path.entry}, whatever its arguments and memory are, gets to the place{what}",
        "assumptions": [*known["assumptions"], "nothing on the path is undefined before"],
    }


def run_on_path(report: AnalyserReport, path: ReportedPath, result: UnitResult) -> DecisionEntry:
    """Return the decision on ``report`` by a run of its exact path program.

    Requires: ``result`` has a violation.
    """
    found = _violated(path.entry, result["violations"][0], result)
    internal = {"another path", "path"}
    assumed = [each for each in found["assumptions"] if each.partition(",")[0] not in internal]
    assumed.append("calls that the path does not enter have no effects besides their results")
    violated = [each for each in result["results"] if each["violation"] is not None]
    notes = sum(1 for each in report.path if each.text)
    text = result["violations"][0]["violation"]["text"]
    defect = text if path.defects else "a run gets to the reported place"
    return {
        **found,
        "verdict": "reachable-under-assumptions" if path.defects else "place-reached",
        "reason": f"on the reported path, with {notes} notes: {defect}{_for_arguments(path.entry, found['inputs'])}",
        "assumptions": assumed,
        "checks": violated,
    }


def _for_arguments(entry: str, inputs: Sequence[str]) -> str:
    """Return the arguments of a run, for the end of a reason."""
    if not inputs:
        return ""
    more = ", …" if len(inputs) > LIMITS.shown_inputs else ""
    return f", if {entry} is called with {', '.join(inputs[: LIMITS.shown_inputs])}{more}"


def _invalid_access(checks: Sequence[CheckEntry], result: UnitResult) -> UnsafeEvidence | None:
    """Return the run of a violated access to memory that is none of ``checks``, unless it uses a null
    pointer.
    """
    others = [each for each in result["results"] if each not in checks and each["violation"] is not None]
    runs = (result["violations"][number] for each in others if (number := each["violation"]) is not None)
    of_memory = (each for each in runs if each["violation"]["kind"] in {"invalid-dereference", "invalid-free"})
    return next((each for each in of_memory if not _is_in_manner(each["violation"], Manner.NULL)), None)


def with_definedness(known: DecisionEntry, result: UnitResult) -> DecisionEntry:
    """Return ``known`` as a decision about a program that is restricted to a path.

    A refutation needs a complete proof: an access that is invalid in the model may be valid
    where callers or other files provide the memory.
    """
    if not known["verdict"].startswith("refuted"):
        return known
    if result["verdict"] != "safe":
        reason = result["reason"] or "a check on the path is violated"
        return {**known, "verdict": "undecided", "reason": f"the proof is incomplete: {reason}", "assumptions": []}
    assumed = [*known["assumptions"], "no null pointer is used before, and nothing else is undefined"]
    return {**known, "verdict": "refuted-under-assumptions", "assumptions": assumed}


def _is_on_line(check: CheckEntry, report: AnalyserReport, rule: TriageRule) -> bool:
    """Return whether ``check`` may decide the report."""
    if check["kind"] not in rule.kinds:
        return False
    if rule.place is CheckPlace.PROGRAM_END:
        return True
    where = check["location"]
    if where is None or shown_path(where["file"]) != shown_path(report.file):
        return False
    if rule.place is CheckPlace.VARIABLE and check["text"] != report.variable:
        return False
    return report.region.line <= where["line"] <= report.region.last_line


def _is_reported(run: UnsafeEvidence, report: AnalyserReport, rule: TriageRule) -> bool:
    """Return whether the violation of ``run`` is what the analyser reports."""
    violation = run["violation"]
    if rule.place is CheckPlace.PROGRAM_END:
        about = violation["object"]
        where = about["location"] if about else None
        return where is not None and (shown_path(where["file"]), where["line"]) == report.allocation
    if rule.place is CheckPlace.VARIABLE:
        return bool(report.variable)
    where = violation["location"]
    return _is_in_manner(violation, rule.manner) and where is not None and _is_at_place(report, rule, where)


def _is_in_manner(violation: ViolationEntry, manner: Manner) -> bool:
    match manner:
        case Manner.NULL:
            return violation["object"] is None and manner.value in violation["text"]
        case Manner.ENDED:
            return violation["object"] is not None and violation["object"]["ended"] is not None
        case Manner.ANY:
            return True


def _is_at_place(report: AnalyserReport, rule: TriageRule, where: LocationEntry) -> bool:
    """Return whether a check on the reported line is one of the reported operation."""
    position = where["line"], where["column"]
    if report.is_assigned_at(*position):
        return True
    if rule.place is CheckPlace.START and not report.region.is_whole_lines:
        return position == (report.region.line, report.region.column)
    return report.region.contains(*position)


def _obstacle(report: AnalyserReport, rule: TriageRule, entry: str, checks: Sequence[CheckEntry]) -> str:
    """Return why the statuses of ``checks`` do not refute the report; empty if they do."""
    if rule.place is CheckPlace.PROGRAM_END:
        return "" if checks else f"no check of leaks when {entry} returns"
    if rule.place is CheckPlace.REGION_REACHED:
        return "" if checks else "the reported line has no code"
    if rule.place is CheckPlace.VARIABLE:
        if not report.variable:
            return "the report names no variable, and only variables whose address is not taken are checked"
        return "" if checks else f"the runs of {entry} have no check of {report.variable} on the reported line"
    if rule.needs_no_call and report.is_call:
        return "the report is about a call, and what a call passes is not checked"
    is_there = any(each["location"] and _is_at_place(report, rule, each["location"]) for each in checks)
    return "" if is_there else f"the runs of {entry} have no check of this kind at the reported place"


def _refuted(entry: str, rule: TriageRule, checks: Sequence[CheckEntry], result: UnitResult) -> DecisionEntry:
    assumed = [each["text"] for each in result["preconditions"]] + list(result["assumptions"])
    if result["verdict"] == "unknown":
        assumed.append(
            f"what leaves other checks or the proof as a whole undecided has no effect there: {result['reason']}"
        )
    others = [each for each in result["results"] if each not in checks and each["status"] not in _HOLDS]
    if others:
        failing = sum(each["status"] == "violated" for each in others)
        assumed.append(
            f"runs end at the first violated check; other checks: {failing} violated, {len(others) - failing} undecided"
        )
    if rule.place is CheckPlace.PROGRAM_END:
        assumed.append(f"leaks count where {entry} returns: a run that does not return is not considered")
    whose = (
        "no run of main"
        if entry == "main"
        else f"no call of {entry}, whatever its arguments and the global variables are,"
    )
    is_dead = rule.place is CheckPlace.REGION_REACHED or all(each["status"] == "unreachable" for each in checks)
    return {
        **new_decision(f"{whose} {'reaches the place' if is_dead else 'violates the property there'}", entry),
        "verdict": "refuted-under-assumptions" if assumed else "refuted",
        "assumptions": assumed,
    }


def _violated(entry: str, run: UnsafeEvidence, result: UnitResult) -> DecisionEntry:
    known = violated_run(run)
    external = [each for each in known.external if not each.startswith(_FAILURE)]
    inputs = [] if entry == "main" else [f"{name} = {value}" for name, value in known.inputs.items()]
    assumed = list(result["assumptions"]) if inputs else []
    assumed += [f"{name}, which has no body, returns a value of this run" for name in external]
    if run["violation"]["kind"] == "memory-leak" and entry != "main":
        assumed.append("no function without a body keeps a pointer to the memory")
    is_conditional = bool(inputs) or bool(external) or bool(assumed)
    reason = violation_summary(run["violation"])
    return {
        **new_decision(f"{reason}{_for_arguments(entry, inputs)}", entry),
        "verdict": "reachable-under-assumptions" if is_conditional else "confirmed",
        "assumptions": assumed,
        "inputs": inputs,
        "violation": run,
    }
