"""Abstraction of operators to functions: translation in both directions, injectivity, and soundness
of proofs.
"""

import random
from contextlib import closing

import pytest

from corpus.random_terms import Signature, TermGenerator
from surefoot.base.budget import Budget
from surefoot.engines.euf.abstraction import DataAbstraction, Operator, Theory, operator_of
from surefoot.logic import (
    BOOL,
    FLOAT32,
    FLOAT64,
    INT,
    ROUNDING_MODE,
    FunctionSymbol,
    Op,
    Sort,
    Term,
    and_,
    array_sort,
    bit_vector,
    bv,
    bvadd,
    bvmul,
    bvsge,
    bvsgt,
    bvsle,
    bvslt,
    bvult,
    constant_array,
    dag_size,
    eq,
    extract,
    fp,
    fp_add,
    fp_lt,
    implies,
    int_add,
    int_constant,
    int_lt,
    ite,
    not_,
    or_,
    postorder,
    rounding,
    select,
    store,
    variable,
    zero_extend,
)
from surefoot.logic.values import RoundingMode
from surefoot.smt.contracts import Unsat, Use
from surefoot.smt.registry import open_solver

WORD = bit_vector(32)
X, Y, Z, U, V = (variable(name, WORD) for name in "xyzuv")
MEMORY = array_sort(WORD, WORD)
A, B = variable("A", MEMORY), variable("B", MEMORY)


def is_valid(formula: Term, solver: str = "bitwuzla") -> bool:
    with closing(open_solver(solver, Budget.seconds(50), use=Use.ONE_SHOT)) as opened:
        opened.add(not_(formula))
        return isinstance(opened.check(), Unsat)


def functions_in(term: Term) -> set[FunctionSymbol]:
    return {each.payload for each in postorder([term]) if each.op is Op.APPLY}


def test_data_operators_become_functions_and_others_stay() -> None:
    abstraction = DataAbstraction()
    formula = or_(bvslt(bvadd(X, Y), bv(3, 32)), eq(ite(eq(X, Y), bvmul(X, Y), Z), bv(7, 32)))
    abstract = abstraction.abstract(formula)
    heads = {each.op for each in postorder([abstract])}
    assert heads == {Op.OR, Op.EQ, Op.ITE, Op.APPLY, Op.VARIABLE, Op.CONSTANT}
    assert {each.name.split("(")[0] for each in functions_in(abstract)} == {"bvslt", "bvadd", "bvmul"}
    assert abstraction.original(abstract) is formula
    assert dag_size(abstract) == dag_size(formula)


def test_arguments_of_commutative_operators_and_comparisons_are_ordered() -> None:
    abstract = DataAbstraction().abstract
    assert abstract(bvadd(X, Y)) is abstract(bvadd(Y, X))
    assert abstract(bvmul(X, Y)) is abstract(bvmul(Y, X))
    less = functions_in(abstract(bvslt(X, Y)))
    for other in (bvsgt(X, Y), bvsge(X, Y), bvsle(X, Y)):
        assert functions_in(abstract(other)) == less
    assert functions_in(abstract(bvult(X, Y))) != less


def test_widths_and_payloads_are_distinguished() -> None:
    abstract = DataAbstraction().abstract
    narrow = variable("n", bit_vector(16))
    different: list[Term] = [
        extract(X, 7, 0),
        extract(X, 15, 8),
        zero_extend(narrow, 32),
        zero_extend(narrow, 64),
        bvadd(X, Y),
        bvadd(narrow, variable("m", bit_vector(16))),
    ]
    assert len({function for each in different for function in functions_in(abstract(each))}) == len(different)


def test_functions_are_functions_and_constants_differ() -> None:
    abstract = DataAbstraction().abstract
    assert is_valid(abstract(implies(eq(X, Y), eq(bvmul(X, X), bvmul(X, Y)))))
    assert not is_valid(abstract(or_(bvult(X, Y), bvult(Y, X), eq(X, Y))))
    for solver in ("bitwuzla", "z3", "cvc5"):
        assert is_valid(not_(eq(abstract(bv(3, 32)), abstract(bv(4, 32)))), solver)


def test_translation_validation() -> None:
    x1, y1, x2, y2 = (variable(name, WORD) for name in ("x1", "y1", "x2", "y2"))
    compiled = and_(eq(U, bvadd(x1, y1)), eq(V, bvadd(x2, y2)), eq(Z, bvmul(U, V)))
    claim = implies(compiled, eq(Z, bvmul(bvadd(x1, y1), bvadd(x2, y2))))
    assert is_valid(DataAbstraction().abstract(claim))


