"""Modular verification: each function is proved with the contracts of its callees instead of their
bodies.

A function with a contract is proved for arbitrary arguments and global variables that its
precondition allows. The program is safe if all these functions are, and the entry with them. A
proof of a recursive function is about partial correctness: it holds for calls that return.

A contract states what a function returns, and which variables and memory it changes. Calls of a
function with another effect run its body (`inexpressible_effects`).
"""

from collections.abc import Callable, Iterator, Mapping

from surefoot.base.budget import Budget
from surefoot.base.caveats import Caveat, Direction
from surefoot.base.errors import InputError, MissingEntryError, UnsupportedError
from surefoot.base.events import Watcher, ignore
from surefoot.base.records import dataclass, field, replace
from surefoot.certify.verdicts import Part, Safe, Unknown, Unsafe
from surefoot.evidence.claims import Why
from surefoot.frontend.acsl.contracts import FunctionContract, harness_name, wrapper_name
from surefoot.frontend.environment import Annotations, Environment
from surefoot.program.program import Program
from surefoot.program.statements import CheckKind
from surefoot.verify.deciding import Statistics
from surefoot.verify.inexpressible_effects import InexpressibleEffect, first_effects, inexpressible_effects
from surefoot.verify.limits import LIMITS
from surefoot.verify.loading import load
from surefoot.verify.pipeline import check
from surefoot.verify.request import Report, Request

_WITHOUT_MODULAR = "leave out --modular"


def check_modular(
    request: Request, on_event: Watcher = ignore, on_progress: Callable[[Report], None] | None = None
) -> Report:
    """Check the request's entry with contracts in place of bodies, and every contract that the
    proof uses.

    If the entry is ``main``, all contracts of the program are proved, also where there is no
    ``main``. ``on_progress`` gets a report whenever there is something new. Raises `SurefootError`
    where the input or an option is wrong.
    """
    budget = Budget.seconds(request.time_limit)
    modular = replace(request, environment=replace(request.environment, annotations=Annotations.MODULAR))
    modular, contracts = _contracts(modular, budget)
    if not contracts:
        raise InputError(
            "--modular: no function of the program has a contract; add //@ requires ... ensures ..., or leave it out"
        )
    effects = _effects(modular, contracts, budget)
    by_body = replace(modular, environment=replace(modular.environment, run_by_body=tuple(effects)))
    work = _ModularCheck(by_body, contracts, effects, budget, on_event, proves_all=request.entry == "main")

    def report_progress() -> None:
        if on_progress is not None:
            on_progress(replace(work.report(), request=request))

    work.on_part = report_progress
    for _ in work.steps():
        report_progress()
    return replace(work.report(), request=request)


def _contracts(request: Request, budget: Budget) -> tuple[Request, Mapping[str, FunctionContract]]:
    """Return the contracts of the program, and the request, whose entry is the first function with
    a contract if there is no ``main``.
    """
    try:
        return request, load(request, budget).contracts
    except MissingEntryError as missing:
        if request.entry != "main" or not missing.annotated:
            raise
        started = replace(request, entry=missing.annotated[0])
        return started, load(started, budget).contracts


def _effects(
    request: Request, contracts: Mapping[str, FunctionContract], budget: Budget
) -> dict[str, InexpressibleEffect]:
    """Return the functions whose contracts cannot replace their bodies, and why.

    Functions with unsupported constructs are missing; they are not proved either.
    """
    bodies = [name for name, known in contracts.items() if known.has_body]
    found = {name: InexpressibleEffect.OTHER_MEMORY for name in bodies if contracts[name].has_validity_of_other_memory}
    seen: set[str] = set()
    for entry in (request.entry, *bodies):
        if entry in seen:
            continue
        environment = replace(_environment(request, entry), annotations=Annotations.ON)
        try:
            program = load(replace(request, entry=entry, environment=environment), budget).program
        except UnsupportedError:
            continue
        seen |= program.functions.keys()
        found = first_effects(found, inexpressible_effects(program, request.checked))
    return {name: found[name] for name in bodies if name in found}


def _environment(request: Request, entry: str) -> Environment:
    """Return the environment of a proof of ``entry``: global variables are arbitrary unless it is
    ``main``.
    """
    return replace(request.environment, all_globals_arbitrary=entry != "main")


