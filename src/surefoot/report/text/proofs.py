"""Proofs as text: invariants, summaries, solutions and derivations."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from surefoot.report.document import (
    CallEntry,
    DerivationStepEntry,
    LocatedFormulaEntry,
    LocationEntry,
    LoopEntry,
    LoopInvariantsEntry,
    RelationEntry,
    SafeEvidence,
)
from surefoot.report.limits import LIMITS
from surefoot.report.text.tables import conjunct, facts, packed, place
from surefoot.report.text.terminal import Style


def invariants_text(evidence: SafeEvidence) -> Iterator[str]:
    """Yield the invariants of a proof by loop and function, or short ones that it implies if it
    needs none.
    """
    certificate = evidence["certificate"]
    yield from _ranks_text(certificate.get("ranks", ()))
    needed = [*certificate.get("invariants", ()), *certificate.get("lemmas", ())]
    implied = evidence["inductive_invariants"] or []
    if not facts(each["text"] for each in needed)[0]:
        needed = [each for each in implied if len(each["text"]) <= LIMITS.implied_characters] or needed
    for here, group in groupby(needed, key=_heading):
        yield from _facts_text(here, group)


def _heading(entry: LocatedFormulaEntry) -> str:
    """Return the heading of a formula: its place, or the function of a pre- or postcondition."""
    match entry.get("point"):
        case "called":
            return f"{entry['function']} requires"
        case "returns":
            return f"{entry['function']} ensures"
        case _:
            return f"always at {_loop(entry)}"


def _facts_text(heading: str, entries: Iterable[LocatedFormulaEntry]) -> Iterator[str]:
    """Yield a heading and the formulas below it; those about internal values are counted."""
    shown, note = facts(each["text"] for each in entries)
    if shown or note:
        yield f"  {heading}:"
    yield from (f"    {each}" for each in [*shown, *([note] if note else [])])


def _ranks_text(ranks: Sequence[LocatedFormulaEntry]) -> Iterator[str]:
    """Yield the ranks of a termination proof, one loop per line."""
    by_loop: dict[str, list[str]] = {}
    for each in ranks:
        by_loop.setdefault(_loop(each), []).append(each["text"])
    for loop, components in by_loop.items():
        rank = components[0] if len(components) == 1 else f"({', '.join(components)})"
        yield f"  decreases at {loop}: {rank}"


def summaries_text(evidence: SafeEvidence) -> Iterator[str]:
    """Yield pre- and postconditions of functions, and the formulas at loops and calls in between."""
    for here, group in groupby(evidence["certificate"].get("summaries", ()), key=_heading):
        yield from _facts_text(here, group)


def _loop(entry: LocatedFormulaEntry | LoopEntry | CallEntry) -> str:
    return place(entry["location"]) if entry["location"] else f"a loop in {entry['function']}"


def loop_invariants_text(found: LoopInvariantsEntry, style: Style) -> Iterator[str]:
    """Yield the loop invariants, whether or not the verdict needs them."""
    yield style.strong("loop invariants")
    if found["reason"]:
        yield f"  none: {found['reason']}"
    elif not found["loops"]:
        yield "  none: there are no loops"
    for loop in found["loops"]:
        caller = loop["calls"][-1] if loop["calls"] else None
        called = f", called at {_loop(caller)}" if caller else ""
        head = f"  {_loop(loop)} ({loop['function']}{called})"
        shown, note = facts(each["text"] for each in loop["invariants"])
        lines = packed([conjunct(each) for each in shown], " && ")
        if len(lines) == 1 and not note and len(head) + len(lines[0]) < LIMITS.columns:
            yield f"{head}  {lines[0]}"
        else:
            yield head
            yield from (f"      {line} &&" for line in lines[:-1])
            yield f"      {lines[-1] if lines else note or 'no invariant was found'}"
            if lines and note:
                yield f"      {note}"


def solution_text(relations: Sequence[RelationEntry], *, in_full: bool) -> Iterator[str]:
    """Yield a solution, one relation per line."""
    if relations:
        yield "  a solution:"
    for each in relations:
        head = f"{each['relation']}({', '.join(each['parameters'])})" if each["parameters"] else each["relation"]
        yield f"    {head}: {_cut(each['text'], in_full=in_full)}"


def derivation_text(steps: Sequence[DerivationStepEntry], *, in_full: bool) -> Iterator[str]:
    """Yield a derivation, one step per line."""
    width = len(str(len(steps)))
    shown = min(LIMITS.derivation_columns, max((len(each["derives"]) for each in steps), default=0))
    omitted = 0 if in_full else max(0, len(steps) - LIMITS.derivation_steps)
    yield "  a derivation of false:"
    for number, each in enumerate(steps, 1):
        if omitted and number == LIMITS.derivation_steps // 3 + 1:
            yield f"    … {omitted} steps; --full-trace shows them …"
        if omitted and LIMITS.derivation_steps // 3 < number <= LIMITS.derivation_steps // 3 + omitted:
            continue
        premises = f" from {', '.join(map(str, each['from']))}" if each["from"] else ""
        yield f"    {number:>{width}}  {_cut(each['derives'], in_full=in_full):<{shown}}  {_line(each['location'])}{premises}"


def _cut(text: str, *, in_full: bool) -> str:
    return text if in_full or len(text) <= LIMITS.derivation_characters else f"{text[: LIMITS.derivation_characters]}…"


def _line(location: LocationEntry | None) -> str:
    return f"line {location['line']}" if location else ""
