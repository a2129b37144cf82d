"""VMT: functions and constraints from relations, refusals, and errors."""

import pytest

from surefoot.base.errors import InputError, UnsupportedError
from surefoot.logic import (
    BOOL,
    FALSE,
    INT,
    TRUE,
    FunctionSymbol,
    Term,
    Value,
    and_,
    apply,
    array_sort,
    bit_vector,
    bv,
    bvadd,
    bvult,
    eq,
    evaluate,
    not_,
    or_,
    variable,
)
from surefoot.logic.values import ArrayValue
from surefoot.systems.formats.vmt_reader import read_vmt
from surefoot.systems.formats.vmt_writer import write_vmt
from surefoot.systems.transitions.transition_system import TransitionSystem

X, Y, U = (variable(name, bit_vector(4)) for name in "xyu")
P = variable("p", BOOL)
DECLARATIONS = """
(set-logic QF_BV)
(define-sort Nibble () (_ BitVec 4))
(declare-fun x () Nibble) (declare-fun |x'| () Nibble)
(declare-const y Nibble) (declare-fun y.next () Nibble)
(declare-fun p () Bool) (declare-fun p.next () Bool)
(declare-fun u () Nibble)
(define-fun sx () Nibble (! x :next |x'|))
(define-fun sy () Nibble (! y :next y.next))
(define-fun sp () Bool (! p :next p.next))
"""


def model(trans: str, init: str = "(= x #x0)", property: str = "(bvult x #xa)") -> TransitionSystem:
    text = f"""{DECLARATIONS}
(define-fun i () Bool (! {init} :init true))
(define-fun t () Bool (! {trans} :trans true))
(define-fun small () Bool (! {property} :invar-property 0))
(assert true)
"""
    return read_vmt(text, "m.vmt").system


def test_equations_become_functions() -> None:
    system = model("(and (= |x'| (bvadd x #x1)) (let ((z (bvadd u y))) (= z y.next)) (= p.next (not p)))")
    assert system.states == (X, Y, P) and system.inputs == (U,)
    assert system.next == {X: bvadd(X, bv(1, 4)), Y: bvadd(U, Y), P: not_(P)}
    assert system.constraint is TRUE and system.initial is eq(X, bv(0, 4))
    assert system.bad == {"small": not_(bvult(X, bv(10, 4)))}


@pytest.mark.parametrize(("part", "expected"), [("p.next", TRUE), ("(not p.next)", FALSE), ("(xor p p.next)", not_(P))])
def test_booleans_need_no_equation(part: str, expected: Term) -> None:
    system = model(f"(and {part} (= |x'| x) (= y.next y))")
    assert system.next[P] is expected and system.constraint is TRUE


def test_function_may_be_used_in_the_rest() -> None:
    system = model("(and (= |x'| (bvadd x u)) (bvult x |x'|) (= y.next y) (= p.next p))")
    assert system.enabled is bvult(X, bvadd(X, U)) and system.constraint is TRUE
    counted = system.always_enabled()
    held = counted.states[-1]
    assert counted.next[held] is and_(held, system.enabled) and counted.constraint is held
    assert counted.initial_values()[0][held] is TRUE and counted.enabled is TRUE


def test_next_states_without_a_function_are_inputs() -> None:
    system = model("(and (bvult x |x'|) (= p.next p))")
    after, free = variable("x'", bit_vector(4)), variable("y.next", bit_vector(4))
    assert system.inputs == (U, after, free)
    assert system.next[X] is after and system.next[Y] is free
    assert system.enabled is bvult(X, after)


def test_deadlocked_state_can_be_bad() -> None:
    """The relation has no step from x = 5, which is bad: a plain constraint would lose it."""
    system = model("(and (bvult x #x5) (= |x'| (bvadd x #x1)) (= y.next y) (= p.next p))", property="(not (= x #x5))")
    assert system.enabled is bvult(X, bv(5, 4))
    system = system.always_enabled()
    state: dict[Term, Value] = {X: 0, Y: 0, U: 0, P: False, system.states[-1]: True}
    for step in range(6):
        assert state[X] == step and evaluate(system.constraint, state)
        assert evaluate(system.bad["small"], state) == (step == 5)
        state |= {each: evaluate(value, state) for each, value in system.next.items()}
    assert not evaluate(system.constraint, state)


def test_constraint_in_every_property_stays_one_constraint() -> None:
    rest = "(= |x'| x) (= y.next y) (= p.next p)"
    system = model(f"(and (bvult u #x3) {rest})", property="(not (and (bvult u #x3) (= x u)))")
    assert system.enabled is bvult(U, bv(3, 4))
    settled = system.always_enabled()
    assert settled.states == (X, Y, P) and settled.constraint is bvult(U, bv(3, 4)) and settled.enabled is TRUE


