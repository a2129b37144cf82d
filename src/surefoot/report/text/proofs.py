"""Proofs as text: invariants, summaries, solutions and derivations."""

from collections.abc import Iterator, Sequence

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
from surefoot.report.text.tables import conjunct, packed, place
from surefoot.report.text.terminal import Style

_INTERNAL = "__surefoot_"
"""Prefix of variables of code that stands for annotations; formulas about them are left to JSON."""


def invariants_text(evidence: SafeEvidence) -> Iterator[str]:
    """Yield the invariants of a proof by loop and function, or short ones that it implies if it
    needs none.
    """
    certificate = evidence["certificate"]
    yield from _ranks_text(certificate.get("ranks", ()))
    needed = [*certificate.get("invariants", ()), *certificate.get("lemmas", ())]
    implied = evidence["inductive_invariants"] or []
    place = None
    for invariant in [each for each in needed if _INTERNAL not in each["text"]] or [
        each for each in implied if len(each["text"]) <= LIMITS.implied_characters
    ]:
        is_called = invariant.get("point") == "called"
        here = f"{invariant['function']} requires" if is_called else f"always at {_loop(invariant)}"
        if here != place:
            place = here
            yield f"  {here}:"
        yield f"    {invariant['text']}"


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
    heading = ""
    for stated in evidence["certificate"].get("summaries", ()):
        match stated.get("point"):
            case "called":
                here = f"{stated['function']} requires"
            case "returns":
                here = f"{stated['function']} ensures"
            case _:
                here = f"always at {_loop(stated)}"
        if here != heading:
            heading = here
            yield f"  {here}:"
        yield f"    {stated['text']}"


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
        lines = packed([conjunct(each["text"]) for each in loop["invariants"]], " && ")
        if len(lines) == 1 and len(head) + len(lines[0]) < LIMITS.columns:
            yield f"{head}  {lines[0]}"
        else:
            yield head
            yield from (f"      {line} &&" for line in lines[:-1])
            yield f"      {lines[-1] if lines else 'no invariant was found'}"


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
