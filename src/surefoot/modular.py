"""Proofs function by function: each with the contracts of what it calls instead of the bodies.

A function with a contract is proved for any arguments and any global variables that its contract allows. The program is safe if all are, and the entry with them. What a recursive function
shows about itself holds for calls that end.
"""

from collections.abc import Iterator

from surefoot.budget import Budget
from surefoot.caveats import Caveat, Lean
from surefoot.certify.verdicts import Part, Safe, Unknown, Unsafe
from surefoot.deciding import Statistics
from surefoot.errors import InputError
from surefoot.events import Watcher, ignore
from surefoot.evidence.claims import Why
from surefoot.frontend.acsl.names import called_name, proof_name
from surefoot.frontend.contracts import KnownContract
from surefoot.frontend.environment import Annotations
from surefoot.pipeline import Report, Request, check, load
from surefoot.program.program import Program
from surefoot.records import replace


def check_modular(request: Request, on_event: Watcher = ignore) -> Report:
    """Check the request's entry with contracts in place of bodies, and every contract that this rests on.

    If the entry is ``main``, all contracts of the program are proved. Raises `SurefootError` for what the user has to mend first.
    """
    budget = Budget.seconds(request.time_limit)
    modular = replace(request, environment=replace(request.environment, annotations=Annotations.MODULAR))
    contracts = load(modular, budget).contracts
    if not contracts:
        raise InputError("--modular: no function of the program has a contract")
    pending = [request.entry]
    if request.entry == "main":
        pending += (name for name, known in contracts.items() if known.has_body)
    parts: dict[str, Part] = {}
    reports: dict[str, Report] = {}
    while pending:
        name = pending.pop(0)
        if name in parts:
            continue
        reports[name] = _part(modular, name, contracts, budget, on_event)
        used = _used(reports[name].program, contracts)
        parts[name] = Part(name, reports[name].verdict, used)
        pending += (each for each in used if contracts[each].has_body)
    return _joined(request, parts, reports, contracts)


def _part(
    request: Request, name: str, contracts: dict[str, KnownContract], budget: Budget, on_event: Watcher
) -> Report:
    """The report about one function."""
    environment = replace(request.environment, all_globals_arbitrary=name != "main")
    asked = replace(request, entry=name, environment=environment, time_limit=_rest(budget))
    report = check(asked, on_event)
    used = _used(report.program, contracts)
    if not isinstance(report.verdict, Unsafe) or not used:
        return report
    with_bodies = replace(asked, environment=replace(environment, annotations=Annotations.ON), time_limit=_rest(budget))
    again = check(with_bodies, on_event)
    if isinstance(again.verdict, Unsafe):
        return again
    found = report.verdict.violated
    detail = f"{found.text or found.kind.value} in {name} may be due to the contract of {' or '.join(used)}"
    return replace(
        report, verdict=Unknown(Why.CAVEAT, detail, "a stronger contract, or no --modular", found.span), checks=()
    )


def _rest(budget: Budget) -> float | None:
    left = budget.remaining()
    return None if left is None else max(0.01, left)


def _used(program: Program | None, contracts: dict[str, KnownContract]) -> tuple[str, ...]:
    """The functions that the contract is used of."""
    return () if program is None else tuple(name for name in contracts if called_name(name) in program.functions)


def _joined(
    request: Request, parts: dict[str, Part], reports: dict[str, Report], contracts: dict[str, KnownContract]
) -> Report:
    """One report about all parts: that of the worst of them, with what the proof assumes."""
    order = sorted(parts.values(), key=lambda part: (_rank(part), part.function != request.entry))
    decisive = _unless_shared(reports[order[0].function], parts, reports, contracts)
    statistics = Statistics()
    for report in reports.values():
        for stage, seconds in report.statistics.stages.items():
            statistics.stages[stage] = statistics.stages.get(stage, 0.0) + seconds
        statistics.queries.include(report.statistics.queries)
    caveats = dict.fromkeys(caveat for report in reports.values() for caveat in report.caveats)
    caveats |= dict.fromkeys(_assumptions(parts, contracts))
    return replace(
        decisive,
        request=request,
        caveats=tuple(caveats),
        statistics=statistics,
        parts=tuple(parts.values()),
    )


def _unless_shared(
    report: Report, parts: dict[str, Part], reports: dict[str, Report], contracts: dict[str, KnownContract]
) -> Report:
    """``report``, unless it is a proof that rests on a contract which was proved for pointers that lead nowhere near what the function uses itself."""
    if not isinstance(report.verdict, Safe):
        return report
    for name in dict.fromkeys(used for part in parts.values() for used in part.used):
        if shared := _shared_with(name, reports):
            detail = f"pointers given to {name} may point into {', '.join(shared)}, which it uses itself, and its contract was proved for others only"
            return replace(report, verdict=Unknown(Why.CAVEAT, detail, "no --modular", contracts[name].span), checks=())
    return report


def _rank(part: Part) -> int:
    match part.verdict:
        case Unsafe():
            return 0
        case Unknown():
            return 1
        case Safe():
            return 2


def _assumptions(parts: dict[str, Part], contracts: dict[str, KnownContract]) -> Iterator[Caveat]:
    """What verdicts about parts rest on."""

    def assumed(text: str, known: KnownContract) -> Caveat:
        return Caveat("modular", Lean.ASSUMES, text, known.span)

    for name in dict.fromkeys(used for part in parts.values() for used in part.used):
        known, part = contracts[name], parts.get(name)
        if part is None:
            continue
        proved = "which was proved" if isinstance(part.verdict, Safe) else "which was not proved"
        yield assumed(f"calls of {name} use its contract, {proved}", known)
        if name in part.used:
            yield assumed(f"{name} uses its own contract: it holds for calls that end", known)


def _shared_with(name: str, reports: dict[str, Report]) -> list[str]:
    """The global objects that a function with pointer parameters uses by name, and its variables that are ``in_memory`` elsewhere: a pointer to them is made there."""
    program = reports[name].program if name in reports else None
    if program is None:
        return []
    in_memory = {each.name for report in reports.values() if report.program for each in report.program.global_objects}
    width = program.data_model.pointer_width
    proof = program.functions.get(proof_name(name))
    if proof is None or not any(each.symbol.sort.width == width for each in proof.parameters):
        return []
    variables = (each.variable.name for each in program.global_variables)
    objects = [each.name for each in program.global_objects if not each.constant]
    return [*objects, *(each for each in variables if each in in_memory)]
