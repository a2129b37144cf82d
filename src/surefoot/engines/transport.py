"""Claims and messages as text, to cross process boundaries.

A text is one JSON document without line breaks: the rows of all terms (`logic.transport`), so that
sharing is preserved, and the value over them. Only the classes of `_RECORDS` and `_ENUMERATIONS`
can be read back. A text proves nothing: the judge checks what was read as if it had been found here.
"""

import json
from collections.abc import Mapping
from typing import Any

from surefoot.base.enums import Enum
from surefoot.base.events import BoundRaised, CircuitReduced, EngineCounted, QueryAnswered, StageStarted
from surefoot.base.records import fields, is_dataclass
from surefoot.base.spans import Span
from surefoot.engines.board import (
    BoundExplored,
    CandidatesExhausted,
    CheckProved,
    CheckViolated,
    InvariantsFound,
    UnrollingComplete,
    UnrollingManner,
)
from surefoot.evidence.certificates import (
    CompleteUnrolling,
    Defined,
    HornSolution,
    KInductive,
    Overflow,
    Ranking,
    Summaries,
)
from surefoot.evidence.claims import (
    ClaimsNonTermination,
    ClaimsSafe,
    ClaimsUnsafe,
    GaveUp,
    Lasso,
    LiftedState,
    Recurrent,
    Why,
)
from surefoot.evidence.tracked import (
    CallTargets,
    StatementPoint,
    TrackedCell,
    TrackedContext,
    TrackedExit,
    TrackedSummaries,
)
from surefoot.logic import (
    ArraySort,
    ArrayValue,
    BitVecSort,
    BoolSort,
    FloatSort,
    FunctionSymbol,
    IntSort,
    Op,
    PackedTerms,
    RoundingMode,
    RoundingModeSort,
    Symbol,
    SymbolKind,
    Term,
    UninterpretedSort,
    pack,
    unpack,
)
from surefoot.logic.ring.lemmas import Equation, Premise, RingLemma
from surefoot.program.check_sites import CheckSite
from surefoot.program.statements import CheckKind
from surefoot.program.trace import Chosen, OutsideObject, Placed, Trace
from surefoot.smt.statistics import PurposeStatistics, QueryStatistics
from surefoot.systems.control.quantified import QuantifiedInvariant
from surefoot.systems.control.runs import Run, Step
from surefoot.systems.control.system import Edge, Error, Exit

_RECORDS: Mapping[str, type] = {
    kind.__name__: kind
    for kind in (
        *(BoundExplored, CandidatesExhausted, CheckProved, CheckViolated, InvariantsFound, UnrollingComplete),
        *(BoundRaised, CircuitReduced, EngineCounted, QueryAnswered, StageStarted),
        *(ClaimsNonTermination, ClaimsSafe, ClaimsUnsafe, GaveUp, Lasso, LiftedState, Recurrent),
        *(CompleteUnrolling, Defined, HornSolution, KInductive, Ranking, Summaries),
        *(StatementPoint, CallTargets, TrackedCell, TrackedContext, TrackedExit, TrackedSummaries),
        *(Equation, Premise, RingLemma, QuantifiedInvariant, Run, Step, Edge, Error, Exit),
        *(CheckSite, Chosen, OutsideObject, Placed, Trace, Span, Symbol, FunctionSymbol, ArrayValue),
        *(PurposeStatistics, QueryStatistics),
    )
}
_ENUMERATIONS: Mapping[str, type[Enum]] = {
    kind.__name__: kind for kind in (CheckKind, Op, Overflow, RoundingMode, SymbolKind, UnrollingManner, Why)
}
_SORTS: Mapping[str, type] = {
    kind.__name__: kind
    for kind in (ArraySort, BitVecSort, BoolSort, FloatSort, IntSort, RoundingModeSort, UninterpretedSort)
}


def printed(value: object) -> str:
    """Return ``value`` as text: a claim, a message, a progress event or statistics of queries.

    Ensures: ``read(printed(value)) == value``, in any process.
    """
    roots: list[Term] = []
    content = _encoded(value, roots)
    packed = pack(roots)
    rows = [
        [op.name, list(arguments), _encoded(payload, []), _encoded(sort, [])]
        for op, arguments, payload, sort in packed.rows
    ]
    return json.dumps([rows, list(packed.roots), content], separators=(",", ":"))


def read(text: str) -> object:
    """Return the value whose text is ``text``."""
    rows, roots, content = json.loads(text)
    nodes = [
        (Op[op], tuple(arguments), _decoded(payload, ()), _decoded(sort, ())) for op, arguments, payload, sort in rows
    ]
    return _decoded(content, unpack(PackedTerms(tuple(nodes), tuple(roots))))


def _encoded(value: object, roots: list[Term]) -> object:
    """Return ``value`` as JSON: tuples are lists, and all other structures are objects with one key."""
    match value:
        case None | bool() | int() | float() | str():
            return value
        case Enum():
            return {"enum": [type(value).__name__, value.name]}
        case Term():
            roots.append(value)
            return {"term": len(roots) - 1}
        case tuple():
            return [_encoded(each, roots) for each in value]
        case set() | frozenset():
            return {"set": sorted((_encoded(each, roots) for each in value), key=json.dumps)}
        case Mapping():
            return {"map": [[_encoded(key, roots), _encoded(each, roots)] for key, each in value.items()]}
        case _:
            return _encoded_object(value, roots)


def _encoded_object(value: object, roots: list[Term]) -> object:
    """Return a sort or a record as JSON."""
    name = type(value).__name__
    if _SORTS.get(name) is type(value):
        arguments = getattr(type(value), "__match_args__", ())
        return {"sort": [name, *(_encoded(getattr(value, each), roots) for each in arguments)]}
    if _RECORDS.get(name) is not type(value) or not is_dataclass(value):
        raise TypeError(f"{name} has no text")
    return {"record": [name, *(_encoded(getattr(value, each.name), roots) for each in fields(value))]}


def _decoded(content: Any, terms: tuple[Term, ...]) -> Any:  # noqa: ANN401 any value that has a text
    match content:
        case list():
            return tuple([_decoded(each, terms) for each in content])
        case {"enum": [name, member]}:
            return _ENUMERATIONS[name][member]
        case {"term": number}:
            return terms[number]
        case {"set": elements}:
            return frozenset([_decoded(each, terms) for each in elements])
        case {"map": entries}:
            return {_decoded(key, terms): _decoded(each, terms) for key, each in entries}
        case {"sort": [name, *arguments]}:
            return _SORTS[name](*[_decoded(each, terms) for each in arguments])
        case {"record": [name, *values]}:
            return _RECORDS[name](*[_decoded(each, terms) for each in values])
        case _:
            return content
