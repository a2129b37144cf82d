"""Proofs function by function: each with the contracts of what it calls instead of the bodies.

A function with a contract is proved for any arguments and any global variables that its contract allows. The program is safe if all are, and the entry with them. What a recursive function
shows about itself holds for calls that end.

A contract says what a function returns and which variables and memory it changes. Where a function does something else (`contract_limits`), its calls run its body.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from surefoot.base.budget import Budget
from surefoot.base.caveats import Caveat, Lean
from surefoot.base.errors import InputError, UnsupportedError
from surefoot.base.events import Watcher, ignore
from surefoot.base.records import dataclass, field, replace
from surefoot.certify.verdicts import Part, Safe, Unknown, Unsafe
from surefoot.evidence.claims import Why
from surefoot.frontend.acsl.contracts import KnownContract, called_name, proof_name
from surefoot.frontend.environment import Annotations, Environment
from surefoot.program.program import Program
from surefoot.program.statements import CheckKind
from surefoot.verify.contract_limits import Limit, joined, limits_in
from surefoot.verify.deciding import Statistics
from surefoot.verify.pipeline import Report, Request, check, load

FIRST_SLICE: Final = 5.0
"""The seconds that each function has before one of them gets more."""
GROWTH: Final = 4.0
"""How much longer the slices of the next round are."""


def check_modular(
    request: Request, on_event: Watcher = ignore, on_progress: Callable[[Report], None] | None = None
) -> Report:
    """Check the request's entry with contracts in place of bodies, and every contract that this rests on.

    If the entry is ``main``, all contracts of the program are proved. ``on_progress`` gets a report of what is known whenever that is more. Raises `SurefootError` for what the user has to mend first.
    """
    budget = Budget.seconds(request.time_limit)
    modular = replace(request, environment=replace(request.environment, annotations=Annotations.MODULAR))
    contracts = load(modular, budget).contracts
    if not contracts:
        raise InputError("--modular: no function of the program has a contract")
    limits = _limits(modular, contracts, budget)
    by_body = replace(modular, environment=replace(modular.environment, run_by_body=tuple(limits)))
    work = _Work(by_body, contracts, limits, budget, on_event)
    for _ in work.steps():
        if on_progress is not None:
            on_progress(replace(work.report(), request=request))
    return replace(work.report(), request=request)


def _limits(request: Request, contracts: Mapping[str, KnownContract], budget: Budget) -> dict[str, Limit]:
    """The functions whose contracts cannot stand for their bodies, and why; nothing is said of those that cannot be read, and these are not proved either."""
    bodies = [name for name, known in contracts.items() if known.has_body]
    found = {name: Limit.OTHER_MEMORY for name in bodies if contracts[name].is_about_other_memory}
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
        found = joined(found, limits_in(program, request.checked))
    return {name: found[name] for name in bodies if name in found}


def _environment(request: Request, entry: str) -> Environment:
    """Where runs start in ``entry``: in a part, with any global variables."""
    return replace(request.environment, all_globals_arbitrary=entry != "main")


@dataclass(slots=True)
class _Work:
    """The parts of one check: what is known of them, and what is left to do."""

    request: Request
    contracts: Mapping[str, KnownContract]
    limits: Mapping[str, Limit]
    budget: Budget
    on_event: Watcher
    _reports: dict[str, Report] = field(default_factory=dict)
    _asked: list[str] = field(default_factory=list)
    """The functions to prove, in the order in which they became known."""
    _short: set[str] = field(default_factory=set)
    """Those that a longer slice may help."""

    # ---- the work

    def steps(self) -> Iterator[None]:
        """Look at all functions for a short time first, then longer and longer at those that are not decided; a step is over when more is known. One violation is enough if the request says so."""
        entry = self.request.entry
        self._ask(entry)
        for name, known in self.contracts.items():
            if entry == "main" and known.has_body:
                self._ask(name)
        yield
        seconds, waiting = FIRST_SLICE, list(self._asked)
        while waiting and not self._is_over():
            before = len(self._asked)
            for number, name in enumerate(waiting):
                others = waiting[number + 1 :] or [each for each in waiting[:number] if each in self._short]
                is_last = not others and seconds > FIRST_SLICE  # what else is to be proved may show in the first round
                budget = self.budget if is_last else self._slice(seconds, len(waiting) - number)
                report = self._part(name, budget)
                self._reports[name] = report
                (self._short.add if not is_last and _lacks_time(report, seconds) else self._short.discard)(name)
                for used in self._used(report.program):
                    if self.contracts[used].has_body:
                        self._ask(used)
                yield
                if self.request.stop_at_first and isinstance(report.verdict, Unsafe):
                    return
            waiting = [*self._asked[before:], *(name for name in waiting if name in self._short)]
            seconds *= GROWTH

    def _ask(self, name: str) -> None:
        limit = self.limits.get(name)
        if name not in self._asked and (limit is None or limit.may_be_proved_alone):
            self._asked.append(name)

    def _slice(self, seconds: float, waiting: int) -> Budget:
        """The time for the first of ``waiting`` functions."""
        left = self.budget.remaining()
        return self.budget.at_most(seconds if left is None else min(seconds, left / waiting))

    def _is_over(self) -> bool:
        left = self.budget.remaining()
        return left is not None and left <= 0

    def _part(self, name: str, budget: Budget) -> Report:
        """The report about one function."""
        environment = _environment(self.request, name)
        asked = replace(self.request, entry=name, environment=environment, time_limit=_rest(budget))
        report = check(asked, self.on_event)
        if not isinstance(report.verdict, Unsafe):
            return report
        found = report.verdict.violated
        if found.kind is CheckKind.INVALID_FREE and name in self.contracts:
            detail = f"no contract says what may be freed, and {name} frees what it is given"
            return _undecided(report, Unknown(Why.CAVEAT, detail, "no --modular", found.span))
        used = self._used(report.program)
        if not used:
            return report
        bodies = replace(environment, annotations=Annotations.ON)
        again = check(replace(asked, environment=bodies, time_limit=_rest(budget)), self.on_event)
        if isinstance(again.verdict, Unsafe):
            return replace(again, warnings=report.warnings)
        if isinstance(again.verdict, Unknown) and again.verdict.why in {Why.TIME_LIMIT, Why.UNCONFIRMED}:
            return _undecided(report, again.verdict)
        detail = f"{found.text or found.kind.value} in {name} may be due to the contract of {' or '.join(used)}"
        return _undecided(report, Unknown(Why.CAVEAT, detail, "a stronger contract, or no --modular", found.span))

    def _used(self, program: Program | None) -> tuple[str, ...]:
        """The functions that the contract is used of."""
        if program is None:
            return ()
        names = (name for name in self.contracts if called_name(name) in program.functions)
        return tuple(name for name in names if name not in self.limits)

    # ---- what is known

    def report(self) -> Report:
        """One report about all parts: that of the worst of them, with what the proof assumes."""
        parts = self._parts()
        worst = min(parts.values(), key=lambda part: (_rank(part), part.function != self.request.entry))
        decisive = self._reports.get(worst.function)
        if decisive is None:
            decisive = Report(self.request, worst.verdict, None, (), (), Statistics())
        decisive = self._unless_shared(decisive, parts)
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
        """The functions that were asked for, and those that cannot be proved alone and that nothing which was checked runs."""
        parts: dict[str, Part] = {}
        for name in self._asked:
            report, limit = self._reports.get(name), self.limits.get(name)
            late = Unknown(Why.TIME_LIMIT, f"no time was left for {name}", "a larger --time-limit")
            verdict = late if report is None else report.verdict
            parts[name] = Part(
                name, verdict, self._used(report.program if report else None), limit.value if limit else ""
            )
        is_over = all(name in self._reports for name in self._asked)
        for name, limit in self.limits.items():
            is_meant = self.request.entry in {"main", name}
            if name not in parts and is_meant and is_over and not self._is_run(name):
                verdict = Unknown(Why.CAVEAT, f"{name} cannot be proved alone: it {limit.value}", "no --modular")
                parts[name] = Part(name, verdict, (), limit.value)
        return parts

    def _is_run(self, name: str) -> bool:
        return any(report.program and name in report.program.functions for report in self._reports.values())

    def _not_proved_alone(self, parts: Mapping[str, Part]) -> Iterator[str]:
        for name, limit in self.limits.items():
            if name not in parts and self._is_run(name):
                text = f"{name} is checked where it is called, and its assigns is not: it {limit.value}"
                yield f"{self.contracts[name].span}: {text}"

    def _unless_shared(self, report: Report, parts: Mapping[str, Part]) -> Report:
        """``report``, unless it is a proof that rests on a contract which was proved for pointers that lead nowhere near what the function uses itself."""
        if not isinstance(report.verdict, Safe):
            return report
        for name in dict.fromkeys(used for part in parts.values() for used in part.used):
            if shared := self._shared_with(name):
                detail = f"pointers given to {name} may point into {', '.join(shared)}, which it uses itself, and its contract was proved for others only"
                return _undecided(report, Unknown(Why.CAVEAT, detail, "no --modular", self.contracts[name].span))
        return report

    def _assumptions(self, parts: Mapping[str, Part]) -> Iterator[Caveat]:
        """What verdicts about parts rest on."""

        def assumed(text: str, known: KnownContract) -> Caveat:
            return Caveat("modular", Lean.ASSUMES, text, known.span)

        for name, limit in self.limits.items():
            if name in parts and limit is Limit.LIBRARY:
                yield assumed(
                    f"{name} was looked at with what the C library keeps when a program starts, as far as it is not called by others",
                    self.contracts[name],
                )
        for name in dict.fromkeys(used for part in parts.values() for used in part.used):
            known, part = self.contracts[name], parts.get(name)
            if part is None:
                continue
            proved = "which was proved" if isinstance(part.verdict, Safe) else "which was not proved"
            yield assumed(f"calls of {name} use its contract, {proved}", known)
            if name in part.used:
                yield assumed(f"{name} uses its own contract: it holds for calls that end", known)

    def _shared_with(self, name: str) -> list[str]:
        """The global objects that a function with pointer parameters uses by name, and its variables that are ``in_memory`` elsewhere: a pointer to them is made there."""
        program = self._reports[name].program if name in self._reports else None
        if program is None:
            return []
        programs = [report.program for report in self._reports.values() if report.program]
        in_memory = {each.name for other in programs for each in other.global_objects}
        width = program.data_model.pointer_width
        proof = program.functions.get(proof_name(name))
        if proof is None or not any(each.symbol.sort.width == width for each in proof.parameters):
            return []
        variables = (each.variable.name for each in program.global_variables)
        objects = [each.name for each in program.global_objects if not each.constant]
        return [*objects, *(each for each in variables if each in in_memory)]


def _lacks_time(report: Report, seconds: float) -> bool:
    """Whether more time than ``seconds`` could have told more; a proof that is not confirmed in a long time will not be."""
    match report.verdict:
        case Unknown(why=Why.TIME_LIMIT):
            return True
        case Unknown(why=Why.UNCONFIRMED):
            return seconds < GROWTH**2 * FIRST_SLICE
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
