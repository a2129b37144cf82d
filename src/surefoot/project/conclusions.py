"""Results of all units of a project, and results of static functions that follow from those of
their callers.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from surefoot.base.records import dataclass, field
from surefoot.project.call_graph import DefinitionKey, ProjectGraph, Unit
from surefoot.project.document import ChecksEntry, UnitEntry, unit_entry
from surefoot.project.preconditions import SIZE_CONDITIONS
from surefoot.report.document import CheckEntry, UnsafeEvidence
from surefoot.report.text.runs import violation_summary
from surefoot.report.trace.active_calls import SYNTHETIC

_ACCEPTED = frozenset({"proved", "proved-under-precondition", "precondition-unchecked"})
"""Outcomes without a violation and without an undecided check."""


@dataclass(slots=True)
class Conclusions:
    """The entries of the ``units`` of a project, callees first."""

    graph: ProjectGraph
    units: Sequence[Unit]
    entries: dict[DefinitionKey, UnitEntry] = field(default_factory=dict)

    def deferred(self) -> list[Unit]:
        """Return the static functions that the results of their callers may decide, callers first."""
        own = {unit.symbol for unit in self.units}
        return [
            unit
            for unit in reversed(self.units)
            if unit.facts["internal"]
            and not self.graph.is_addressed(unit.symbol)
            and any(caller in own and caller != unit.symbol for caller in self.graph.callers(unit.symbol))
        ]

    def enter(self, unit: Unit, result: Mapping[str, Any] | None) -> None:
        """Enter the result of the check of ``unit``; None if the check crashed."""
        entry = self.entry(unit)
        self.entries[unit.symbol] = entry
        if result is None:
            entry["reason"] = "the check crashed"
            return
        entry["preconditions"], entry["violations"] = result["preconditions"], result["violations"]
        entry["results"], entry["assumptions"] = result["results"], result["assumptions"]
        entry["seconds"], entry["cached"] = result["seconds"], result["cached"]
        entry["reason"] = result["reason"]
        entry["loop_invariants"], entry["stages"] = result["loop_invariants"], result["stages"]
        entry["checks"] = _counted(result["results"])
        match result["verdict"]:
            case "safe":
                entry["outcome"] = "precondition-unchecked" if result["preconditions"] else "proved"
            case "unsafe":
                entry["outcome"] = "violated"
                entry["call_chains"] = [_call_chain(each) for each in result["violations"]]
            case "argument":
                entry["reason"] = (
                    f"depends on the arguments or on functions without a body, and no simple precondition excludes it: "
                    f"{result['reason']}"
                )
            case _:
                pass

    def entry(self, unit: Unit) -> UnitEntry:
        """Return the entry of a unit that is not checked yet."""
        facts = unit.facts
        entry = unit_entry(unit.function, facts["file"], facts["line"], facts["last_line"], static=facts["internal"])
        entry["callers"] = sorted({name for _, name in self.graph.callers(unit.symbol)})
        return entry

    def judge_by_callers(self, units: Sequence[Unit]) -> None:
        """Enter the results of those static functions among ``units`` whose callers are all decided
        without violation, for arguments of any size.

        A cycle of functions that call each other is judged by the callers of the cycle.
        """
        self._judge(self._covered(units, _is_accepted))

    def _judge_by_bounded_callers(self, units: Sequence[Unit]) -> None:
        """Enter results like `judge_by_callers` for undecided ``units``, where callers may be
        proved for small arguments only.
        """
        open_units = [
            each
            for each in units
            if each.symbol in self.entries and self.entries[each.symbol]["outcome"] == "undecided"
        ]
        self._judge(self._covered(open_units, lambda entry: entry["outcome"] in _ACCEPTED))

    def _covered(self, units: Sequence[Unit], is_accepted: Callable[[UnitEntry], bool]) -> dict[DefinitionKey, Unit]:
        """Return the largest set of ``units`` whose callers are accepted or in the set, without
        those that no accepted function leads to.
        """
        accepted = {symbol for symbol, entry in self.entries.items() if is_accepted(entry)}
        covered = {each.symbol: each for each in units}
        while wrong := [
            symbol
            for symbol in covered
            if any(caller not in covered and caller not in accepted for caller in self.graph.callers(symbol))
        ]:
            for symbol in wrong:
                del covered[symbol]
        entered = {symbol for symbol in covered if not accepted.isdisjoint(self.graph.callers(symbol))}
        while more := {
            symbol for symbol in covered if symbol not in entered and not entered.isdisjoint(self.graph.callers(symbol))
        }:
            entered |= more
        return {symbol: unit for symbol, unit in covered.items() if symbol in entered}

    def _judge(self, covered: Mapping[DefinitionKey, Unit]) -> None:
        """Enter the results of the static functions ``covered``, which follow from those of the
        callers.
        """
        entries = {symbol: self._judged(unit, self._outer_callers(symbol, covered)) for symbol, unit in covered.items()}
        self.entries |= entries

    def _outer_callers(self, symbol: DefinitionKey, covered: Mapping[DefinitionKey, Unit]) -> list[UnitEntry]:
        """Return the entries of the functions outside ``covered`` that lead to ``symbol``."""
        found: dict[DefinitionKey, None] = {symbol: None}
        pending = [symbol]
        while pending:
            for caller in self.graph.callers(pending.pop()):
                if caller not in found:
                    found[caller] = None
                    pending += [caller] if caller in covered else []
        return [self.entries[each] for each in found if each not in covered]

    def _judged(self, unit: Unit, callers: Sequence[UnitEntry]) -> UnitEntry:
        """Return the entry of a static function that the proofs of ``callers`` cover."""
        before = self.entries.get(unit.symbol)
        entry = self.entry(unit)
        own = [each for known in callers for each in known["results"] if each["function"] == unit.function]
        conditions = [each for known in callers for each in known["preconditions"] if each["text"] in SIZE_CONDITIONS]
        entry["outcome"] = "proved-under-precondition"
        entry["reason"] = "its callers establish what it needs"
        entry["preconditions"] = [each for at, each in enumerate(conditions) if each not in conditions[:at]]
        entry["judged_through"] = sorted({each["function"] for each in callers})
        entry["assumptions"] = list(dict.fromkeys(text for known in callers for text in known["assumptions"]))
        entry["results"] = own
        entry["checks"] = _counted(own)
        entry["seconds"] = before["seconds"] if before else 0.0
        return entry

    def conclude(self) -> None:
        """Decide whether the callers establish inferred preconditions, now that all are checked."""
        self._judge_by_bounded_callers(self.deferred())
        is_changed = True
        while is_changed:
            is_changed = False
            for unit in self.units:
                entry = self.entries.get(unit.symbol)
                is_open = entry is not None and entry["outcome"] == "precondition-unchecked"
                if entry is None or not is_open or self.graph.is_addressed(unit.symbol):
                    continue
                callers = [each for each in self.graph.callers(unit.symbol) if each != unit.symbol]
                results = [self.entries.get(each) for each in callers]
                if callers and all(each is not None and _is_accepted(each) for each in results):
                    entry["outcome"] = "proved-under-precondition"
                    is_changed = True
        for unit in self.units:
            entry = self.entries.get(unit.symbol)
            if entry is not None and entry["outcome"] == "precondition-unchecked":
                self._blame_caller(unit, entry)

    def _blame_caller(self, unit: Unit, entry: UnitEntry) -> None:
        """Make ``entry`` violated if a caller violates a check in the function."""
        for caller in self.graph.callers(unit.symbol):
            known = self.entries.get(caller)
            for violation, chain in zip(known["violations"], known["call_chains"], strict=False) if known else ():
                if known and known["outcome"] == "violated" and unit.function in chain:
                    summary = violation_summary(violation["violation"])
                    entry["outcome"] = "violated"
                    entry["reason"] = f"{known['function']} does not establish the precondition: {summary}"
                    entry["violations"] = [violation]
                    entry["call_chains"] = [chain]
                    return


def _is_accepted(entry: UnitEntry) -> bool:
    """Return whether the function is proved, for arrays of any length."""
    is_bounded = any(each["text"] in SIZE_CONDITIONS for each in entry["preconditions"])
    return entry["outcome"] in _ACCEPTED and not is_bounded


def _counted(results: Sequence[CheckEntry]) -> ChecksEntry:
    statuses = [each["status"] for each in results]
    return {
        "proved": statuses.count("proved"),
        "violated": statuses.count("violated"),
        "unreachable": statuses.count("unreachable"),
        "undecided": statuses.count("undecided"),
    }


def _call_chain(violation: UnsafeEvidence) -> list[str]:
    """Return the active functions at the end of the run, the first one outermost."""
    chain: dict[int, str] = {}
    for step in violation["steps"]:
        chain = {depth: name for depth, name in chain.items() if depth < step["depth"]}
        chain[step["depth"]] = step["function"]
    functions = [chain[depth].partition("@")[0] for depth in sorted(chain)]
    last = violation["violation"]["function"].partition("@")[0]
    is_shown = functions[-1:] != [last] and not last.startswith(SYNTHETIC)
    return [*functions, last] if is_shown else functions
