"""The service below editors and agents: the units of a project, checked again as files change.

A unit's result is current as long as no file changes that is linked for the check. Open files are
checked first, from the function in focus outwards, then the callers of their functions.
"""

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, TypedDict

from surefoot.base.errors import UsageError
from surefoot.base.records import dataclass, field
from surefoot.project.call_graph import DefinitionKey, ProjectGraph, Unit
from surefoot.project.conclusions import Conclusions
from surefoot.project.document import UnitEntry, unit_entry
from surefoot.project.scan import ScanOptions, unit_task
from surefoot.service.callers import DecidingCallers, deciding_callers
from surefoot.service.files import FaultEntry, ProjectFiles, SurveyedFile
from surefoot.service.scheduler import Priority, Scheduler, WorkerJob
from surefoot.service.trials import Trial, TrialText

_REQUESTED, _FOCUSED, _OPEN, _CALLERS = range(4)
"""Classes of priority."""
_EARLIER = -1
"""Version of the files of an earlier session."""
Fingerprint = dict[str, int]
"""The files that a result depends on, with their versions."""


class UnitState(TypedDict):
    """A function with its latest result: ``current``, ``stale`` (of an earlier text), or ``waiting``
    (none). ``entry`` is null if it is that of the last publication.
    """

    function: str
    state: str
    is_running: bool
    entry: UnitEntry | None


class FileState(TypedDict):
    """An open file: its functions, the errors that the compiler found (also in files that they need),
    and whether they are those of the present text.
    """

    file: str
    text: int
    """Number of the text that was given for the file; 0 for the file on disk."""
    is_current: bool
    faults: list[FaultEntry]
    units: list[UnitState]


class CheckAnswer(TypedDict):
    """The functions that a request named, and the errors in their files."""

    units: list[UnitEntry]
    faults: dict[str, list[FaultEntry]]


@dataclass(frozen=True, slots=True)
class _CheckedUnit:
    """The result of a check, and its inputs."""

    fingerprint: Fingerprint
    result: dict[str, Any] | None


@dataclass(frozen=True, slots=True)
class _Conclusion:
    """An entry, and the inputs that it was concluded from."""

    entry: UnitEntry
    fingerprint: Fingerprint


@dataclass(slots=True)
class _CheckRequest:
    """A request that waits for results; without names, all functions of the files are meant."""

    files: frozenset[str]
    functions: frozenset[str]
    answer: Callable[[CheckAnswer], None]

    def covers(self, unit: Unit) -> bool:
        """Return whether ``unit`` is meant."""
        is_named = not self.functions or unit.function in self.functions
        return is_named and (not self.files or unit.facts["file"] in self.files or unit.source in self.files)


