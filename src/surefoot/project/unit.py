"""The check of one function, and the search for a precondition under which it is safe; runs in a
child process.
"""

import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, cast

from surefoot.base.budget import Budget
from surefoot.base.caveats import Direction
from surefoot.base.errors import InputError, SurefootError
from surefoot.base.records import dataclass, field, replace
from surefoot.base.spans import Span
from surefoot.base.supervision import (
    Channel,
    End,
    EndedJob,
    JobRefused,
    JobReturned,
    JobStopped,
    ResourceLimits,
    supervise,
)
from surefoot.certify.verdicts import Unknown, Unsafe
from surefoot.evidence.claims import Why
from surefoot.frontend.acsl.contracts import harness_name
from surefoot.frontend.compilations import CompilationCache
from surefoot.frontend.environment import Annotations, Environment
from surefoot.frontend.llvm.data_layout import DataLayout
from surefoot.frontend.llvm.module import Module, PointerType
from surefoot.frontend.loading import load_module
from surefoot.frontend.lower.pointer_arguments import pointee_of
from surefoot.program.ctypes import CInteger, CPointer, CRecord, CType, CVoid
from surefoot.program.passes.followed_path import FollowedPath
from surefoot.program.passes.reported_path import ReportedPath
from surefoot.program.program import DataModel
from surefoot.program.properties import property_named
from surefoot.project.inputs import SourceFile
from surefoot.project.limits import LIMITS
from surefoot.project.preconditions import (
    ArgumentAssumptions,
    ArgumentSize,
    TestedParameter,
    ViolatedRun,
    allocator_like,
    strengthened,
    tightened,
    violated_run,
)
from surefoot.project.recheck import NotReproduced, key_of, reproduced
from surefoot.project.store import ResultStore, StoredResult
from surefoot.project.survey import UNUSED_TOO, FileFacts, survey
from surefoot.project.unit_result import UnitResult, UnitTask, is_proved, result_of, without_verdict
from surefoot.verify.api import check_request
from surefoot.verify.loading import Loaded, load
from surefoot.verify.request import Report, Request

TaskEntry = dict[str, Any]
"""A `UnitTask`, or one of kind ``survey`` with a single source, as JSON."""
ResultEntry = dict[str, Any]
"""A `UnitResult`; or ``facts`` of a file; or the ``error`` and its ``location``, with all ``errors``."""


def perform(task: TaskEntry) -> ResultEntry:
    """Survey a file or check a function in a child process; errors are part of the result."""
    is_survey = task["kind"] == "survey"
    seconds = LIMITS.survey_seconds if is_survey else task["seconds"]
    began = time.monotonic()
    ended = supervise(
        lambda channel: _surveyed(task) if is_survey else _checked(cast("UnitTask", task), channel),
        ResourceLimits(seconds + LIMITS.overtime_seconds, task["megabytes"]),
        lambda _progress: None,
    )
    if is_survey:
        return _survey_result(ended)
    result = _unit_result(ended)
    result["seconds"] = round(time.monotonic() - began, 2)
    if task["store"] and not result["cached"]:
        result["store_fault"] = _enter(cast("UnitTask", task), result, ended)
    if task["store"] and _is_kept(result, ended):
        result["key"] = ended.progress.notes.get("key", "")
    result.pop("kept", None)
    return {**result}


def _enter(task: UnitTask, result: UnitResult, ended: EndedJob) -> str:
    """Write a result to the store, unless it is that of an interrupted check."""
    key: str | None = ended.progress.notes.get("key")
    kept = result.get("kept")
    if key is None or kept is None or not _is_kept(result, ended):
        return ""
    entry: StoredResult = {
        "tool": task["tool"],
        "function": task["function"],
        "file": task["sources"][0][0],
        "verdict": result["verdict"],
        "reason": result["reason"],
        "unit_seconds": task["seconds"],
        "seconds": result["seconds"],
        "assumed": kept["assumed"],
        "statuses": kept["statuses"],
        "traces": [*kept["traces"]],
        "certificate": kept["certificate"],
        "positions": kept["positions"],
    }
    return ResultStore(Path(task["store"])).enter(key, entry)


