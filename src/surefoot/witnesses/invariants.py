"""Invariants of a certificate as C expressions at loops of the source."""

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from surefoot.base.errors import InputError, UnsupportedError
from surefoot.base.spans import Span
from surefoot.certify.verdicts import Safe
from surefoot.evidence.certificates import KInductive, Ranking
from surefoot.frontend.acsl.attachment import matching
from surefoot.frontend.acsl.source_text import AnnotationError, SourceText
from surefoot.frontend.acsl.tokens import Kind, Token, tokens_of
from surefoot.logic import Op, Term, conjuncts_of, postorder, variables_of
from surefoot.program.ctypes import CEnum, CInteger
from surefoot.program.program import Program, Role, Variable
from surefoot.program.statements import CheckKind
from surefoot.report.c.expressions import c_expression
from surefoot.systems.encode.encoding import Encoding
from surefoot.verify.request import Request
from surefoot.witnesses.document import Invariant, WitnessPlace
from surefoot.witnesses.expressions import checked_expression
from surefoot.witnesses.instrument import with_invariants
from surefoot.witnesses.validation import instrumented_request

FIXED_WIDTH = re.compile(r"\b(u?)int(\d+)_t\b")
_TYPES = {"8": "char", "16": "short", "64": "long long"}
_MAY_OVERFLOW = frozenset({Op.BVADD, Op.BVMUL, Op.BVNEG})


def exported_invariants(
    verdict: Safe, program: Program, source: SourceText, request: Request
) -> tuple[list[Invariant], int]:
    """Return the loop invariants of the proof that C expresses, and the number of others.

    Ensures: each of them compiles at its place.
    """
    certificate = verdict.certificate
    proof = certificate.proof if isinstance(certificate, Ranking) else verdict.inductive or certificate
    encoding = verdict.encoding
    if not isinstance(proof, KInductive) or encoding is None:
        return [], 0
    omitted = sum(len(each) for each in proof.quantified.values())
    loops = LoopKeywords(source)
    copies: dict[WitnessPlace, list[list[str]]] = {}
    for name in encoding.system.names:
        formulas = [each for formula in proof.invariants.get(name, ()) for each in conjuncts_of(formula)]
        place = loops.place_of(encoding.system.location(name).span)
        if place is None:
            omitted += len(formulas)
            continue
        texts = list(_expressions(formulas, name, encoding, program, request))
        omitted += len(formulas) - len(texts)
        copies.setdefault(place, []).append(texts)
    candidates = [Invariant(place, text) for place, each in copies.items() for text in of_copies(each)]
    kept = compiling(candidates, source, request)
    return kept, omitted + len(candidates) - len(kept)


class LoopKeywords:
    """Loops of a C file by the positions of their heads."""

    def __init__(self, source: SourceText) -> None:
        self._source = source
        everything = tokens_of(source.text)
        self._tokens = [each for each in everything if each.kind not in {Kind.ANNOTATION, Kind.DIRECTIVE}]
        self._positions = {(at.line, at.column): each for each in self._tokens for at in [source.span(each.start)]}

    def place_of(self, span: Span | None) -> WitnessPlace | None:
        """Return the place of the keyword of the loop whose header contains ``span``, or the first
        statement of whose body does; None if there is none.
        """
        token = (
            None if span is None or span.file != self._source.name else self._positions.get((span.line, span.column))
        )
        if token is None:
            return None
        found = None
        in_header = False
        for index, each in enumerate(self._tokens[:-2]):
            if each.start > token.start:
                break
            if each.text not in {"for", "while", "do"} or each.kind is not Kind.WORD:
                continue
            body = index + 1
            if each.text != "do":
                try:
                    body = matching(self._tokens, index + 1) + 1
                except AnnotationError:
                    return None
                if token.start < self._tokens[body - 1].start:
                    found, in_header = each, True
                    continue
            if not in_header and self._is_in_first_statement(token, body):
                found = each
        if found is None:
            return None
        at = self._source.span(found.start)
        return WitnessPlace(at.line, at.column)

    def _is_in_first_statement(self, token: Token, body: int) -> bool:
        """Return whether ``token`` is in the first statement, not labelled, of the loop body that
        begins with token ``body``.
        """
        first = body + (self._tokens[body].text == "{")
        if self._tokens[first + 1].text == ":":
            return False
        for each in self._tokens[first:]:
            if each is token:
                return True
            if each.kind is Kind.SIGN and each.text in {";", "{", "}"}:
                break
        return False


def of_copies(copies: Sequence[Sequence[str]]) -> list[str]:
    """Return what holds in every copy of a loop, which has one for each call path."""
    if len(copies) == 1:
        return list(copies[0])
    if not all(copies):
        return []
    ways = dict.fromkeys(" && ".join(f"({text})" for text in texts) for texts in copies)
    return [" || ".join(f"({way})" for way in ways)]


def _expressions(
    formulas: Sequence[Term], name: str, encoding: Encoding, program: Program, request: Request
) -> Iterator[str]:
    """Yield the ``formulas`` that are about integers in scope, and cannot overflow where that is a
    violation.
    """
    names = names_in_scope(encoding.variables(name), encoding.function(name), program)
    checks_overflow = CheckKind.SIGNED_OVERFLOW in request.checked.violations
    for formula in formulas:
        if not names.keys() >= set(variables_of(formula)):
            continue
        if checks_overflow and any(each.op in _MAY_OVERFLOW for each in postorder([formula])):
            continue
        text = FIXED_WIDTH.sub(standard_type, c_expression(formula, names))
        try:
            checked_expression(text)
        except (InputError, UnsupportedError):
            continue
        yield text


def standard_type(found: re.Match[str]) -> str:
    """Return the type of C for one of fixed width."""
    known = _TYPES.get(found[2])
    return f"{'unsigned' if found[1] else 'signed'} {known}" if known else found[0]


def names_in_scope(variables: Mapping[Term, Variable], function: str, program: Program) -> dict[Term, Variable]:
    """Return the integer ``variables`` that their names denote anywhere in ``function``."""
    body = program.functions.get(function)
    if body is None:
        return {}
    own = [*body.parameters, *body.locals]
    count = [each.name for each in own if each.role is not Role.TEMPORARY]
    own_symbols = {each.symbol for each in own}

    def is_named(variable: Variable) -> bool:
        if variable.role is Role.TEMPORARY or not isinstance(variable.ctype, CInteger | CEnum):
            return False
        if variable.role is Role.GLOBAL:
            return variable.name not in count
        return variable.symbol in own_symbols and count.count(variable.name) == 1

    return {symbol: variable for symbol, variable in variables.items() if is_named(variable)}


def compiling(candidates: Sequence[Invariant], source: SourceText, request: Request) -> list[Invariant]:
    """Return the ``candidates`` that compile at their places; one by one if not all do."""
    if not candidates:
        return []
    try:
        made = with_invariants(source, candidates)
        with TemporaryDirectory(prefix="surefoot-") as folder:
            instrumented_request(request, made, Path(folder))
    except (InputError, UnsupportedError):
        middle = len(candidates) // 2
        if not middle:
            return []
        return [*compiling(candidates[:middle], source, request), *compiling(candidates[middle:], source, request)]
    return list(candidates)
