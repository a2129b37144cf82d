"""Evidence about Horn clauses as a part of the report document: a solution, or a derivation of
false.
"""

from collections.abc import Sequence

from surefoot.certify.verdicts import Derived, Safe
from surefoot.evidence.certificates import CompleteUnrolling, Defined, HornSolution, KInductive, Ranking, Summaries
from surefoot.evidence.horn_text import print_definition, short_names
from surefoot.evidence.tracked import TrackedSummaries
from surefoot.logic import (
    ArraySort,
    BitVecSort,
    BoolSort,
    FloatSort,
    IntSort,
    RoundingModeSort,
    Sort,
    UninterpretedSort,
    Value,
    and_,
)
from surefoot.logic.values import ArrayValue
from surefoot.program.program import Role, Variable
from surefoot.report.c.expressions import c_expression
from surefoot.report.c.values import float_text
from surefoot.report.document import DerivationStepEntry, RelationEntry
from surefoot.report.evidence import location_entry
from surefoot.systems.transitions.model_program import type_of
from surefoot.systems.transitions.model_translation import clauses_of


def solution_entry(verdict: Safe) -> list[RelationEntry]:
    """Return the relations of a solution; empty if the proof is not a solution."""
    return [_relation(name, defined) for name, defined in _solution(verdict).items()]


def _solution(verdict: Safe) -> dict[str, Defined]:
    certificate = verdict.inductive or verdict.certificate
    encoding = verdict.encoding
    file = clauses_of(encoding)
    match certificate:
        case HornSolution(relations):
            return dict(relations)
        case KInductive(k=1) if encoding is not None and file is not None and not certificate.quantified:
            system = encoding.system
            formulas = [and_(*certificate.invariants.get(name, ())) for name in system.names]
            parameters = file.system.relations.items()
            return {name: Defined(own, formula) for (name, own), formula in zip(parameters, formulas, strict=True)}
        case CompleteUnrolling() | KInductive() | Summaries() | Ranking() | TrackedSummaries():
            return {}


def _relation(name: str, defined: Defined) -> RelationEntry:
    short = short_names(name, defined)
    names = {symbol: Variable(symbol, text, type_of(symbol.sort), Role.LOCAL, None) for symbol, text in short.items()}
    return {
        "relation": name,
        "parameters": list(short.values()),
        "text": c_expression(defined.formula, names),
        "definition": print_definition(name, defined),
    }


def derivation_entry(derivation: Sequence[Derived]) -> list[DerivationStepEntry]:
    """Return the steps of a derivation, numbered from 1."""
    return [
        {
            "derives": _derived(step),
            "location": location_entry(step.span),
            "from": [premise + 1 for premise in step.premises],
        }
        for step in derivation
    ]


def _derived(step: Derived) -> str:
    if step.relation is None:
        return "false"
    values = ", ".join(value_text(value, sort) for value, sort in zip(step.values, step.sorts, strict=True))
    return f"{step.relation}({values})" if step.values else step.relation


def value_text(value: Value, sort: Sort) -> str:
    """Return ``value`` as text; bit-vectors are unsigned numbers."""
    match sort:
        case BoolSort():
            return "true" if value else "false"
        case FloatSort() if isinstance(value, int):
            return float_text(value, sort.bits)
        case RoundingModeSort() | BitVecSort() | IntSort() | UninterpretedSort() | FloatSort():
            return str(getattr(value, "name", value))
        case ArraySort(index, element):
            if not isinstance(value, ArrayValue):
                return str(value)
            cells = [f"{value_text(i, index)}: {value_text(v, element)}" for i, v in value.entries.items()]
            return f"[{', '.join([*cells, f'else {value_text(value.default, element)}'])}]"