def _is_kept(result: UnitResult, ended: EndedJob) -> bool:
    """Return whether the result is in the store, or to be entered there."""
    is_stopped = isinstance(ended.outcome, JobStopped) and ended.outcome.end not in {End.TIME, End.MEMORY}
    return "key" in ended.progress.notes and not is_stopped and (result["cached"] or "kept" in result)


def _surveyed(task: TaskEntry) -> FileFacts:
    return survey(_source(task["sources"][0]), property_named(task["property"]), CompilationCache(Path(task["folder"])))


def _source(entry: Sequence[Any]) -> SourceFile:
    return SourceFile(entry[0], tuple(entry[1]), entry[2])


def _survey_result(ended: EndedJob) -> ResultEntry:
    match ended.outcome:
        case JobReturned(facts):
            return {"facts": facts}
        case JobRefused(error):
            first = error.diagnostics()[0]
            errors = [{"message": each.message, "location": _location(each.span)} for each in error.diagnostics()]
            return {"error": first.message, "location": _location(first.span), "errors": errors}
        case JobStopped(_, detail):
            stopped = f"not compiled: {detail}"
            return {"error": stopped, "location": None, "errors": [{"message": stopped, "location": None}]}


def _path_of(task: UnitTask) -> FollowedPath | ReportedPath | None:
    if "path_program" in task:
        return ReportedPath.unpacked(task["path_program"])
    return FollowedPath.unpacked(task["path"]) if "path" in task else None


def _location(span: Span | None) -> dict[str, Any] | None:
    return {"file": span.file, "line": span.line, "column": span.column} if span else None


def _unit_result(ended: EndedJob) -> UnitResult:
    """Return the result, or what is known of it when the child was stopped."""
    match ended.outcome:
        case JobReturned(result):
            found: UnitResult = result
            return found
        case JobRefused(error):
            return without_verdict(str(error))
        case JobStopped(_, detail):
            known: UnitResult | None = ended.progress.notes.get("result")
            if known is None:
                return without_verdict(detail)
            known["reason"] = detail
            return known


# In the child process


def _checked(task: UnitTask, channel: Channel) -> UnitResult:
    return _UnitCheck(task, channel).result()


class _ViolationFound(Exception):
    """Ends an attempt at its first violation."""

    def __init__(self, report: Report) -> None:
        super().__init__()
        self.report = report


