"""Results as diagnostics, code lenses, inlay hints and edits."""

from collections.abc import Callable, Iterator, Sequence

from lsprotocol.types import (
    CodeLens,
    Command,
    Diagnostic,
    DiagnosticRelatedInformation,
    DiagnosticSeverity,
    InlayHint,
    InlayHintKind,
    Location,
    Position,
    Range,
    TextEdit,
)

from surefoot.base.records import dataclass
from surefoot.project.contracts_patch import contract_lines
from surefoot.project.document import UnitEntry
from surefoot.report.document import INTERNAL_FACT, LocationEntry, UnsafeEvidence
from surefoot.report.findings import FindingKind, ReportedFinding, findings_of_scan
from surefoot.service.files import FaultEntry
from surefoot.service.limits import LIMITS
from surefoot.service.lsp.anchors import LineMap
from surefoot.service.lsp.positions import EditorLines
from surefoot.service.lsp.runs import run_steps

SOURCE = "surefoot"
SHOW_RUN = "surefoot.showRun"
"""Command that returns a failing run and shows its first step."""
_STALE = "the text has changed since; being checked again"


@dataclass(frozen=True, slots=True)
class AnchoredEntry:
    """The result of a function for the text ``lines``; ``is_stale`` if the present text needs another."""

    entry: UnitEntry
    lines: Sequence[str]
    is_stale: bool
    is_running: bool
    is_waiting: bool
    """True if there is no result at all."""


@dataclass(frozen=True, slots=True)
class ResultView:
    """The results of an open file, to be shown at its present text."""

    path: str
    uri: str
    source: EditorLines
    locate: Callable[[LocationEntry], Location]
    """Returns the place of a position in any file."""
    entries: Sequence[AnchoredEntry]
    faults: Sequence[FaultEntry]

    # Diagnostics

    def diagnostics(self) -> list[Diagnostic]:
        """Return errors, violations and undecided checks, each place once with the worst."""
        found = [diagnostic for each in self.entries for diagnostic in self._of_entry(each)]
        by_place: dict[tuple[int, int], Diagnostic] = {}
        for each in sorted(found, key=lambda each: each.severity or DiagnosticSeverity.Hint):
            start = each.range.start
            by_place.setdefault((start.line, start.character), each)
        return [*map(self._fault, self.faults), *by_place.values()]

    def _fault(self, fault: FaultEntry) -> Diagnostic:
        where = fault["location"]
        is_here = where is not None and where["file"] == self.path
        span = self.source.at(where["line"], where["column"]) if where and is_here else self.source.at(1, 0)
        related = (
            [DiagnosticRelatedInformation(self.locate(where), fault["message"])] if where and not is_here else None
        )
        return Diagnostic(
            span, fault["message"], DiagnosticSeverity.Error, "not-compiled", source=SOURCE, related_information=related
        )

    def _of_entry(self, anchored: AnchoredEntry) -> Iterator[Diagnostic]:
        lines = LineMap.between(anchored.lines, self.source.lines)
        for finding in findings_of_scan({"units": [anchored.entry]}).findings:
            if finding.kind is FindingKind.PROVED or anchored.is_waiting:
                continue
            place, is_exact = self._place(finding, anchored.entry)
            line = lines.line(place["line"])
            if line is None:
                continue
            related = self._related(finding, is_exact=is_exact)
            is_violation = finding.kind is FindingKind.VIOLATED
            severity = DiagnosticSeverity.Error if is_violation else DiagnosticSeverity.Information
            message = finding.message
            if anchored.is_stale:
                severity, message = DiagnosticSeverity.Hint, f"{message} [{_STALE}]"
            yield Diagnostic(
                self.source.at(line, place["column"]),
                message,
                severity,
                finding.rule,
                source=SOURCE,
                related_information=related or None,
                data={"function": anchored.entry["function"], "stale": anchored.is_stale},
            )

    def _place(self, finding: ReportedFinding, entry: UnitEntry) -> tuple[LocationEntry, bool]:
        """Return a position in this file, and whether it is that of the finding."""
        if finding.location["file"] == self.path:
            return finding.location, True
        steps = finding.evidence["steps"] if finding.evidence else []
        line = next((each["line"] for each in reversed(steps) if each["file"] == self.path), entry["line"])
        return {"file": self.path, "line": line, "column": 0}, False

    def _related(self, finding: ReportedFinding, *, is_exact: bool) -> list[DiagnosticRelatedInformation]:
        found: list[tuple[LocationEntry, str]] = []
        if not is_exact:
            found.append((finding.location, finding.message))
        if finding.evidence is not None:
            found += _object_places(finding.evidence)
            steps = [each for each in run_steps(finding.evidence) if each.changes]
            found += [(each.location, each.message) for each in steps]
        if len(found) > LIMITS.related_locations:
            half = LIMITS.related_locations // 2
            found = [*found[:half], *found[-half:]]
        return [DiagnosticRelatedInformation(self.locate(where), text) for where, text in found if where["file"]]

    # Lenses and hints

    def lenses(self) -> list[CodeLens]:
        """Return the verification status of each function."""
        found: list[CodeLens] = []
        for each in self.entries:
            line = self._line(each, each.entry["line"])
            if line is not None:
                span = self.source.word(line, each.entry["function"])
                found.append(CodeLens(span, self._command(each)))
        return found

    def _command(self, anchored: AnchoredEntry) -> Command:
        entry = anchored.entry
        title = status_text(anchored)
        if entry["violations"] and not anchored.is_stale:
            return Command(title, SHOW_RUN, arguments=[self.uri, entry["function"], 0])
        return Command(title, "")

    def hints(self, span: Range) -> list[InlayHint]:
        """Return the invariants of loops in the lines of ``span``."""
        found: dict[int, list[str]] = {}
        for each in self.entries:
            for invariant in each.entry.get("loop_invariants", []):
                where = invariant["location"]
                line = self._line(each, where["line"]) if where and where["file"] == self.path else None
                if line is None or invariant["text"] == INTERNAL_FACT or each.is_stale:
                    continue
                if span.start.line <= line - 1 <= span.end.line and invariant["text"] not in found.get(line, []):
                    found.setdefault(line, []).append(invariant["text"])
        return [self._hint(line, texts) for line, texts in sorted(found.items())]

    def _hint(self, line: int, texts: Sequence[str]) -> InlayHint:
        label = f"invariant {' && '.join(texts)}"
        if len(label) > LIMITS.inlay_characters:
            label = f"{label[: LIMITS.inlay_characters - 1]}…"
        tooltip = "\n".join(("invariants of the proof:", *texts))
        return InlayHint(self.source.end(line), label, InlayHintKind.Type, tooltip=tooltip, padding_left=True)

    # Edits

    def preconditions(self, span: Range) -> Iterator[tuple[UnitEntry, TextEdit]]:
        """Yield the functions in ``span`` with inferred preconditions, and the edits that state them."""
        for each in self.entries:
            entry = each.entry
            first, last = self._line(each, entry["line"]), self._line(each, entry["last_line"])
            is_inferred = entry["outcome"] in {"proved-under-precondition", "precondition-unchecked"}
            if each.is_stale or first is None or last is None or not is_inferred or not entry["preconditions"]:
                continue
            is_touched = span.start.line <= last - 1 and span.end.line >= first - 1
            contract = contract_lines(self.source.lines, first, entry["preconditions"])
            if is_touched and contract is not None:
                start = Position(contract.line - 1, 0)
                yield entry, TextEdit(Range(start, start), contract.text)

    def _line(self, anchored: AnchoredEntry, line: int) -> int | None:
        return LineMap.between(anchored.lines, self.source.lines).line(line)