@dataclass(slots=True)
class Service:
    """The state of one project.

    ``publish`` gets the state of an open file whenever it has changed.
    """

    files: ProjectFiles
    scheduler: Scheduler
    options: ScanOptions
    folder: str
    """Private folder for compilations."""
    tool: str
    publish: Callable[[FileState], None]
    _focus: tuple[str, int] = ("", 0)
    _numbers: dict[str, int] = field(default_factory=dict)
    """The number of the latest text of each open file."""
    _checked: dict[DefinitionKey, _CheckedUnit] = field(default_factory=dict)
    _concluded: dict[DefinitionKey, _Conclusion] = field(default_factory=dict)
    """The latest conclusions, which may be about former texts."""
    _requests: dict[Any, _CheckRequest] = field(default_factory=dict)
    _trials: dict[Any, Trial] = field(default_factory=dict)
    _last_trial: int = 0
    _graph: ProjectGraph | None = None
    """The definitions of all files; None if a file was surveyed since."""
    _units: list[Unit] = field(default_factory=list)
    _linked: dict[DefinitionKey, tuple[str, ...]] = field(default_factory=dict)
    """The files that are linked for each unit."""
    _deciding: dict[DefinitionKey, DecidingCallers] = field(default_factory=dict)
    """The deciding callers of each static function that has some, callers first."""
    _published: dict[str, FileState] = field(default_factory=dict)
    """The state of each open file when it was published last."""
    _is_settled: bool = False
    """True if nothing has happened since the last conclusions."""

    # Input

    def open(self, path: str, text: str | None, number: int) -> None:
        """Show ``text`` for the file ``path`` from now on; it is open until it is closed."""
        self._numbers[path] = number
        self._focus = self._focus if self._focus[0] == path else (path, 0)
        self.files.open(path, text)
        self._withdraw()

    def close(self, path: str) -> None:
        """Stop checking the file unless other open files need it."""
        if self._numbers.pop(path, None) is not None:
            self._published.pop(path, None)
            self.files.close(path)
            self._withdraw()

    def focus(self, path: str, line: int) -> None:
        """Check the functions next to this position first."""
        self._focus = path, line
        self._is_settled = False

    def check(
        self, key: object, files: Iterable[str], functions: Iterable[str], answer: Callable[[CheckAnswer], None]
    ) -> None:
        """Answer with the results of the ``functions`` (if empty, of all) in ``files`` (if empty, in
        all), as soon as they are current.

        Raises `UsageError` for a file that is not part of the project.
        """
        self.refresh()
        request = _CheckRequest(frozenset(files), frozenset(functions), answer)
        if missing := sorted(each for each in request.files if not (self.files.mirror.root / each).is_file()):
            raise UsageError(f"there is no file {missing[0]} in the project")
        for each in request.files:
            self.files.open(each, None)
        self._requests[key] = request

    def trial(self, key: object, given: TrialText, answer: Callable[[dict[str, Any]], None]) -> None:
        """Check a text that is no file.

        Raises `UsageError` for a file that is not part of the project, and for a text that includes
        files outside of it.
        """
        self.refresh()
        if given.file:
            self.files.open(given.file, None)
            if given.file not in self.files.files:
                raise UsageError(f"{given.file} is no C file")
        self._last_trial += 1
        folder = Path(self.folder) / f"trial-{self._last_trial}"
        self._trials[key] = Trial(self._last_trial, given, self.files, self.options, folder, self.tool, answer)

    def cancel(self, key: object) -> None:
        """Drop a request; its jobs end unless others need them."""
        self._is_settled = False
        self._requests.pop(key, None)
        trial = self._trials.pop(key, None)
        if trial is not None:
            for each in trial.job_keys():
                self.scheduler.stop(each)
            trial.end()

    def refresh(self) -> None:
        """Take over what changed on disk, also new and removed files."""
        self.files.reread()
        self.files.look(at_once=True)
        self._withdraw()

    # State between sessions

    def restore(self, results: Mapping[str, UnitEntry]) -> None:
        """Take over the results of an earlier session, as stale ones."""
        for name, entry in results.items():
            path = name.rpartition(":")[0]
            self._concluded[path, entry["function"]] = _Conclusion(entry, {path: _EARLIER})

    def results(self) -> dict[str, UnitEntry]:
        """Return the current results for the next session."""
        unsaved = self.files.unsaved()
        return {
            f"{path}:{function}": each.entry
            for (path, function), each in self._concluded.items()
            if self._state((path, function)) == "current" and path not in unsaved
        }

    # Progress

    def step(self) -> None:
        """Submit the jobs that are due, answer requests, and publish changed states."""
        if self.files.look():
            self._withdraw()
        for file in self.files.due(time.monotonic()):
            self._submit_survey(file)
        if self.files.is_current and not self._is_settled:
            self._conclude()
            self._is_settled = True
        for key, trial in list(self._trials.items()):
            for job in trial.jobs():
                self.scheduler.submit(job)
            if trial.is_over:
                del self._trials[key]
        self.scheduler.start()
        self._answer()
        self._publish()

    def next_due(self) -> float | None:
        """Return the time at which `step` has something to do without further input."""
        return self.files.next_due(time.monotonic())

    def _submit_survey(self, file: SurveyedFile) -> None:
        source, version, began = file.source, file.version, time.time_ns()
        task = {
            "kind": "survey",
            "sources": [source.packed()],
            "property": self.options.property,
            "folder": self.folder,
            "megabytes": self.options.megabytes,
            "fingerprint": {source.path: version},
        }
        is_open = source.path in self._numbers

        def enter(result: dict[str, Any] | None) -> None:
            self.files.enter(file, version, began, result)
            self._graph = None
            self._is_settled = False

        self.scheduler.submit(WorkerJob(("survey", source.path), task, (_FOCUSED if is_open else _CALLERS, 0), enter))

    def _conclude(self) -> None:
        """Conclude from the current results, and submit the checks that are wanted."""
        if self._graph is None:
            sources = {path: each.source for path, each in self.files.files.items()}
            self._graph = ProjectGraph(self.files.facts(), sources, self.files.mirror.folder)
            self._units = self._graph.units()
            self._linked = {unit.symbol: self._graph.files_of(unit).paths for unit in self._units}
            own = {unit.symbol for unit in self._units}
            deferred = [unit.symbol for unit in Conclusions(self._graph, self._units).deferred()]
            self._deciding = {each: deciding_callers(each, self._graph, own, deferred) for each in deferred}
            self._checked = {symbol: each for symbol, each in self._checked.items() if symbol in own}
            self._concluded = {symbol: each for symbol, each in self._concluded.items() if symbol in own}
        found = self._conclusions(self._graph)
        wanted = self._wanted(self._graph)
        waiting = {symbol for symbol in wanted if not self._has_deciding_callers(symbol, found)}
        for symbol in waiting:
            for caller in self._deciding[symbol].checked:
                wanted[caller] = min(wanted.get(caller, wanted[symbol]), wanted[symbol])
        for symbol, concluded in found.entries.items():
            before = self._concluded.get(symbol)
            entry = before.entry if before is not None and before.entry == concluded else concluded
            passed = self._deciding[symbol].passed if entry["judged_through"] else ()
            paths = dict.fromkeys(path for each in (symbol, *passed) for path in self._linked[each])
            self._concluded[symbol] = _Conclusion(entry, self._versions(paths))
        for job in (*self.scheduler.waiting, *self.scheduler.running):
            if job.key in self._linked and (job.key not in wanted or job.key in waiting):
                self.scheduler.stop(job.key)
        for unit in self._units:
            is_due = unit.symbol in wanted and unit.symbol not in waiting and unit.symbol not in found.entries
            if is_due and not self._is_broken(unit.symbol):
                self._submit_unit(unit, self._graph, wanted[unit.symbol])

    def _conclusions(self, graph: ProjectGraph) -> Conclusions:
        """Return what follows from the current results, in the order of a scan: static functions that
        their callers decide keep no result of their own.
        """
        found = Conclusions(graph, self._units)
        by_symbol = {unit.symbol: unit for unit in self._units}
        for unit in self._units:
            if unit.symbol not in self._deciding:
                self._enter(unit, found)
        decidable = [by_symbol[each] for each in self._deciding if self._has_deciding_callers(each, found)]
        found.judge_by_callers(decidable)
        for unit in decidable:
            if unit.symbol not in found.entries:
                self._enter(unit, found)
        found.conclude()
        return found

    def _enter(self, unit: Unit, found: Conclusions) -> None:
        """Enter the result of ``unit`` if it is current."""
        known = self._checked.get(unit.symbol)
        if known is not None and known.fingerprint == self._versions(self._linked[unit.symbol]):
            found.enter(unit, known.result)

    def _has_deciding_callers(self, symbol: DefinitionKey, found: Conclusions) -> bool:
        """Return whether the callers that decide about a static function have results, or cannot have
        any.
        """
        known = self._deciding.get(symbol)
        return known is None or all(each in found.entries or self._is_broken(each) for each in known.checked)

    def _wanted(self, graph: ProjectGraph) -> dict[DefinitionKey, Priority]:
        """Return the functions of requests and open files, and their callers, with their priorities.

        The function in focus comes first, and those with a violation that may be gone.
        """
        own: dict[DefinitionKey, Priority] = {}
        focused, line = self._focus
        for unit in self._units:
            file = unit.facts["file"]
            if any(request.covers(unit) for request in self._requests.values()):
                own[unit.symbol] = _REQUESTED, 0
            elif file in self._numbers:
                known = self._concluded.get(unit.symbol)
                is_inside = unit.facts["line"] <= line <= unit.facts["last_line"]
                is_first = is_inside or (known is not None and known.entry["outcome"] == "violated")
                distance = 0 if is_first else 1 + abs(unit.facts["line"] - line)
                own[unit.symbol] = (_FOCUSED, distance) if file == focused else (_OPEN, distance)
        wanted = dict(own)
        for symbol in own:
            for caller in graph.callers(symbol):
                if caller in self._linked:
                    wanted.setdefault(caller, (_CALLERS, 0))
        return wanted

    def _submit_unit(self, unit: Unit, graph: ProjectGraph, priority: Priority) -> None:
        fingerprint = self._versions(self._linked[unit.symbol])

        def enter(result: dict[str, Any] | None) -> None:
            self._checked[unit.symbol] = _CheckedUnit(fingerprint, result)
            self._is_settled = False

        task = {**unit_task(unit, graph, self.options, self.folder, self.tool), "fingerprint": fingerprint}
        self.scheduler.submit(WorkerJob(unit.symbol, task, priority, enter))

    def _withdraw(self) -> None:
        """Stop the jobs about former texts, and conclude again."""
        self._is_settled = False
        for job in (*self.scheduler.waiting, *self.scheduler.running):
            before: Fingerprint = job.task["fingerprint"]
            if before != self._versions(before):
                self.scheduler.stop(job.key)

    # Output

    def _answer(self) -> None:
        if not self.files.is_current or self._graph is None:
            return
        for key, request in list(self._requests.items()):
            covered = [unit for unit in self._units if request.covers(unit)]
            if all(self._is_done(unit) for unit in covered):
                del self._requests[key]
                request.answer(self._answer_to(request, covered))

    def _answer_to(self, request: _CheckRequest, covered: Sequence[Unit]) -> CheckAnswer:
        entries = [self._concluded[unit.symbol].entry for unit in covered if self._state(unit.symbol) == "current"]
        entries.sort(key=lambda each: (each["file"], each["line"]))
        needed = {path for unit in covered for path in self._linked[unit.symbol]} | request.files
        faults = {
            path: each.faults
            for path, each in sorted(self.files.files.items())
            if each.faults and (not request.files or path in needed)
        }
        return {"units": entries, "faults": faults}

    def _is_done(self, unit: Unit) -> bool:
        """Return whether the unit has a current result, or cannot have one."""
        return self._state(unit.symbol) == "current" or self._is_broken(unit.symbol)

    def _publish(self) -> None:
        """Publish the states of open files that have changed."""
        running = {job.key for job in self.scheduler.running}
        for path, number in self._numbers.items():
            file = self.files.files.get(path)
            units = [unit for unit in self._units if unit.facts["file"] == path]
            state: FileState = {
                "file": path,
                "text": number,
                "is_current": self.files.is_current if file is None else file.is_current,
                "faults": self._faults(path, units),
                "units": [self._unit_state(unit, running) for unit in units],
            }
            before = self._published.get(path)
            if state != before:
                self._published[path] = state
                self.publish({**state, "units": _news(state, before)})

    def _faults(self, path: str, units: Sequence[Unit]) -> list[FaultEntry]:
        """Return the errors in a file, and in those that are linked for its functions."""
        known = self.files.files
        paths = dict.fromkeys((path, *(each for unit in units for each in self._linked[unit.symbol])))
        return [fault for each in paths if each in known for fault in known[each].faults]

    def _unit_state(self, unit: Unit, running: set[Any]) -> UnitState:
        known = self._concluded.get(unit.symbol)
        facts = unit.facts
        return {
            "function": unit.function,
            "state": self._state(unit.symbol),
            "is_running": unit.symbol in running,
            "entry": known.entry
            if known
            else unit_entry(unit.function, facts["file"], facts["line"], facts["last_line"], static=facts["internal"]),
        }

    # State of units

    def _state(self, symbol: DefinitionKey) -> str:
        known = self._concluded.get(symbol)
        if known is None:
            return "waiting"
        return "current" if known.fingerprint == self._versions(known.fingerprint) else "stale"

    def _versions(self, paths: Iterable[str]) -> Fingerprint:
        known = self.files.files
        return {path: known[path].version for path in paths if path in known}

    def _is_broken(self, symbol: DefinitionKey) -> bool:
        """Return whether a file that is linked for the function does not compile."""
        known = self.files.files
        return any(known[path].faults for path in self._linked[symbol] if path in known)


def _news(state: FileState, before: FileState | None) -> list[UnitState]:
    """Return the units of ``state`` without the entries that are those of ``before``."""
    known = {each["function"]: each["entry"] for each in before["units"]} if before else {}
    return [
        {**each, "entry": None if known.get(each["function"]) is each["entry"] else each["entry"]}
        for each in state["units"]
    ]
