"""Effect of caveats about dropped behaviour on proofs: a refusal, or the checks that a proof does
not cover.

Behaviour dropped from a call on affects the checks that a run can reach after the call.

An external function may call functions of the program back, so that their checks count as reached;
`main` is not called back (`docs/semantics.md`).
"""

from collections.abc import Sequence

from surefoot.base.caveats import Caveat, Direction, Dropped, with_direction
from surefoot.certify.verdicts import Unknown
from surefoot.evidence.claims import Why
from surefoot.program.access import successors
from surefoot.program.check_sites import CheckSite, check_sites, sites_of
from surefoot.program.program import Program
from surefoot.program.properties import Property
from surefoot.program.statements import Call

_Point = tuple[str, str, int]
"""Function, block, and index of the next statement."""


LIMITED = frozenset({Dropped.MEMORY, Dropped.GLOBALS, Dropped.CALLBACKS, Dropped.ACCESSES})
"""Behaviour of called functions: it affects no check that all runs pass before the call."""


def refusal(missed: Sequence[Caveat]) -> Unknown:
    """Return the verdict on a proof about all checks although the caveats ``missed`` drop
    behaviour.
    """
    covers_runs = all(each.dropped is Dropped.ACCESSES for each in missed)
    lacks = "some accesses are not checked" if covers_runs else "the analysis does not cover all runs"
    first = next(each for each in missed if covers_runs or each.dropped is not Dropped.ACCESSES)
    advice = "define the missing functions" if first.dropped in LIMITED else "rewrite what this is about"
    return Unknown(Why.CAVEAT, f"no violation found, but {lacks}: {first}", advice, first.span)


def affected_sites(program: Program, checked: Property) -> frozenset[CheckSite]:
    """Return the check sites that behaviour dropped by the caveats of ``program`` may affect.

    Ensures: a proof of another check holds for all runs
    """
    every = frozenset(check_sites(program, checked))
    dropped = with_direction(program.caveats, Direction.DROPS_BEHAVIOUR)
    if not LIMITED.issuperset(each.dropped for each in dropped):
        return every
    later = [each for each in dropped if each.dropped is not Dropped.ACCESSES]
    if not later:
        return frozenset()
    starts = _points_of(program, later)
    if starts is None:
        return every
    callable_back = frozenset(site for site in every if site.function not in {program.entry, "main"})
    return callable_back | _sites_from(program, starts)


def _points_of(program: Program, caveats: Sequence[Caveat]) -> list[_Point] | None:
    """Return the first statement of each call that a caveat is about; `None` if there is none."""
    missing = {caveat.span for caveat in caveats}
    spans = frozenset(missing)
    found: list[_Point] = []
    for function in program.functions.values():
        for label, block in function.blocks.items():
            here = [index for index, each in enumerate(block.statements) if each.span in spans]
            if here:
                found.append((function.name, label, here[0]))
                missing -= {each.span for each in block.statements}
    return None if missing or None in spans else found


def _sites_from(program: Program, starts: Sequence[_Point]) -> frozenset[CheckSite]:
    """Return the sites that are reachable from ``starts`` by control flow, through returns to any
    caller.
    """
    returns: dict[str, list[_Point]] = {}
    for function in program.functions.values():
        for label, block in function.blocks.items():
            for index, each in enumerate(block.statements):
                if isinstance(each, Call):
                    for name in [each.callee] if isinstance(each.callee, str) else program.functions:
                        returns.setdefault(name, []).append((function.name, label, index + 1))
    found: set[CheckSite] = set()
    seen: set[_Point] = set()
    pending = list(starts)
    while pending:
        point = pending.pop()
        if point in seen:
            continue
        seen.add(point)
        name, label, first = point
        block = program.functions[name].blocks[label]
        for each in block.statements[first:]:
            found.update(site for site, _ in sites_of(each, name))
            if isinstance(each, Call):
                called = [each.callee] if isinstance(each.callee, str) else program.functions
                pending.extend((called_name, program.functions[called_name].entry.label, 0) for called_name in called)
        pending.extend((name, following, 0) for following in successors(block.terminator))
        pending.extend(returns.get(name, ()))
    return frozenset(found)
