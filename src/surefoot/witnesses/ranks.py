r"""Ranks of a certificate as transition invariants: at each loop, the rank is less than at all
earlier visits, ``\at(i, AnyPrev) < i`` for the rank ``-i``.
"""

from collections.abc import Mapping, Sequence

from surefoot.base.records import replace
from surefoot.certify.verdicts import Safe
from surefoot.evidence.certificates import Ranking
from surefoot.frontend.acsl.source_text import SourceText
from surefoot.logic import BOOL, BitVecSort, Op, Term, postorder, variables_of
from surefoot.program.ctypes import CEnum, CInteger
from surefoot.program.program import Program, Variable
from surefoot.report.c.expressions import INT_WIDTH, c_expression, is_in_c
from surefoot.report.c.ranks import summands_of
from surefoot.verify.request import Request
from surefoot.witnesses.document import Invariant, InvariantKind, WitnessPlace
from surefoot.witnesses.earlier_values import ANY
from surefoot.witnesses.invariants import LoopKeywords, compiling, names_in_scope, of_copies


def transition_invariants(
    verdict: Safe, program: Program, source: SourceText, request: Request
) -> tuple[list[Invariant], int]:
    """Return the transition invariants of the ranks of ``verdict`` that C expresses, and the number
    of other ranks.

    Requires: its certificate is a `Ranking`.
    Ensures: each of them compiles at its place.
    """
    encoding = verdict.encoding
    if not isinstance(verdict.certificate, Ranking) or encoding is None:
        return [], 0
    loops = LoopKeywords(source)
    copies: dict[WitnessPlace, list[list[str]]] = {}
    omitted = 0
    for name, rank in verdict.certificate.ranks.items():
        place = loops.place_of(encoding.system.location(name).span)
        names = names_in_scope(encoding.variables(name), encoding.function(name), program)
        text = _decreases(rank, names)
        if place is None or text is None:
            omitted += 1
        else:
            copies.setdefault(place, []).append([text])
    candidates = [
        Invariant(place, text, InvariantKind.LOOP_TRANSITION)
        for place, each in copies.items()
        for text in of_copies(each)
    ]
    kept = compiling(candidates, source, request)
    return kept, omitted + len(candidates) - len(kept)


_Names = Mapping[Term, Variable]


def _decreases(rank: tuple[Term, ...], names: _Names) -> str | None:
    """Return that ``rank`` is lexicographically less than at an earlier visit; None if C cannot
    express it.
    """
    earlier = {symbol: replace(each, name=f"\\at({each.name}, {ANY})") for symbol, each in names.items()}
    ways: list[str] = []
    equal: list[str] = []
    for component in rank:
        if not variables_of(component):
            continue
        summands = summands_of(component)
        is_negated = all(sign < 0 for sign, _ in summands)
        signed = [(sign if is_negated is False else -sign, term) for sign, term in summands]
        now, before = _sum(signed, names), _sum(signed, earlier)
        if now is None or before is None:
            return None
        falls = f"{before} {'<' if is_negated else '>'} {now}"
        ways.append(" && ".join([*equal, falls]))
        equal.append(f"{before} == {now}")
    return " || ".join(f"({way})" for way in ways) if len(ways) > 1 else next(iter(ways), None)


def _sum(summands: Sequence[tuple[int, Term]], names: _Names) -> str | None:
    """Return a sum that does not wrap in C; None if C cannot express it."""
    ordered = sorted(summands, key=lambda each: each[0] < 0)
    texts = [_integer(term, names) for _, term in ordered]
    known = [each for each in texts if each is not None]
    if len(known) < len(texts):
        return None
    if len(known) == 1:
        return known[0]
    widths = [each.sort.width for each in postorder([term for _, term in summands]) if each in names]
    wide = "(long long)" if max(widths, default=1) <= INT_WIDTH else "(__int128)"
    first, *others = zip(ordered, known, strict=True)
    return f"{wide}{first[1]}" + "".join(f" {'-' if sign < 0 else '+'} {wide}{text}" for (sign, _), text in others)


def _integer(term: Term, names: _Names) -> str | None:
    """Return the value of ``term`` as a signed integer in C, as an operand; None if C cannot
    express it.
    """
    known = names.get(term)
    if known is not None:
        return _read(known, term, is_signed=True)
    match term.op:
        case Op.CONSTANT if isinstance(term.payload, int) and isinstance(term.sort, BitVecSort):
            width = term.sort.width
            value = term.payload - ((term.payload >> (width - 1)) << width)
            return str(value) if 0 <= value < 1 << (INT_WIDTH - 1) else None
        case Op.SIGN_EXTEND:
            return _integer(term.args[0], names)
        case Op.ZERO_EXTEND:
            return _natural(term.args[0], names)
        case Op.ITE:
            condition = c_expression(term.args[0], names)
            parts = [_integer(each, names) for each in term.args[1:]]
            if not is_in_c(condition) or None in parts or not names.keys() >= set(variables_of(term.args[0])):
                return None
            return f"({condition} ? {parts[0]} : {parts[1]})"
        case _:
            return None


def _natural(term: Term, names: _Names) -> str | None:
    """Return the value of ``term`` as an unsigned integer; differences wrap around."""
    known = names.get(term)
    if known is not None:
        return _read(known, term, is_signed=False)
    unsigned = _TYPES.get(term.sort.width)
    parts = [_integer(each, names) for each in term.args]
    if unsigned is None or None in parts or term.op not in {Op.BVADD, Op.BVSUB, Op.BVNEG}:
        return None
    operands = [f"({unsigned}){each}" for each in parts]
    if term.op is Op.BVNEG:
        return f"({unsigned})(0 - {operands[0]})"
    return f"({unsigned})({(' + ' if term.op is Op.BVADD else ' - ').join(operands)})"


_TYPES = {8: "unsigned char", 16: "unsigned short", 32: "unsigned int", 64: "unsigned long long"}


def _read(known: Variable, term: Term, *, is_signed: bool) -> str | None:
    """Return the name of a variable, with a cast if it is read with the other sign."""
    if not isinstance(known.ctype, CInteger | CEnum) or known.ctype.signed == is_signed or term.sort is BOOL:
        return known.name
    type_ = _TYPES.get(term.sort.width)
    return None if type_ is None else f"({type_.replace('unsigned', 'signed') if is_signed else type_}){known.name}"