def test_written_system_is_read_back() -> None:
    constraint = or_(P, bvult(U, X))
    system = TransitionSystem((X, P), (U,), bvult(X, bv(3, 4)), {P: not_(P)}, constraint, {"is it": P, "x": eq(X, U)})
    text = write_vmt(system, ["what it is"])
    assert text.startswith("; what it is\n(declare-fun x () (_ BitVec 4))\n")
    again = read_vmt(text, "m.vmt").system
    assert (again.states, again.enabled, again.initial) == (system.states, constraint, system.initial)
    assert again.bad == {"is it": and_(constraint, P), "x~2": and_(constraint, eq(X, U))}
    assert again.next[P] is not_(P) and again.next[X] in again.inputs


def test_locations() -> None:
    found = read_vmt(write_vmt(model("(and (= |x'| x) (= y.next y) (= p.next p))")), "m.vmt")
    assert [found.initial_span.line, found.step_span.line, found.bad_spans["small"].line] == [11, 12, 13]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("(declare-fun x () Real)", "m.vmt: SMT-LIB, line 1: unknown sort Real"),
        (
            "(declare-fun x () (_ BitVec 77777777777777))",
            "m.vmt: SMT-LIB, line 1: bit-vectors of more than 1048576 bits",
        ),
        ("\n(define-fun a () Bool", "m.vmt: SMT-LIB, line 2: this '(' is never closed"),
        ("(declare-fun x () Bool)", "m.vmt: expected one formula annotated with :init, found 0"),
        ("(declare-fun x () Int)\n(define-fun i () Int (! x :init true))", "m.vmt:2: expected a formula for :init"),
        (
            "(declare-fun x () Int)\n(define-fun n () Int (! x :next y))",
            "m.vmt:2: :next links a variable to a declared",
        ),
        (
            "(declare-fun x () Int)(declare-fun y () Bool)(define-fun n () Int (! x :next y))",
            "m.vmt:1: :next links a variable to a declared",
        ),
    ],
)
def test_errors(text: str, message: str) -> None:
    with pytest.raises(InputError) as caught:
        read_vmt(text, "m.vmt")
    assert str(caught.value).startswith(message)


def test_formulas_over_the_wrong_variables() -> None:
    stays = "(and (= |x'| x) (= y.next y) (= p.next p))"
    with pytest.raises(InputError, match=":init mentions u; expected a formula over states"):
        model(stays, init="(= u x)")
    with pytest.raises(InputError, match=r":invar-property mentions p.next; expected a formula over states and inputs"):
        model(stays, property="p.next")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "(declare-fun p () Bool)(define-fun l () Bool (! p :live-property 0))",
            ":live-property is not supported, only :invar-property",
        ),
        ("(declare-fun p () Bool)(define-fun l () Bool (! p :ltl-property 0))", ":ltl-property is not supported"),
        ("(declare-fun f ((Array Int Int)) Int)", "the function f of an array is not supported"),
        (
            "(declare-sort S 0)(declare-fun a () (Array S Int))(assert (= a ((as const (Array S Int)) 0)))",
            "a constant of Array\\(S, Int\\) is not supported",
        ),
    ],
)
def test_unsupported_features_are_refused(text: str, message: str) -> None:
    with pytest.raises(UnsupportedError, match=message):
        read_vmt(text, "m.vmt")


def test_uninterpreted_functions_are_not_written() -> None:
    twice = FunctionSymbol("twice", (bit_vector(4),), bit_vector(4))
    with pytest.raises(UnsupportedError, match="uninterpreted"):
        write_vmt(TransitionSystem((X,), (), TRUE, {X: apply(twice, X)}, TRUE, {}))


def integers(term: str) -> TransitionSystem:
    return read_vmt(
        f"""(declare-fun n () Int) (declare-fun n.next () Int)
        (define-fun sn () Int (! n :next n.next))
        (define-fun i () Bool (! (= n 0) :init true))
        (define-fun t () Bool (! (= n.next {term}) :trans true))
        (define-fun small () Bool (! (< n 9) :invar-property 0))""",
        "m.vmt",
    ).system


@pytest.mark.parametrize("operator", ["div", "mod"])
def test_divisions_by_zero_are_states_that_never_change(operator: str) -> None:
    system = integers(f"({operator} 7 n)")
    state, values = system.states
    assert values.sort is array_sort(INT, INT) and system.next[values] is values
    assert evaluate(system.next[state], {state: 2, values: ArrayValue(0)}) == {"div": 3, "mod": 1}[operator]


@pytest.mark.parametrize("term", ["(div n 2)", "(mod n 3)", "(ite (= n 0) 5 (div 7 n))"])
def test_divisions_by_what_is_not_zero_add_no_state(term: str) -> None:
    assert len(integers(term).states) == 1
