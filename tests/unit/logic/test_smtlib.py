"""SMT-LIB text: round trip, semantics of the standard, and errors with their line."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from corpus.applications import ELEMENT, MIX, random_pool
from surefoot.base.errors import InputError
from surefoot.logic import (
    BOOL,
    FALSE,
    FLOAT16,
    FLOAT32,
    FLOAT64,
    FLOAT128,
    INT,
    ROUNDING_MODE,
    TRUE,
    ArrayValue,
    FunctionSymbol,
    Op,
    RoundingMode,
    Sort,
    SortError,
    Symbol,
    SymbolKind,
    Term,
    and_,
    apply,
    array_sort,
    bit_vector,
    bv,
    bvadd,
    bvmul,
    bvslt,
    bvsrem,
    bvult,
    concat,
    constant,
    constant_array,
    distinct,
    eq,
    extract,
    float_sort,
    fold,
    fp,
    fp_add,
    fp_from_fp,
    fp_from_ieee_bv,
    fp_from_signed,
    fp_from_unsigned,
    fp_is_nan,
    fp_le,
    fp_lt,
    fp_max,
    fp_min,
    fp_to_ieee_bv,
    fp_to_signed,
    fp_to_unsigned,
    implies,
    int_add,
    int_constant,
    int_div,
    int_le,
    int_lt,
    int_mul,
    int_neg,
    int_sub,
    ite,
    not_,
    or_,
    pack,
    rounding,
    select,
    sign_extend,
    store,
    uninterpreted_sort,
    unpack,
    variable,
    variables_of,
    xor,
    zero_extend,
)
from surefoot.logic.smtlib import (
    Parser,
    Script,
    parse_script,
    parse_term,
    print_script,
    print_sort,
    print_term,
    read_expressions,
)
from surefoot.logic.terms import intern_leaf

X, Y, Z = (variable(name, bit_vector(8)) for name in "xyz")
P, Q, R = (variable(name, BOOL) for name in "pqr")
N, M = (variable(name, INT) for name in "nm")
F, G = (variable(name, FLOAT32) for name in "fg")
A = variable("a", array_sort(bit_vector(8), bit_vector(8)))
MODE = variable("mode", ROUNDING_MODE)
RNE = rounding(RoundingMode.RNE)
SYMBOLS: dict[str, Term | FunctionSymbol] = {
    **{str(term): term for term in (X, Y, Z, P, Q, R, N, M, F, G, A, MODE)},
    "mix": MIX,
}


@pytest.mark.parametrize(
    ("text", "term"),
    [
        ("#x0f", bv(15, 8)),
        ("#b101", bv(5, 3)),
        ("(_ bv10 8)", bv(10, 8)),
        ("true", TRUE),
        ("7", int_constant(7)),
        ("(- 7)", int_constant(-7)),
        ("RNE", RNE),
        ("roundTowardZero", rounding(RoundingMode.RTZ)),
        ("(fp #b0 #x7f #b00000000000000000000000)", fp(0x3F800000, FLOAT32)),
        ("(_ +oo 8 24)", fp(0x7F800000, FLOAT32)),
        ("(_ -oo 8 24)", fp(0xFF800000, FLOAT32)),
        ("(_ NaN 8 24)", fp(0x7FC00000, FLOAT32)),
        ("(_ +zero 8 24)", fp(0, FLOAT32)),
        ("(_ -zero 8 24)", fp(0x80000000, FLOAT32)),
        ("(fp (_ bv1 1) #xff (_ bv0 23))", fp(0xFF800000, FLOAT32)),
        ("(and p q r)", and_(P, Q, R)),
        ("(and p)", P),
        ("(or p q)", or_(P, Q)),
        ("(xor p q r)", xor(xor(P, Q), R)),
        ("(=> p q r)", implies(P, implies(Q, R))),
        ("(distinct x y z)", distinct(X, Y, Z)),
        ("(= x y z)", and_(eq(X, Y), eq(Y, Z))),
        ("(ite p x y)", ite(P, X, Y)),
        ("(bvadd x y z)", bvadd(bvadd(X, Y), Z)),
        ("(bvnand x y)", parse_term("(bvnot (bvand x y))", {"x": X, "y": Y})),
        ("(bvnor x y)", parse_term("(bvnot (bvor x y))", {"x": X, "y": Y})),
        ("(bvxnor x y)", parse_term("(bvnot (bvxor x y))", {"x": X, "y": Y})),
        ("(bvcomp x y)", ite(eq(X, Y), bv(1, 1), bv(0, 1))),
        ("(bvule x y)", not_(bvult(Y, X))),
        ("(bvsge x y)", not_(bvslt(X, Y))),
        ("(bvugt x y)", bvult(Y, X)),
        ("(concat x y z)", concat(concat(X, Y), Z)),
        ("((_ extract 3 1) x)", extract(X, 3, 1)),
        ("((_ zero_extend 4) x)", zero_extend(X, 12)),
        ("((_ sign_extend 4) x)", sign_extend(X, 12)),
        ("((_ sign_extend 0) x)", X),
        ("((_ repeat 2) x)", concat(X, X)),
        ("((_ rotate_left 3) x)", concat(extract(X, 4, 0), extract(X, 7, 5))),
        ("((_ rotate_right 3) x)", concat(extract(X, 2, 0), extract(X, 7, 3))),
        ("((_ rotate_left 8) x)", X),
        ("(select (store a x y) z)", select(store(A, X, Y), Z)),
        ("((as const (Array (_ BitVec 8) (_ BitVec 8))) x)", constant_array(A.sort, X)),  # type: ignore[arg-type]
        ("(+ n m 1)", int_add(int_add(N, M), int_constant(1))),
        ("(- n m)", int_sub(N, M)),
        ("(- n)", int_neg(N)),
        ("(* n m)", int_mul(N, M)),
        ("(div n m)", int_div(N, M)),
        ("(< n m 3)", and_(int_lt(N, M), int_lt(M, int_constant(3)))),
        ("(>= n m)", int_le(M, N)),
        ("(> n m)", int_lt(M, N)),
        ("(abs n)", ite(int_lt(N, int_constant(0)), int_neg(N), N)),
        ("(fp.add mode f g)", fp_add(MODE, F, G)),
        ("(fp.leq f g f)", and_(fp_le(F, G), fp_le(G, F))),
        ("(fp.gt f g)", fp_lt(G, F)),
        ("(fp.geq f g)", fp_le(G, F)),
        ("(fp.min f g)", fp_min(F, G)),
        ("(fp.max f g)", fp_max(F, G)),
        ("((_ to_fp 8 24) ((_ zero_extend 24) x))", fp_from_ieee_bv(zero_extend(X, 32), FLOAT32)),
        ("((_ to_fp 11 53) mode f)", fp_from_fp(MODE, F, FLOAT64)),
        ("((_ to_fp 8 24) mode x)", fp_from_signed(MODE, X, FLOAT32)),
        ("((_ to_fp_unsigned 8 24) mode x)", fp_from_unsigned(MODE, X, FLOAT32)),
        ("((_ to_fp 8 24) RNE 0.1)", fp(0x3DCCCCCD, FLOAT32)),
        ("((_ to_fp 8 24) RTZ (/ 1 10))", fp(0x3DCCCCCC, FLOAT32)),
        ("((_ to_fp 8 24) RTZ (/ 1.0 10.0))", fp(0x3DCCCCCC, FLOAT32)),
        ("((_ to_fp 8 24) RNE (- 0.5))", fp(0xBF000000, FLOAT32)),
        ("((_ to_fp 8 24) RNE 3)", fp(0x40400000, FLOAT32)),
        ("((_ fp.to_sbv 8) mode f)", fp_to_signed(MODE, F, 8)),
        ("((_ fp.to_ubv 8) mode f)", fp_to_unsigned(MODE, F, 8)),
        ("(fp_to_signed.8.24.8 mode f)", fp_to_signed(MODE, F, 8)),
        ("(let ((x y) (y x)) (bvult x y))", bvult(Y, X)),
        ("(let ((u (bvadd x y))) (let ((u (bvmul u u))) (bvult u x)))", bvult(bvmul(bvadd(X, Y), bvadd(X, Y)), X)),
        ("(let ((half 0.5)) ((_ to_fp 8 24) RNE half))", fp(0x3F000000, FLOAT32)),
        ("(! (bvult x y) :named less)", bvult(X, Y)),
        ("(mix ((_ extract 3 0) x) p)", apply(MIX, extract(X, 3, 0), P)),
        ("|x|", X),
        ("; a comment\n x", X),
    ],
)
def test_semantics_follow_the_standard(text: str, term: Term) -> None:
    assert parse_term(text, SYMBOLS) is term


@pytest.mark.parametrize(("left", "right"), [(7, 3), (-7, 3), (7, -3), (-7, -3), (6, 3), (-6, 3), (5, 0), (-5, 0)])
def test_signed_modulo_has_the_sign_of_the_divisor(left: int, right: int) -> None:
    term = parse_term(f"(bvsmod (_ bv{left % 256} 8) (_ bv{right % 256} 8))", {})
    assert term is bv(left % right if right else left, 8)
    assert bvsrem(bv(left, 8), bv(right, 8)).op is Op.CONSTANT


SCRIPT = """
(set-logic ALL)
(set-info :status sat)
(set-option :produce-models true)
(declare-sort Node 0)
(define-sort Word () (_ BitVec 8))
(define-sort Map (K) (Array K Word))
(declare-const x Word)
(declare-fun |a b| () (Map Word))
(declare-fun next (Node Bool) Node)
(declare-const head Node)
(define-fun inc ((w Word) (by Word)) Word (bvadd w by))
(define-fun two () Word (inc #x01 #x01))
(assert (= (select |a b| x) (inc x two)))
(assert (= (next head true) head))
(check-sat)
(get-model)
(exit)
"""


def test_scripts() -> None:
    x, node = variable("x", bit_vector(8)), uninterpreted_sort("Node")
    array = variable("a b", array_sort(bit_vector(8), bit_vector(8)))
    head, step = variable("head", node), FunctionSymbol("next", (node, BOOL), node)
    assert parse_script(SCRIPT) == Script(
        (eq(select(array, x), bvadd(x, bv(2, 8))), eq(apply(step, head, TRUE), head)), (x, array, head), (step,)
    )


def test_parameters_do_not_capture() -> None:
    script = parse_script(
        "(declare-const x Bool)(declare-const y Bool)(define-fun f () Bool x)"
        "(define-fun g ((x Bool)) Bool (and x f))(assert (g y))"
    )
    assert script.assertions == (and_(variable("x", BOOL), variable("y", BOOL)),)


@pytest.mark.parametrize(
    ("text", "sort"),
    [
        ("Float16", FLOAT16),
        ("Float32", FLOAT32),
        ("Float64", FLOAT64),
        ("Float128", FLOAT128),
        ("(_ FloatingPoint 3 5)", float_sort(3, 5)),
        ("RoundingMode", ROUNDING_MODE),
        ("(Array Int (Array Bool Int))", array_sort(INT, array_sort(BOOL, INT))),
    ],
)
def test_sorts(text: str, sort: Sort) -> None:
    assert parse_script(f"(declare-const c {text})").variables == (variable("c", sort),)
    assert parse_script(f"(declare-const c {print_sort(sort)})").variables == (variable("c", sort),)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("\n\n(assert", "line 3: this '\\(' is never closed"),
        ("(assert true))", "line 1: this '\\)' closes nothing"),
        ("(assert |x)", "without an end"),
        ("\n(assert unknown)", "line 2: unknown symbol unknown"),
        ("(assert (unknown true))", "unknown function unknown"),
        ("(assert ((_ unknown 1) true))", "unknown function unknown"),
        ("(assert ((f x) true))", "unknown operator"),
        ("(assert (_ unknown 1))", "unknown constant"),
        ("(assert ((_ extract 3 x) #x00))", "expected numbers"),
        ("(assert (bvadd #x00 #b1))", "bvadd of BitVec\\(8\\) and BitVec\\(1\\)"),
        ("(assert #x00)", "an assertion of BitVec\\(8\\)"),
        ("(assert (not true false))", "not cannot be applied to 0 indices and 2 arguments"),
        ("(assert (= 1.5 1.5))", "real numbers"),
        ("(assert (let ((x 1.5)) x))", "real numbers"),
        ("(declare-const n Int)(assert (= (/ n 2) 1.5))", "literals only"),
        ("(assert (= (/ 1 0) 1.5))", "literals only"),
        ("(declare-const m RoundingMode)(assert (fp.isNaN ((_ to_fp 8 24) m 1.5)))", "constant rounding mode"),
        ("(assert ())", "expected a term"),
        ("(assert (let ((x)) true))", "expected a name and its value"),
        ("(assert (let (x) true))", "expected a name and its value"),
        ("(assert ((as const Bool) true))", "constant array"),
        ("(push 1)", "push is not supported"),
        ("(pop 1)", "pop is not supported"),
        ("(assert)", "assert is not supported, or not of this form"),
        ("check-sat", "expected a command"),
        ("()", "expected a command"),
        ("(declare-const x Unknown)", "unknown sort"),
        ("(declare-const x (_ BitVec y))", "unknown sort"),
        ("(declare-const x (_ BitVec 0))", "at least one bit"),
        ("(declare-const x Bool)(declare-const x Int)", "x is declared twice"),
        ("(declare-sort S 0)(declare-sort S 0)", "the sort S is declared twice"),
        ("(declare-sort S 1)", "without parameters"),
        ("(define-sort S (X) X)(declare-const x S)", "takes 1 parameters"),
        ("(define-sort S ((X)) X)", "expected a symbol"),
        ("(define-fun f (x) Bool true)", "expected a parameter"),
        ("(define-fun f () Bool 1)", "defined as a term of Int, not of Bool"),
        ("(define-fun f ((b Bool)) Bool b)(assert (f 1))", "other sorts"),
        ("(define-fun f ((b Bool)) Bool b)(assert f)", "needs arguments"),
        ("(declare-const c Bool)(assert (c true))", "c is not a function"),
        ("(declare-fun f (Int) Bool)(assert (f true))", "f takes"),
        ("(assert (= #x1 ((_ repeat 0) #x1)))", "positive"),
        ("(assert (= #x1 ((_ rotate_left 1) true)))", "equality"),
    ],
)
def test_errors_state_the_line(text: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        parse_script(text)


def test_input_must_be_one_term() -> None:
    with pytest.raises(InputError, match="expected one SMT-LIB term"):
        parse_term("x x", {"x": X})


@pytest.mark.parametrize(
    "name", ["x", "main::i", "and", "a|b", "back\\slash", "", "name x", "50%", "?0", "?", "element 1 of S", "RNE", "é"]
)
def test_all_names_can_be_written(name: str) -> None:
    term = not_(eq(variable(name, bit_vector(8)), bvmul(variable(name + "2", bit_vector(8)), X)))
    assert parse_script(print_script([term])).assertions == (term,)
    function = FunctionSymbol(name, (BOOL,), BOOL)
    assert parse_script(print_script([apply(function, P)])).functions == (function,)


def test_conflicting_function_definitions_are_refused() -> None:
    functions = [FunctionSymbol("f", (BOOL,), BOOL), FunctionSymbol("f", (BOOL, BOOL), BOOL)]
    with pytest.raises(SortError, match="f is declared as"):
        print_script([apply(functions[0], P), apply(functions[1], P, Q)])


CHOSEN, OTHER = (variable(Symbol(SymbolKind.CHOICE, "x", number, "x"), bit_vector(8)) for number in (1, 2))


def test_variables_of_equal_spelling_have_different_names() -> None:
    """The declared one keeps its name everywhere, and so does one that is spelt like a new name."""
    third = variable("x~2", bit_vector(8))
    script = parse_script(print_script([bvult(CHOSEN, X), bvult(OTHER, third), variable("x", BOOL)]))
    names = [str(each) for each in script.variables]
    assert names == ["x~4", "x", "x~5", "x~2", "x~3"]
    chosen, declared, other, _, truth = script.variables
    assert script.assertions == (bvult(chosen, X), bvult(other, third), truth)
    assert declared is X


def test_variables_are_distinguished_from_functions() -> None:
    function = FunctionSymbol("x", (BOOL,), BOOL)
    script = parse_script(print_script([eq(X, bv(1, 8)), apply(function, P)]))
    assert script.functions == (function,)
    assert script.assertions[0] is eq(variable("x~2", bit_vector(8)), bv(1, 8))


def test_parameters_of_definitions_are_no_declared_variables() -> None:
    name = "parameter of f"
    script = parse_script(
        f"(declare-const |{name}| Bool) (declare-const y Bool) (define-fun f ((p Bool)) Bool (and p |{name}|)) (assert (f y))"
    )
    assert script.assertions == (and_(variable("y", BOOL), variable(name, BOOL)),)


def test_printed_terms() -> None:
    assert print_term(bvadd(X, bv(10, 8))) == "(bvadd x #x0a)"
    shared = bvmul(X, Y)
    assert print_term(eq(bvadd(shared, Z), bvmul(shared, Z))) == (
        "(let ((?0 (bvmul x y))) (= (bvadd z ?0) (bvmul z ?0)))"
    )
    assert print_term(fp_to_ieee_bv(F)) == "(fp.to_ieee_bv f)"
    assert parse_term("(fp.to_ieee_bv f)", SYMBOLS) is fp_to_ieee_bv(F)


def test_printed_scripts() -> None:
    assert print_script([bvult(X, Y)], logic="QF_BV") == (
        "(set-logic QF_BV)\n(declare-fun x () (_ BitVec 8))\n(declare-fun y () (_ BitVec 8))\n"
        "(assert (bvult x y))\n(check-sat)\n"
    )


def test_elements_of_uninterpreted_sorts_differ() -> None:
    first, second = constant(0, ELEMENT), constant(1, ELEMENT)
    element = variable("element", ELEMENT)
    assertion = or_(eq(element, first), eq(element, second))
    text = print_script([assertion])
    assert "(assert (distinct |element 0 of Element| |element 1 of Element|))" in text
    assert parse_script(text).assertions == (TRUE, assertion)


def test_bit_patterns_of_floats_are_defined_by_assertions() -> None:
    text = print_script([eq(fp_to_ieee_bv(F), bv(0, 32))])
    assert "to_ieee_bv" not in text
    bits = variable("?bits0", bit_vector(32))
    nan_bits = implies(fp_is_nan(F), eq(bits, bv(0x7FC00000, 32)))
    assert parse_script(text).assertions == (eq(fp_from_ieee_bv(bits, FLOAT32), F), nan_bits, eq(bits, bv(0, 32)))


@settings(max_examples=80, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_printing_then_parsing_is_the_identity(seed: int) -> None:
    choose = random.Random(seed)
    pool = random_pool(choose)
    for _ in range(60):
        pool.grow(choose)
    symbols: dict[str, Term | FunctionSymbol] = {str(term): term for term in pool.assignment}
    symbols[MIX.name] = MIX
    for term in choose.sample(list(pool.values), 12):
        if _has_elements(term):
            continue
        assert parse_term(print_term(term), symbols) is term
        if term.sort is BOOL and not _has_bit_patterns(term):
            script = parse_script(print_script([term]))
            assert script.assertions == (term,)
            assert set(script.variables) == set(variables_of(term))


def _has_elements(term: Term) -> bool:
    return bool(fold(term, lambda t, found: any(found) or (t.op is Op.CONSTANT and t.sort is ELEMENT)))


def _has_bit_patterns(term: Term) -> bool:
    return bool(fold(term, lambda t, found: any(found) or t.op is Op.FP_TO_IEEE_BV))


def test_total_conversions_are_defined_by_functions() -> None:
    assertion = eq(fp_to_signed(MODE, F, 8), fp_to_unsigned(RNE, G, 8))
    text = print_script([assertion, fp_lt(F, G), eq(fp_to_signed(RNE, G, 8), bv(1, 8))])
    assert text.count("(define-fun fp_to_signed.8.24.8 ") == text.count("(define-fun fp_to_unsigned.8.24.8 ") == 1
    assert "((_ fp.to_sbv 8) mode number) #x80))" in text and "((_ fp.to_ubv 8) mode number) #x80))" in text
    assert parse_script(text).assertions[0] is assertion


def test_functions_declare_the_sorts_of_their_parameters() -> None:
    symbol = FunctionSymbol("h", (array_sort(uninterpreted_sort("K"), uninterpreted_sort("V")),), BOOL)
    assertion = apply(symbol, variable("map", symbol.parameters[0]))
    text = print_script([assertion])
    assert "(declare-sort K 0)\n(declare-sort V 0)" in text
    assert parse_script(text).assertions == (assertion,)


def test_array_constant_leaves_are_an_error() -> None:
    with pytest.raises(AssertionError, match="built of operators"):
        print_term(intern_leaf(Op.CONSTANT, ArrayValue(0), A.sort))


def test_false_is_a_script() -> None:
    assert parse_script(print_script([FALSE])).assertions == (FALSE,)


@settings(max_examples=40, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_exact_texts_keep_terms_that_constructors_reorder(seed: int) -> None:
    choose = random.Random(seed)
    pool = random_pool(choose)
    for _ in range(60):
        pool.grow(choose)
    other = {term.payload: variable(f"{seed} {term}", term.sort) for term in reversed(list(pool.assignment))}
    symbols: dict[str, Term | FunctionSymbol] = {str(term): term for term in other.values()}
    symbols[MIX.name] = MIX
    packed = pack(term for term in choose.sample(list(pool.values), 12) if not _has_elements(term))
    rows = [row if row[0] is not Op.VARIABLE else (*row[:2], other[row[2]].payload, row[3]) for row in packed.rows]
    for term in unpack(packed._replace(rows=tuple(rows))):
        (written,) = read_expressions(print_term(term))
        assert Parser(symbols, is_exact=True).term(written) is term