def status_text(anchored: AnchoredEntry) -> str:
    """Return the status of a function in one line."""
    entry = anchored.entry
    text = "not checked yet" if anchored.is_waiting else _outcome_text(entry)
    if anchored.is_running:
        return f"checking … ({text})"
    return f"stale: {text}" if anchored.is_stale and not anchored.is_waiting else text


def _outcome_text(entry: UnitEntry) -> str:
    checks = entry["checks"]
    total = sum((checks["proved"], checks["violated"], checks["unreachable"], checks["undecided"]))
    conditions = "; ".join(each["text"] for each in entry["preconditions"])
    match entry["outcome"]:
        case "proved":
            return f"proved: {total} checks" if total else "proved: nothing can fail"
        case "proved-under-precondition":
            reason = f"if {conditions} (its callers establish it)" if conditions else f"({entry['reason']})"
            return f"proved {reason}"
        case "precondition-unchecked":
            return f"proved if {conditions}"
        case "violated":
            return f"violated: {entry['reason']}"
        case _:
            number = f"{checks['undecided']} of {total} checks: " if checks["undecided"] else ""
            return f"undecided: {number}{entry['reason']}"


def _object_places(evidence: UnsafeEvidence) -> list[tuple[LocationEntry, str]]:
    """Return where the object of a memory error came into being, and where it ended."""
    known = evidence["violation"]["object"]
    if known is None:
        return []
    found = [(known["location"], f"{known['name']} ({known['size']} bytes) comes from here")]
    if known["ended"] is not None:
        found.append((known["ended"]["location"], f"{known['name']} ends here: {known['ended']['manner']}"))
    return [(where, text) for where, text in found if where is not None]
