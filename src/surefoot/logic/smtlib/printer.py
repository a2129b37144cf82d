"""Printer of terms as SMT-LIB 2.6 text.

Shared and deep subterms are named once, by ``let`` in a term and by ``define-fun`` in a script,
so that the text is as small as the graph and never deeply nested. A script is plain SMT-LIB,
although three of our operators are not:

* ``fp_to_signed`` and ``fp_to_unsigned`` are total. A script defines them as functions around
  ``fp.to_sbv`` and ``fp.to_ubv`` that give 100...0 out of range.
* ``fp.to_ieee_bv`` is an extension that not all solvers have. A script uses a new constant instead,
  whose value it defines by two assertions; the models of the other constants are not affected.

The value n of an uninterpreted sort is a constant; a script asserts that the used ones differ.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import chain
from typing import Final

from surefoot.logic.constructors.constants import bv
from surefoot.logic.constructors.floats import float_sort_of, fp_fits_signed, fp_fits_unsigned
from surefoot.logic.limits import LIMITS
from surefoot.logic.operators import Op
from surefoot.logic.smtlib.names import distinct_names, written, written_element
from surefoot.logic.sorts import (
    ROUNDING_MODE,
    ArraySort,
    BitVecSort,
    BoolSort,
    FloatSort,
    IntSort,
    RoundingModeSort,
    Sort,
    SortError,
    UninterpretedSort,
)
from surefoot.logic.terms import FunctionSymbol, Symbol, SymbolKind, Term, variable
from surefoot.logic.values import canonical_nan
from surefoot.logic.walk import postorder


def print_term(term: Term, names: Mapping[Term, str] | None = None) -> str:
    """Return ``term`` as text that `parse_term` reads; ``names`` replaces the spellings of its
    variables.

    Requires: ``names``, if given, has a distinct name for each variable of ``term``
    """
    order = postorder((term,))
    known = _Names(order, names)
    text = _Text(order, known, {})
    lets = [f"(let (({name} {body})) " for name, _, body in text.named]
    return "".join(lets) + text.of(term) + ")" * len(lets)


def print_script(assertions: Iterable[Term], logic: str = "ALL") -> str:
    """Return a script that declares the symbols of ``assertions``, asserts them and checks
    satisfiability.

    Variables with one spelling get different names. Raises SortError if two functions share a
    name but not their sorts.
    """
    roots = tuple(assertions)
    order = postorder(roots)
    names = _Names(order)
    lines = [f"(set-logic {logic})"]
    lines += _declarations(order, names)
    lines += _total_conversions(order)
    patterns = [term for term in order if term.op is Op.FP_TO_IEEE_BV]
    bit_patterns = {term: written(f"{names.prefix}bits{number}") for number, term in enumerate(patterns)}
    lines += [f"(declare-const {name} {print_sort(term.sort)})" for term, name in bit_patterns.items()]
    text = _Text(order, names, bit_patterns)
    lines += [f"(define-fun {name} () {print_sort(term.sort)} {body})" for name, term, body in text.named]
    for pattern, name in bit_patterns.items():
        operand = pattern.args[0]
        lines += _bits_defined(text.of(operand), name, float_sort_of(operand))
    lines += [f"(assert {text.of(root)})" for root in roots]
    lines.append("(check-sat)")
    return "\n".join(lines) + "\n"


def print_definitions(roots: Sequence[Term]) -> tuple[list[str], list[str]]:
    """Return ``define-fun`` commands for shared subterms of ``roots``, and the text of each root
    over them.

    The caller declares the variables. Bit patterns of floats use the extension
    ``fp.to_ieee_bv``. Raises SortError for uninterpreted functions and sorts.
    """
    order = postorder(roots)
    for term in order:
        if term.op is Op.APPLY or isinstance(term.sort, UninterpretedSort):
            raise SortError(f"{term} is uninterpreted")
    text = _Text(order, _Names(order), {}, roots)
    lines = _total_conversions(order)
    lines += [f"(define-fun {name} () {print_sort(term.sort)} {body})" for name, term, body in text.named]
    return lines, [text.of(root) for root in roots]


def print_terms(
    terms: Sequence[Term], names: Mapping[Term, str], taken: Iterable[str]
) -> tuple[list[tuple[str, str]], list[str]]:
    """Name shared subterms of ``terms``; return (name, text) pairs, and the text of each term over
    the names.

    Requires: ``names`` has a distinct name for each variable of ``terms``
    Ensures: no new name is in ``taken``
    """
    order = postorder(terms)
    text = _Text(order, _Names(order, names, taken), {}, terms)
    return [(name, body) for name, _, body in text.named], [text.of(term) for term in terms]


def print_conversions(terms: Sequence[Term]) -> list[str]:
    """Return ``define-fun`` commands for the total conversions from floats to integers in
    ``terms``.
    """
    return _total_conversions(postorder(terms))


def print_sort(sort: Sort) -> str:
    """Return a sort as text."""
    match sort:
        case BoolSort():
            return "Bool"
        case IntSort():
            return "Int"
        case RoundingModeSort():
            return "RoundingMode"
        case BitVecSort(width):
            return f"(_ BitVec {width})"
        case FloatSort(exponent, significand):
            return f"(_ FloatingPoint {exponent} {significand})"
        case ArraySort(index, element):
            return f"(Array {print_sort(index)} {print_sort(element)})"
        case UninterpretedSort(name):
            return written(name)


class _Names:
    """Text of the variables in ``order``, and an unused ``prefix`` for generated names."""

    def __init__(
        self, order: Sequence[Term], given: Mapping[Term, str] | None = None, taken: Iterable[str] = ()
    ) -> None:
        functions = {*taken, *(term.payload.name for term in order if term.op is Op.APPLY)}
        variables = [term for term in order if term.op is Op.VARIABLE]
        if given is None:
            names = distinct_names((term.payload for term in variables), functions)
        else:
            names = [given[term] for term in variables]
        self._written = {term: written(name) for term, name in zip(variables, names, strict=True)}
        self.prefix = "?"
        while any(name.startswith(self.prefix) for name in (*names, *functions)):
            self.prefix += "?"

    def of(self, variable: Term) -> str:
        """Return the symbol of SMT-LIB for one of the variables."""
        return self._written[variable]


class _Text:
    """Text of terms. ``named`` has the named subterms in order with their bodies. Each of ``roots``
    counts as a use.
    """

    def __init__(
        self, order: Sequence[Term], names: _Names, given: Mapping[Term, str], roots: Sequence[Term] = ()
    ) -> None:
        self.named: list[tuple[str, Term, str]] = []
        self._texts: dict[Term, str] = dict(given)
        uses: dict[Term, int] = {}
        depths: dict[Term, int] = {}
        for argument in chain(roots, chain.from_iterable(term.args for term in order)):
            uses[argument] = uses.get(argument, 0) + 1
        for term in order:
            depth = 1 + max((depths[argument] for argument in term.args), default=-1)
            if term not in given:
                arguments = [self._texts[argument] for argument in term.args]
                body = names.of(term) if term.op is Op.VARIABLE else _application(term, arguments)
                if term.args and (uses.get(term, 0) > 1 or depth > LIMITS.text_nesting):
                    name = f"{names.prefix}{len(self.named)}"
                    self.named.append((name, term, body))
                    body, depth = name, 0
                self._texts[term] = body
            depths[term] = depth

    def of(self, term: Term) -> str:
        """Return the text of one of the terms, its name if it has one."""
        return self._texts[term]


def _application(term: Term, arguments: Sequence[str]) -> str:
    if term.op is Op.CONSTANT:
        return _constant(term)
    return f"({_head(term)} {' '.join(arguments)})"


def _head(term: Term) -> str:
    payload = term.payload
    match term.op:
        case Op.EXTRACT:
            return f"(_ extract {payload[0]} {payload[1]})"
        case Op.ZERO_EXTEND | Op.SIGN_EXTEND:
            return f"(_ {term.op.value} {payload - term.args[0].sort.width})"
        case Op.FP_FROM_IEEE_BV | Op.FP_FROM_FP | Op.FP_FROM_SIGNED:
            return f"(_ to_fp {payload.exponent} {payload.significand})"
        case Op.FP_FROM_UNSIGNED:
            return f"(_ to_fp_unsigned {payload.exponent} {payload.significand})"
        case Op.FP_TO_SIGNED | Op.FP_TO_UNSIGNED:
            return _conversion_name(term)
        case Op.CONSTANT_ARRAY:
            return f"(as const {print_sort(payload)})"
        case Op.INT_NEG:
            return "-"
        case Op.APPLY:
            return written(payload.name)
        case _:
            return str(term.op.value)


def _constant(term: Term) -> str:
    value = term.payload
    match term.sort:
        case BoolSort():
            return "true" if value else "false"
        case IntSort():
            return str(value) if value >= 0 else f"(- {-value})"
        case RoundingModeSort():
            return str(value.name)
        case BitVecSort(width):
            return f"#x{value:0{width // 4}x}" if width % 4 == 0 else f"#b{value:0{width}b}"
        case FloatSort() as sort:
            return _float_constant(value, sort)
        case UninterpretedSort(name):
            return written_element(value, name)
        case ArraySort():
            raise AssertionError("array constants are built of operators")


def _float_constant(bits: int, sort: FloatSort) -> str:
    if bits == canonical_nan(sort):
        return f"(_ NaN {sort.exponent} {sort.significand})"
    digits = f"{bits:0{sort.bits}b}"
    return f"(fp #b{digits[0]} #b{digits[1 : sort.exponent + 1]} #b{digits[sort.exponent + 1 :]})"


def _declarations(order: Iterable[Term], names: _Names) -> list[str]:
    """Declare the sorts, variables, functions and elements of uninterpreted sorts in ``order``."""
    sorts: dict[UninterpretedSort, list[str]] = {}
    symbols: dict[str, str] = {}
    for term in order:
        for sort in _signature(term):
            for part in _sort_parts(sort):
                if isinstance(part, UninterpretedSort):
                    sorts.setdefault(part, [])
        declared = _declared(term, names)
        if declared is not None:
            name, rank = declared
            if symbols.setdefault(name, rank) != rank:
                raise SortError(f"{name} is declared as {symbols[name]} and as {rank}")
        if term.op is Op.CONSTANT and isinstance(term.sort, UninterpretedSort):
            sorts[term.sort].append(_constant(term))
    lines = [f"(declare-sort {written(sort.name)} 0)" for sort in sorts]
    lines += [f"(declare-fun {name} {rank})" for name, rank in symbols.items()]
    for elements in sorts.values():
        if len(elements) > 1:
            lines.append(f"(assert (distinct {' '.join(elements)}))")
    return lines


def _signature(term: Term) -> tuple[Sort, ...]:
    return (*term.payload.parameters, term.sort) if isinstance(term.payload, FunctionSymbol) else (term.sort,)


def _declared(term: Term, names: _Names) -> tuple[str, str] | None:
    """Return the symbol that ``term`` needs declared and its parameters and result, None if it
    needs none.
    """
    if term.op is Op.VARIABLE:
        return names.of(term), f"() {print_sort(term.sort)}"
    if term.op is Op.CONSTANT and isinstance(term.sort, UninterpretedSort):
        return _constant(term), f"() {print_sort(term.sort)}"
    if term.op is Op.APPLY:
        parameters = " ".join(print_sort(sort) for sort in term.payload.parameters)
        return written(term.payload.name), f"({parameters}) {print_sort(term.sort)}"
    return None


def _sort_parts(sort: Sort) -> list[Sort]:
    if isinstance(sort, ArraySort):
        return [*_sort_parts(sort.index), *_sort_parts(sort.element)]
    return [sort]


_PARTIAL: Final[Mapping[Op, tuple[str, Callable[[Term, Term, int], Term]]]] = {
    Op.FP_TO_SIGNED: ("fp.to_sbv", fp_fits_signed),
    Op.FP_TO_UNSIGNED: ("fp.to_ubv", fp_fits_unsigned),
}
"""The SMT-LIB operator that agrees with ours under a condition."""


def _conversion_name(term: Term) -> str:
    """Return the symbol under which a script defines the operator of ``term``."""
    source = float_sort_of(term.args[1])
    return f"{term.op.value}.{source.exponent}.{source.significand}.{term.payload}"


def _total_conversions(order: Iterable[Term]) -> list[str]:
    """Define the total conversions to integers that occur in ``order``."""
    lines: dict[str, str] = {}
    mode, number = (Symbol(SymbolKind.AUXILIARY, f"parameter {name}", 0, name) for name in ("mode", "number"))
    for term in order:
        if term.op not in _PARTIAL:
            continue
        width, source = term.payload, term.args[1].sort
        name = _conversion_name(term)
        operator, fits = _PARTIAL[term.op]
        condition = print_term(fits(variable(mode, ROUNDING_MODE), variable(number, source), width))
        otherwise = _constant(bv(1 << (width - 1), width))
        lines[name] = (
            f"(define-fun {name} (({mode} RoundingMode) ({number} {print_sort(source)})) (_ BitVec {width})"
            f" (ite {condition} ((_ {operator} {width}) {mode} {number}) {otherwise}))"
        )
    return list(lines.values())


def _bits_defined(number: str, bits: str, sort: FloatSort) -> list[str]:
    """Assert that ``bits`` are those of ``number``, which leaves no choice but for NaN, and fix
    that one.
    """
    pattern = f"#b{canonical_nan(sort):0{sort.bits}b}"
    return [
        f"(assert (= ((_ to_fp {sort.exponent} {sort.significand}) {bits}) {number}))",
        f"(assert (=> (fp.isNaN {number}) (= {bits} {pattern})))",
    ]