@dataclass(slots=True)
class _ModularCheck:
    """The functions of one modular check: those decided, and those left to prove."""

    request: Request
    contracts: Mapping[str, FunctionContract]
    effects: Mapping[str, InexpressibleEffect]
    budget: Budget
    on_event: Watcher
    proves_all: bool
    """Whether the contracts that no proof uses are proved, too."""
    on_part: Callable[[], None] = field(default=lambda: None)
    """Callback for each new incomplete report on a function."""
    _reports: dict[str, Report] = field(default_factory=dict)
    _functions: list[str] = field(default_factory=list)
    """The functions to prove, in the order in which they were found."""
    _out_of_time: set[str] = field(default_factory=set)
    """The functions that a longer time slice may decide."""

    # Proving

    def steps(self) -> Iterator[None]:
        """Check each function for a short time slice, then the undecided ones for longer and longer
        ones.

        Yields whenever a report has something new. Stops at the first violation if
        `Request.stop_at_first`.
        """
        entry = self.request.entry
        self._add(entry)
        for name, known in self.contracts.items():
            if self.proves_all and known.has_body:
                self._add(name)
        yield
        seconds, waiting = LIMITS.first_slice_seconds, list(self._functions)
        may_be_all = sum(each.has_body for each in self.contracts.values()) <= len(waiting)  # proofs find no others
        while waiting and not self._is_over():
            before = len(self._functions)
            for number, name in enumerate(waiting):
                others = waiting[number + 1 :] or [each for each in waiting[:number] if each in self._out_of_time]
                is_last = not others and (may_be_all or seconds > LIMITS.first_slice_seconds)
                budget = self.budget if is_last else self._slice(seconds, len(waiting) - number)
                report = self._part(name, budget)
                self._reports[name] = report
                (self._out_of_time.add if not is_last and _lacks_time(report, seconds) else self._out_of_time.discard)(
                    name
                )
                for used in self._used(report.program):
                    if self.contracts[used].has_body:
                        self._add(used)
                yield
                if self.request.stop_at_first and isinstance(report.verdict, Unsafe):
                    return
            waiting = [*self._functions[before:], *(name for name in waiting if name in self._out_of_time)]
            seconds *= LIMITS.slice_growth

    def _add(self, name: str) -> None:
        effect = self.effects.get(name)
        if name not in self._functions and (effect is None or effect.may_be_proved_alone):
            self._functions.append(name)

    def _slice(self, seconds: float, waiting: int) -> Budget:
        """Return the time slice of the first of ``waiting`` functions."""
        left = self.budget.remaining()
        return self.budget.at_most(seconds if left is None else min(seconds, left / waiting))

    def _is_over(self) -> bool:
        left = self.budget.remaining()
        return left is not None and left <= 0

    def _part(self, name: str, budget: Budget) -> Report:
        """Return the report on one function.

        A violation that may be due to an imprecise contract counts only if it occurs with the
        bodies, too.
        """
        environment = _environment(self.request, name)
        request = replace(self.request, entry=name, environment=environment, time_limit=_rest(budget))
        report = check(request, self.on_event, lambda known: self._note(name, known))
        if not isinstance(report.verdict, Unsafe):
            return report
        found = report.verdict.violated
        if found.kind is CheckKind.INVALID_FREE and name in self.contracts:
            detail = f"{name} frees memory that its caller passes, which no contract can require"
            return _undecided(report, Unknown(Why.CAVEAT, detail, _WITHOUT_MODULAR, found.span))
        used = self._used(report.program)
        if not used:
            return report
        bodies = replace(environment, annotations=Annotations.ON)
        again = check(replace(request, environment=bodies, time_limit=_rest(budget)), self.on_event)
        if isinstance(again.verdict, Unsafe):
            return replace(again, warnings=report.warnings)
        if isinstance(again.verdict, Unknown) and again.verdict.why in {Why.TIME_LIMIT, Why.UNCONFIRMED}:
            return _undecided(report, again.verdict)
        detail = f"{found.text or found.kind.value} in {name} may be due to the contract of {' or '.join(used)}"
        return _undecided(
            report, Unknown(Why.CAVEAT, detail, f"strengthen the contract, or {_WITHOUT_MODULAR}", found.span)
        )

    def _note(self, name: str, known: Report) -> None:
        """Keep an incomplete report on the function ``name``, unless it has a violation that may be
        due to a contract.
        """
        if not isinstance(known.verdict, Unsafe) or not self._used(known.program):
            self._reports[name] = known
            self.on_part()

    def _used(self, program: Program | None) -> tuple[str, ...]:
        """Return the functions whose contracts replace calls in ``program``."""
        if program is None:
            return ()
        names = (name for name in self.contracts if wrapper_name(name) in program.functions)
        return tuple(name for name in names if name not in self.effects)

    # Reporting

    def report(self) -> Report:
        """Return one report on all functions: the worst of theirs, with the assumptions of the
        proof.
        """
        parts = self._parts()
        worst = min(parts.values(), key=lambda part: (_rank(part), part.function != self.request.entry))
        decisive = self._reports.get(worst.function)
        if decisive is None:
            decisive = Report(self.request, worst.verdict, None, (), (), Statistics())
        decisive = self._without_aliasing(decisive, parts)
        reports = list(self._reports.values())
        statistics = Statistics()
        for report in reports:
            for stage, seconds in report.statistics.stages.items():
                statistics.stages[stage] = statistics.stages.get(stage, 0.0) + seconds
            statistics.queries.include(report.statistics.queries)
        caveats = dict.fromkeys(caveat for report in reports for caveat in report.caveats)
        caveats |= dict.fromkeys(self._assumptions(parts))
        warnings = dict.fromkeys(warning for report in reports for warning in report.warnings)
        warnings |= dict.fromkeys(self._not_proved_alone(parts))
        return replace(
            decisive,
            caveats=tuple(caveats),
            warnings=tuple(warnings),
            statistics=statistics,
            parts=tuple(parts.values()),
        )

    def _parts(self) -> dict[str, Part]:
        """Return the functions to prove, and those that cannot be proved alone and are not executed
        by any proved one.
        """
        parts: dict[str, Part] = {}
        for name in self._functions:
            report, effect = self._reports.get(name), self.effects.get(name)
            late = Unknown(Why.TIME_LIMIT, f"time limit reached before {name} was checked", "raise --time-limit")
            verdict = late if report is None else report.verdict
            parts[name] = Part(
                name, verdict, self._used(report.program if report else None), effect.value if effect else ""
            )
        is_over = all(name in self._reports for name in self._functions)
        for name, effect in self.effects.items():
            is_wanted = self.proves_all or self.request.entry == name
            if name not in parts and is_wanted and is_over and not self._is_executed(name):
                verdict = Unknown(Why.CAVEAT, f"{name} cannot be proved alone: it {effect.value}", _WITHOUT_MODULAR)
                parts[name] = Part(name, verdict, (), effect.value)
        return parts

    def _is_executed(self, name: str) -> bool:
        return any(report.program and name in report.program.functions for report in self._reports.values())

    def _not_proved_alone(self, parts: Mapping[str, Part]) -> Iterator[str]:
        for name, effect in self.effects.items():
            if name not in parts and self._is_executed(name):
                text = f"{name} is checked at its call sites only, and its assigns clause is not checked: it {effect.value}"
                yield f"{self.contracts[name].span}: {text}"

    def _without_aliasing(self, report: Report, parts: Mapping[str, Part]) -> Report:
        """Return ``report``, or an unknown one where a proof uses a contract whose own proof
        assumed that arguments do not alias globals.
        """
        if not isinstance(report.verdict, Safe):
            return report
        for name in dict.fromkeys(used for part in parts.values() for used in part.used):
            if aliased := self._aliasable_globals(name):
                detail = f"pointer arguments of {name} may alias {', '.join(aliased)}; its contract was proved without such aliasing"
                return _undecided(report, Unknown(Why.CAVEAT, detail, _WITHOUT_MODULAR, self.contracts[name].span))
        return report

    def _assumptions(self, parts: Mapping[str, Part]) -> Iterator[Caveat]:
        """Yield the assumptions of the verdicts on single functions."""

        def assumed(text: str, known: FunctionContract) -> Caveat:
            return Caveat("modular", Direction.ASSUMES, text, known.span)

        for name, effect in self.effects.items():
            if name in parts and effect is InexpressibleEffect.LIBRARY_STATE:
                yield assumed(
                    f"{name} starts with the initial state of the C library where it is not called by others",
                    self.contracts[name],
                )
        for name in dict.fromkeys(used for part in parts.values() for used in part.used):
            known, part = self.contracts[name], parts.get(name)
            if part is None:
                continue
            proved = "which was proved" if isinstance(part.verdict, Safe) else "which was not proved"
            yield assumed(f"calls of {name} use its contract, {proved}", known)
            if name in part.used:
                yield assumed(
                    f"{name} is recursive and uses its own contract, which holds for calls that return", known
                )

    def _aliasable_globals(self, name: str) -> list[str]:
        """Return the globals that ``name`` uses and that its pointer arguments may alias: objects,
        and variables whose address is taken elsewhere.
        """
        program = self._reports[name].program if name in self._reports else None
        if program is None:
            return []
        programs = [report.program for report in self._reports.values() if report.program]
        in_memory = {each.name for other in programs for each in other.global_objects}
        width = program.data_model.pointer_width
        proof = program.functions.get(harness_name(name))
        if proof is None or not any(each.symbol.sort.width == width for each in proof.parameters):
            return []
        variables = (each.variable.name for each in program.global_variables)
        objects = [each.name for each in program.global_objects if not each.constant]
        return [*objects, *(each for each in variables if each in in_memory)]


def _lacks_time(report: Report, seconds: float) -> bool:
    """Return whether a time slice longer than ``seconds`` may decide more; unconfirmed proofs get
    few further slices.
    """
    match report.verdict:
        case Unknown(why=Why.TIME_LIMIT):
            return True
        case Unknown(why=Why.UNCONFIRMED):
            return seconds < LIMITS.slice_growth**2 * LIMITS.first_slice_seconds
        case _:
            return False


def _undecided(report: Report, verdict: Unknown) -> Report:
    return replace(report, verdict=verdict, checks=())


def _rest(budget: Budget) -> float | None:
    left = budget.remaining()
    return None if left is None else max(0.01, left)


def _rank(part: Part) -> int:
    match part.verdict:
        case Unsafe():
            return 0
        case Unknown():
            return 1
        case Safe():
            return 2