@dataclass(slots=True)
class _UnitCheck:
    """Attempts to prove one function, under stronger and stronger preconditions."""

    task: UnitTask
    channel: Channel
    _deadline: float = field(init=False)
    _compilations: CompilationCache = field(init=False)
    _attempts: int = 0
    _is_open: bool = False
    """True if the time was over before all preconditions that may exclude a violation were tried.
    """
    _wrong_annotations: str = ""
    """Error in annotations, which are then ignored: they may be in the language of another tool."""

    def __post_init__(self) -> None:
        self._deadline = time.monotonic() + self.task["seconds"]
        self._compilations = CompilationCache(Path(self.task["folder"]), [])

    def result(self) -> UnitResult:
        """Return the stored result if it still holds, else that of the best attempt."""
        stored = self._stored() if self.task["store"] else None
        return stored or self._computed()

    def _stored(self) -> UnitResult | None:
        """Note the key of the unit for the store, and return the stored result if it holds."""
        task = self.task
        base = self._request(ArgumentAssumptions(has_initial_globals=True))
        options = (task["tool"], str(task["malloc_may_fail"]), str(task["changes_globals"]))
        key = task.get("key")
        try:
            loaded = None if key else load(base)
            key = key_of(base, loaded.program, *options) if loaded else str(key)
        except SurefootError:  # the check reports it
            return None
        self.channel.note("key", key)
        entry = ResultStore(Path(task["store"])).find(key)
        if entry is None or entry["tool"] != task["tool"]:
            return None
        is_undecided = entry["verdict"] not in {"safe", "unsafe"}
        if is_undecided and (task["retries"] or entry["unit_seconds"] < task["seconds"]):
            return None
        try:
            known = ArgumentAssumptions.unpacked(entry["assumed"])
            if is_undecided and not entry["statuses"] and not entry["traces"]:  # the program could not be loaded
                return {**without_verdict(entry["reason"]), "preconditions": [*known.entries()], "cached": True}
            request = self._request(known)
            if loaded is None or request.environment != base.environment:
                loaded = load(request)
            return self._reproduced(entry, known, loaded)
        except (SurefootError, NotReproduced, ValueError, TypeError, KeyError):
            return None

    def _reproduced(self, entry: StoredResult, known: ArgumentAssumptions, loaded: Loaded) -> UnitResult:
        """Return the stored result at the current positions; raises `NotReproduced`.

        Requires: ``loaded`` is the program under ``known``.
        """
        is_safe, trusts = entry["verdict"] == "safe", self.task["trusts_store"]
        if is_safe and not entry["certificate"] and not trusts:
            report = self._attempt(known)
            if not is_proved(report):
                raise NotReproduced
            return {**self._result(report, known), "cached": True}
        request = replace(self._request(known), time_limit=max(0.05, self._remaining()))
        found = reproduced(request, loaded, entry, trusts=trusts)
        result = self._result(found.report, known)
        if is_safe and not found.is_checked:
            result["verdict"], result["reason"] = "safe", ""
        if result["verdict"] != entry["verdict"]:
            raise NotReproduced
        return {**result, "cached": True}

    def _computed(self) -> UnitResult:
        """Return the result of the best attempt."""
        is_main = self.task["function"] == "main"
        known = ArgumentAssumptions(has_initial_globals=is_main or not self.task["changes_globals"])
        if not self.task.get("infers", True):
            return self._result(self._check(known, stops=False), known)
        takes_pointers = not is_main and self._takes_pointers()
        share = LIMITS.first_attempt_share if takes_pointers else 1.0
        report = self._attempt(known, share if known.has_initial_globals else LIMITS.first_attempt_share)
        if not known.has_initial_globals and not is_proved(report):
            known = replace(known, has_initial_globals=True)
            report = self._attempt(known, share)
        if self._has_contract(report):
            report = self._attempt(known) if isinstance(report.verdict, Unknown) else report
        elif not is_main:
            known, report = self._with_preconditions(known, report)
        if is_proved(report) and known.may_be_weakened:
            known, report = self._weakened(known, report)
        if isinstance(report.verdict, Unsafe):
            report = self._check(known, stops=False) or report
        result = self._result(report, known)
        if self._is_open and result["verdict"] == "unsafe":
            result["verdict"] = "argument"
        return result

    def _inferred(self, known: ArgumentAssumptions, report: Report) -> tuple[ArgumentAssumptions, Report]:
        """Strengthen ``known`` until no violation is found, nothing excludes it, or time is over."""
        parameters = self._parameters()
        while isinstance(report.verdict, Unsafe) and self._may_continue():
            run = self._run(report, known)
            self.channel.note("result", self._result(report, known))
            found = self._excluding(known, run, parameters)
            if found is None:
                break
            known, report = found
        if isinstance(report.verdict, Unsafe) and not self._may_continue():
            run = self._run(report, known)
            candidates = (*strengthened(known, run, parameters), tightened(known, run, parameters))
            self._is_open = any(each is not None for each in candidates)
        return known, report

    def _with_preconditions(self, known: ArgumentAssumptions, report: Report) -> tuple[ArgumentAssumptions, Report]:
        """Infer preconditions for tiny arguments, whose runs are short, then for small ones, then
        for arguments of any size.

        Return the result for the largest size that is proved in time, or a violation.
        """
        if is_proved(report) or not self._takes_pointers():
            return self._inferred(known, report)
        if allocators := self._called_allocators(report):
            known = replace(known, allocators=allocators)
            report = self._attempt(known, LIMITS.first_attempt_share)
        smaller: tuple[ArgumentAssumptions, Report] | None = None
        for size in ArgumentSize:
            if smaller is not None and not self._may_continue():
                return smaller
            limited = replace(known, size_limit=size)
            found, decided = self._inferred(limited, self._attempt(limited))
            if isinstance(decided.verdict, Unknown):
                return smaller or self._inferred(known, report)
            if not is_proved(decided):
                return found, decided
            if found.may_be_weakened:
                found, decided = self._weakened(found, decided)
            smaller, known = (found, decided), found
        return smaller or (known, report)

    def _called_allocators(self, report: Report) -> tuple[tuple[str, str], ...]:
        """Return the function pointers in arguments that look like allocators and may be called."""
        callbacks = {each.text.partition(" ")[0] for each in report.caveats if each.direction is Direction.ASSUMES}
        return tuple(
            (each.name, each.allocator)
            for each in self._parameters()
            if each.allocator and f"*{each.name}" in callbacks
        )

    def _excluding(
        self, known: ArgumentAssumptions, run: ViolatedRun, parameters: Sequence[TestedParameter]
    ) -> tuple[ArgumentAssumptions, Report] | None:
        """Return a precondition under which this violation is not found any more."""
        undecided: tuple[ArgumentAssumptions, Report] | None = None
        for candidate in strengthened(known, run, parameters):
            if not self._may_continue():
                return undecided
            try:
                report = self._attempt(candidate)
            except InputError:  # the array of a member that an earlier condition names
                continue
            if isinstance(report.verdict, Unknown):
                if report.verdict.why is Why.TIME_LIMIT:
                    return candidate, report
                if report.verdict.why is not Why.UNSUPPORTED:
                    undecided = undecided or (candidate, report)
            elif not isinstance(report.verdict, Unsafe) or self._run(report, candidate).place != run.place:
                return candidate, report
        tighter = tightened(known, run, parameters) if undecided is None else None
        if tighter is not None and tighter != known and self._may_continue():
            with suppress(InputError):
                return tighter, self._attempt(tighter)
        return undecided

    def _weakened(self, known: ArgumentAssumptions, report: Report) -> tuple[ArgumentAssumptions, Report]:
        """Drop conditions without which the proof succeeds, too."""
        for weaker in known.weaker():
            if not self._may_continue():
                break
            found = self._attempt(weaker)
            if is_proved(found):
                return self._weakened(weaker, found) if weaker.may_be_weakened else (weaker, found)
        return known, report

    # Attempts

    def _may_continue(self) -> bool:
        return self._attempts < LIMITS.attempts and self._remaining() > LIMITS.least_attempt_seconds

    def _remaining(self) -> float:
        return self._deadline - time.monotonic()

    def _attempt(self, known: ArgumentAssumptions, share: float = 1.0) -> Report:
        """Check under ``known`` until the first violation; a violation or a proof ends it.

        It takes at most ``share`` of the remaining time.
        """
        self._attempts += 1
        if known.size_limit is ArgumentSize.SMALL:
            share *= LIMITS.small_attempt_share
        try:
            return self._check(known, stops=True, share=share)
        except _ViolationFound as found:
            return found.report

    def _check(self, known: ArgumentAssumptions, *, stops: bool, share: float = 1.0) -> Report:
        def on_progress(report: Report) -> None:
            if stops and isinstance(report.verdict, Unsafe):
                raise _ViolationFound(report)
            if not isinstance(report.verdict, Unsafe):
                self.channel.note("result", self._result(report, known))

        request = replace(self._request(known), time_limit=max(0.05, share * self._remaining()))
        try:
            return check_request(request, on_event=self.channel.event, on_progress=on_progress)
        except InputError as error:
            if request.environment.annotations is Annotations.OFF:
                raise
            self._wrong_annotations = f"annotations are ignored: {error}"
            return self._check(known, stops=stops, share=share)

    def _request(self, known: ArgumentAssumptions) -> Request:
        task = self.task
        sources = [_source(each) for each in task["sources"]]
        flags = {each.flags for each in sources}
        is_annotated = any(has_annotations(each.path) for each in sources)
        uses_contracts = is_annotated and len(flags) == 1 and not self._wrong_annotations
        is_main = task["function"] == "main"
        environment = Environment(
            malloc_may_fail=task["malloc_may_fail"],
            all_globals_arbitrary=not known.has_initial_globals and not is_main,
            annotations=Annotations.ON if uses_contracts else Annotations.OFF,
        )
        return Request(
            tuple(Path(each.path) for each in sources),
            property_named(task["property"]),
            DataModel[sources[0].data_model],
            task["function"],
            clang_flags=sources[0].flags if uses_contracts else (),
            own_flags={} if uses_contracts else {Path(each.path): (*each.flags, UNUSED_TOO) for each in sources},
            compilations=self._compilations,
            environment=known.environment(environment),
            path=_path_of(task),
            memory_limit=task["megabytes"],
            stop_at_first=False,
        )

    def _has_contract(self, report: Report) -> bool:
        return report.program is not None and harness_name(self.task["function"]) in report.program.functions

    def _takes_pointers(self) -> bool:
        return any(isinstance(each.ctype, CPointer) for each in self._parameters())

    def _parameters(self) -> list[TestedParameter]:
        source = _source(self.task["sources"][0])
        module = load_module(
            Path(source.path),
            DataModel[source.data_model],
            property_named(self.task["property"]),
            (*source.flags, UNUSED_TOO),
            Budget(),
            self._compilations,
        )
        definition = module.functions[self.task["function"]]
        found: list[TestedParameter] = []
        for each in definition.parameters:
            known = definition.declared.get(f"{each.name}.addr") or definition.declared.get(each.name)
            found.append(_tested(known.name, known.ctype, module) if known else TestedParameter(each.name, CVoid()))
        return [*found, *(member for each in found for member in _members(each, module, LIMITS.member_depth))]

    # Results

    def _result(self, report: Report, known: ArgumentAssumptions) -> UnitResult:
        return result_of(report, known, self.task, [*filter(None, [self._wrong_annotations])])

    def _run(self, report: Report, known: ArgumentAssumptions) -> ViolatedRun:
        evidence = report.document()["evidence"]
        if evidence["kind"] != "trace":
            raise SurefootError("a violation has a run")
        return violated_run(evidence, known)


