"""Checks with the invariants of a witness as hints: a hint is checked at its place, and engines use
it as a candidate.

A hint that some run violates, or whose expression has undefined behaviour, is dropped, and the
check starts again without it. A proof is about the program with the checks of all remaining hints,
and shows that no run fails them: so it is a proof of the program itself. Without a proof, the check
is repeated without hints.
"""

from collections.abc import Callable, Sequence
from pathlib import Path

from surefoot.base.budget import Budget
from surefoot.base.errors import CompileError, InputError, OutOfBudget, UnsupportedError, UsageError
from surefoot.base.events import Watcher, ignore
from surefoot.base.records import replace
from surefoot.certify.verdicts import Safe
from surefoot.frontend.acsl.source_text import EditedText, SourceText
from surefoot.frontend.environment import Annotations
from surefoot.program.properties import ANNOTATIONS
from surefoot.semantics.interpreter import Violated
from surefoot.verify.api import check_request
from surefoot.verify.request import Report, Request
from surefoot.witnesses.document import CorrectnessWitness, Invariant
from surefoot.witnesses.instrument import with_invariants
from surefoot.witnesses.limits import LIMITS
from surefoot.witnesses.linter import read_witness
from surefoot.witnesses.validation import instrumented


def check_with_hints(
    request: Request,
    witness_file: Path,
    on_event: Watcher = ignore,
    on_progress: Callable[[Report], None] | None = None,
) -> Report:
    """Check the program of ``request`` with the invariants of the witness as hints; the witness may
    be about an earlier version of the program.

    Raises `InputError` if the file is no correctness witness, and `UsageError` if the request has
    several files.
    """
    source, hints = _hints(request, witness_file)
    budget = Budget.seconds(request.time_limit)
    given, notes = len(hints), []
    while hints:
        report = _attempt(request, source, hints, budget, on_event)
        if isinstance(report, InputError | UnsupportedError):
            hints, left_out = _usable(request, source, hints)
            if not left_out:
                notes.append(f"the hints are not used: {report}")
                break
            notes += left_out
            continue
        if report is None:
            break
        text = with_invariants(source, hints).text
        dropped = [hint for each in report.violations for hint in _refuted(hints, each.violated, source, text)]
        if dropped:
            notes += [f"hint at {hint.place} does not hold: {hint.value}" for hint in hints if hint in dropped]
            hints = [hint for hint in hints if hint not in dropped]
        elif isinstance(report.verdict, Safe):
            used = f"{len(hints)} of {given} invariants of {witness_file} were used as hints"
            return replace(report, request=request, warnings=(*report.warnings, used, *notes))
        else:
            break
    notes.append(f"no hint of {witness_file} was used")
    report = check_request(replace(request, time_limit=budget.remaining()), on_event=on_event, on_progress=on_progress)
    return replace(report, request=request, warnings=(*report.warnings, *notes))


def _hints(request: Request, witness_file: Path) -> tuple[SourceText, list[Invariant]]:
    """Return the text of the program, and the invariants about single states."""
    witness = read_witness(witness_file)
    if not isinstance(witness, CorrectnessWitness):
        raise InputError(f"{witness_file} is no correctness witness, so it has no invariants; check without --hints")
    if request.checked.is_termination:
        raise UsageError("--hints is about states, not about termination; leave it out")
    if len(request.files) != 1 or request.files[0].suffix not in {".c", ".i"}:
        raise UsageError("--hints is about a program of one C file; leave it out")
    (file,) = request.files
    try:
        text = file.read_text("utf-8", "replace")
    except OSError as error:
        raise InputError(f"{file}: cannot be read: {error.strerror}") from None
    if request.environment.annotations is not Annotations.OFF and ("/*@" in text or "//@" in text):
        raise UsageError(
            f"{file} has annotations of its own; add the invariants to them, or ignore them by --contracts off"
        )
    return SourceText(str(file), text), [each for each in witness.invariants if not each.kind.is_of_transitions]


def _attempt(
    request: Request, source: SourceText, hints: Sequence[Invariant], budget: Budget, on_event: Watcher
) -> Report | InputError | UnsupportedError | None:
    """Return the report on the program with checks of ``hints``; an error if they do not fit it,
    and `None` if no time is left.
    """
    left = budget.remaining()
    share = None if left is None else LIMITS.hint_share * left
    checked = replace(request.checked, violations=request.checked.violations | ANNOTATIONS)
    try:
        budget.spend()
        with instrumented(replace(request, checked=checked, time_limit=share), with_invariants(source, hints)) as made:
            return check_request(made, on_event=on_event)
    except CompileError:
        raise  # the program itself is wrong
    except (InputError, UnsupportedError) as error:
        return error
    except OutOfBudget:
        return None


def _usable(request: Request, source: SourceText, hints: Sequence[Invariant]) -> tuple[list[Invariant], list[str]]:
    """Return the hints that compile at their places, and a note for each other one."""
    found: list[Invariant] = []
    notes: list[str] = []
    for hint in hints:
        try:
            with instrumented(request, with_invariants(source, [hint])):
                found.append(hint)
        except (InputError, UnsupportedError):
            notes.append(f"hint at {hint.place} does not fit the program: {hint.value}")
    return found, notes


def _refuted(
    hints: Sequence[Invariant], violated: Violated, source: SourceText, text: EditedText
) -> Sequence[Invariant]:
    """Return the hints that ``violated`` is about: those whose check fails, or those on the line of
    inserted code with undefined behaviour.

    Ensures: the result is not empty if the violation is no violation of the program.
    """
    if violated.kind in ANNOTATIONS:
        failed = [hint for hint in hints if f"invariant {' '.join(hint.value.split())} does not hold" in violated.text]
        return failed or hints
    span = violated.span
    is_here = span is not None and Path(span.file).name == Path(source.name).name
    if span is None or not is_here or text.original_position(span.line, span.column) is not None:
        return ()
    return [hint for hint in hints if hint.place.line == span.line] or hints
