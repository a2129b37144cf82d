"""Tactic "congruent products": products of unknowns as symbols, which are equal where their factors
are (Ackermann's reduction).

A formula is unsatisfiable if it is with a symbol in place of every monomial of unknowns, together
with congruences between the symbols:

    i = x & n = y  =>  symbol(n * i) = symbol(x * y)        i = 0  =>  symbol(n * i) = 0

Products are expanded to sums of monomials before. This suffices for cells that hold a polynomial
of their position, while solvers that multiply bit by bit compare two multipliers.
"""

from collections.abc import Iterator, Sequence
from itertools import permutations

from surefoot.base.budget import Budget
from surefoot.discharge.limits import LIMITS
from surefoot.discharge.obligation import Obligation
from surefoot.discharge.product_abstraction import has_wide_arithmetic, is_hard
from surefoot.logic import (
    Op,
    Symbol,
    SymbolKind,
    Term,
    and_,
    bit_vector,
    bv,
    bvadd,
    bvmul,
    eq,
    fold,
    implies,
    or_,
    postorder,
    rebuild,
    variable,
)
from surefoot.logic.ring.normal_forms import NormalForms
from surefoot.logic.ring.polynomials import Monomial
from surefoot.smt.registry import SolverFactory
from surefoot.systems.control.quantified import has_arrays
from surefoot.systems.control.system import ControlSystem


class CongruentProducts:
    """Symbols of monomials, and the congruences between them, for all formulas of one solver."""

    def __init__(self) -> None:
        self._forms = NormalForms()
        self._memo: dict[Term, Term] = {}
        self._symbols: dict[tuple[Monomial, int], Term] = {}
        self._new: list[Term] = []

    def of(self, formula: Term) -> Term:
        """Return `formula` with symbols in place of products of unknowns.

        Ensures: it is satisfiable together with all congruences if `formula` is.
        """
        return fold(formula, self._replaced, self._memo)

    def take_congruences(self) -> list[Term]:
        """Return the congruences between symbols that are new since the last call."""
        found, self._new = self._new, []
        return found

    def _replaced(self, term: Term, args: list[Term]) -> Term:
        if term.op is not Op.BVMUL or not is_hard(term):
            return term if tuple(args) == term.args else rebuild(term, tuple(args))
        width = term.sort.width
        expanded = self._forms.of(term).coefficients
        if (term,) in expanded:  # too many monomials to expand
            return rebuild(term, tuple(args))
        total = bv(0, width)
        for monomial, coefficient in expanded.items():
            total = bvadd(total, bvmul(bv(coefficient, width), self._product(monomial, width)))
        return total

    def _product(self, monomial: Monomial, width: int) -> Term:
        """Return the term in place of the product of the factors in `monomial`: a symbol if there
        are several factors.
        """
        if len(monomial) < 2:
            return self.of(monomial[0]) if monomial else bv(1, width)
        found = self._symbols.get((monomial, width))
        if found is None:
            factors = [self.of(each) for each in monomial]
            key = " ".join(str(factor.id) for factor in monomial)
            symbol = Symbol(SymbolKind.AUXILIARY, f"product of {width} bits", len(self._symbols), key)
            found = variable(symbol, bit_vector(width))
            self._new.extend(self._congruences(factors, found, width))
            self._symbols[monomial, width] = found
        return found

    def _congruences(self, factors: Sequence[Term], symbol: Term, width: int) -> Iterator[Term]:
        """Yield the congruences between `symbol`, which is new, and 0 and the latest symbols."""
        zero = bv(0, width)
        yield implies(or_(*(eq(each, zero) for each in factors)), eq(symbol, zero))
        alike = [
            (other, known)
            for (other, bits), known in self._symbols.items()
            if bits == width and len(other) == len(factors)
        ]
        for other, known in alike[-LIMITS.congruent_products :]:
            others = [self.of(each) for each in other]
            orders = permutations(others) if len(others) <= LIMITS.permuted_factors else [others]
            pairs = (and_(*map(eq, factors, order)) for order in orders)
            yield implies(or_(*pairs), eq(symbol, known))


def products_of(system: ControlSystem) -> CongruentProducts | None:
    """Return symbols for the products of `system`; `None` if it has no arrays, or multiplies no
    wide words.
    """
    if not has_arrays(system):
        return None
    terms = [term for edge in system.edges for term in (edge.guard, *edge.update.values())]
    return CongruentProducts() if has_wide_arithmetic(terms, LIMITS.congruent_width) else None


def multiplies_cells(formula: Term) -> bool:
    """Return whether `formula` reads arrays and multiplies wide words."""
    return any(term.op is Op.SELECT for term in postorder([formula])) and has_wide_arithmetic(
        [formula], LIMITS.congruent_width
    )


def with_congruent_products(
    obligations: Sequence[Obligation], facts: Sequence[Term], _solvers: SolverFactory, _budget: Budget
) -> tuple[Sequence[Obligation], Sequence[Term]] | None:
    """Return obligations about arrays, and facts, with symbols for products; `None` if no product
    of unknowns occurs in an obligation about arrays.

    Ensures: each result is satisfiable, together with the facts, if the obligation is.
    """
    if not any(multiplies_cells(each.formula) for each in obligations):
        return None
    products = CongruentProducts()
    easier = [Obligation(each.description, products.of(each.formula)) for each in obligations]
    kept = [products.of(fact) for fact in facts]
    return easier, [*kept, *products.take_congruences()]