def _tested(name: str, ctype: CType, module: Module) -> TestedParameter:
    signature = pointee_of(ctype, module).signature
    width = 8 * DataLayout(module.data_layout).size_of(PointerType())
    is_function = signature is not None
    return TestedParameter(name, ctype, is_function, allocator_like(name, signature, width) if signature else "")


def _members(pointer: TestedParameter, module: Module, depth: int) -> Iterator[TestedParameter]:
    """Yield the integers and pointers in the struct that ``pointer`` points to, and in those that its
    members point to.
    """
    pointee = pointee_of(pointer.ctype, module).ctype
    if depth == 0 or not isinstance(pointee, CRecord):
        return
    members = list(_fields(f"{pointer.name}->", pointee, module))
    yield from (each for each in members if isinstance(each.ctype, CInteger | CPointer))
    for each in members:
        yield from _members(each, module, depth - 1)


def _fields(prefix: str, record: CRecord, module: Module) -> Iterator[TestedParameter]:
    """Yield the members of ``record``, and those of the structs in it."""
    for each in record.members:
        if each.name:
            yield _tested(f"{prefix}{each.name}", each.ctype, module)
            if isinstance(each.ctype, CRecord):
                yield from _fields(f"{prefix}{each.name}.", each.ctype, module)


def has_annotations(path: str) -> bool:
    """Return whether the file may contain ACSL annotations."""
    text = Path(path).read_bytes()
    return b"/*@" in text or b"//@" in text