SORTS: list[tuple[Sort, Term]] = [
    (FLOAT32, fp(0x3F800000, FLOAT32)),
    (FLOAT64, fp(1, FLOAT64)),
    (INT, int_constant(-1)),
    (INT, int_constant((1 << 64) - 1)),
    (ROUNDING_MODE, rounding(RoundingMode.RTZ)),
]


@pytest.mark.parametrize(("sort", "value"), SORTS, ids=str)
def test_values_of_other_sorts_are_translated_back(sort: Sort, value: Term) -> None:
    abstraction = DataAbstraction()
    other = variable("other", sort)
    formula = eq(ite(eq(X, Y), value, other), other)
    abstract = abstraction.abstract(formula)
    assert all(each.sort is BOOL or each.sort.width for each in postorder([abstract]))
    assert abstraction.original(abstract) is formula


def test_all_integers_differ() -> None:
    abstract = DataAbstraction().abstract
    numbers = [0, 1, -1, 1 << 64, (1 << 64) - 1, -(1 << 70)]
    assert len({abstract(int_constant(number)) for number in numbers}) == len(numbers)


def test_operator_regains_its_semantics() -> None:
    addition = operator_of(bvadd(X, Y))
    plain = DataAbstraction()
    formula = eq(bvadd(X, bvmul(X, Y)), Z)
    assert plain.culprits(plain.abstract(formula)) == {
        addition: None,
        Operator(Op.BVMUL, None, (WORD, WORD), WORD): None,
    }
    refined = plain.more_concrete([addition])
    assert {each.name.split("(")[0] for each in functions_in(refined.abstract(formula))} == {"bvmul"}
    assert refined.original(refined.abstract(formula)) is formula


def test_theories_regain_their_semantics_as_a_whole() -> None:
    floats = variable("F", array_sort(WORD, FLOAT32))
    formula = or_(
        eq(select(store(A, X, Y), Z), U),
        fp_lt(select(floats, X), fp_add(rounding(RoundingMode.RNE), *[select(floats, Y)] * 2)),
    )
    plain = DataAbstraction()
    assert set(plain.culprits(plain.abstract(formula))) == {Theory.ARRAYS, Theory.FLOATS}
    arrays = plain.more_concrete([Theory.ARRAYS])
    assert arrays.abstract(A) is A
    assert arrays.abstract(floats) is not floats
    assert arrays.original(arrays.abstract(formula)) is formula
    both = arrays.more_concrete([Theory.FLOATS])
    assert both.abstract(formula) is formula


def test_integers_are_a_theory() -> None:
    n = variable("n", INT)
    formula = int_lt(n, int_add(n, int_constant(1)))
    plain = DataAbstraction()
    assert set(plain.culprits(plain.abstract(formula))) == {Theory.INTEGERS}
    assert plain.original(plain.abstract(formula)) is formula


LEMMAS = {
    "constant array": implies(eq(A, constant_array(MEMORY, bv(0, 32))), eq(select(A, X), bv(0, 32))),
    "read over write": or_(eq(select(B, X), bv(0, 32)), not_(eq(Y, X)), not_(eq(B, store(A, Y, bv(0, 32))))),
    "with bits": implies(eq(B, store(A, X, bv(0, 32))), eq(extract(select(B, X), 7, 0), bv(0, 8))),
    "extensionality": or_(not_(eq(store(B, X, bv(0, 32)), A)), eq(store(A, X, bv(0, 32)), A)),
    "order": or_(not_(bvult(X, Y)), not_(bvult(Y, X))),
}


@pytest.mark.parametrize("name", LEMMAS)
def test_lemmas_constrain_functions(name: str) -> None:
    """Each is valid, and not by equality alone."""
    lemma = LEMMAS[name]
    abstraction = DataAbstraction()
    assert is_valid(lemma, "z3")
    assert not is_valid(abstraction.abstract(lemma))
    assert is_valid(abstraction.original(abstraction.abstract(lemma)), "z3")


@pytest.mark.parametrize("seed", range(150))
def test_formulas_valid_with_functions_are_valid(seed: int) -> None:
    choose = random.Random(seed)
    signature = Signature(floats=False, functions=False)
    generator = TermGenerator(choose, signature)
    formula = generator.term(BOOL, 4)
    abstraction = DataAbstraction()
    abstract = abstraction.abstract(formula)
    assert is_valid(eq(abstraction.original(abstract), formula), "z3")
    if is_valid(abstract):
        assert is_valid(formula, "z3")
    implied = implies(formula, or_(formula, generator.term(BOOL, 3)))
    assert is_valid(abstraction.abstract(implied))
