"""Horn clauses as text: reading, writing, and refusals with their line."""

from pathlib import Path

import pytest

from corpus.horn_systems import LINEAR, NON_LINEAR, HornCase
from surefoot.base.budget import Budget
from surefoot.base.errors import InputError
from surefoot.logic import (
    FALSE,
    TRUE,
    Term,
    and_,
    bv,
    eq,
    int_add,
    int_constant,
    int_lt,
    not_,
    or_,
    substitute,
    variable,
)
from surefoot.logic.horn import Application, Clause, HornSystem
from surefoot.logic.sorts import BOOL, INT, bit_vector
from surefoot.smt.contracts import Unsat
from surefoot.smt.registry import open_solver
from surefoot.systems.formats.horn_reader import read_horn
from surefoot.systems.formats.horn_writer import write_horn
from surefoot.systems.formats.registry import read_model
from surefoot.systems.horn.rules import rule_of

HEAD = "(set-logic HORN)\n(declare-fun p (Int) Bool)\n"
ALL = [*LINEAR, *NON_LINEAR]


def system(text: str) -> HornSystem:
    return read_horn(HEAD + text, "clauses.smt2").system


def symbol(name: str) -> Term:
    return variable(name, INT)


def test_clauses() -> None:
    x, y = symbol("x"), symbol("y")
    found = system(
        "(assert (forall ((x Int) (y Int)) (=> (and (p x) (< x y)) (p y))))\n"
        "(assert (not (exists ((x Int)) (and (p x) (p 3) (= x 7)))))\n(assert (p 5))"
    )
    assert found.clauses == (
        Clause((Application("p", (x,)),), int_lt(x, y), Application("p", (y,))),
        Clause((Application("p", (x,)), Application("p", (int_constant(3),))), eq(x, int_constant(7)), None),
        Clause((), TRUE, Application("p", (int_constant(5),))),
    )
    assert [str(each) for each in found.relations["p"]] == ["p.x"]


def test_one_formula_may_be_several_clauses() -> None:
    found = system("(assert (forall ((x Int)) (=> (or (p x) (< x 0)) (and (p (- x)) (=> (= x 1) false)))))")
    assert sorted((len(each.body), each.head is None) for each in found.clauses) == [
        (0, False),
        (0, True),
        (1, False),
        (1, True),
    ]


def test_shadowed_name_is_another_variable() -> None:
    found = system("(assert (forall ((x Int)) (=> (and (p x) (exists ((x Int)) (p x))) (p (+ x 1)))))")
    first, second = found.clauses[0].body
    assert first.arguments != second.arguments
    assert found.clauses[0].head == Application("p", (int_add(symbol("x"), int_constant(1)),))


def test_bound_names_hide_relations() -> None:
    text = "(set-logic HORN)(declare-fun p () Bool)(assert (forall ((p Bool)) (=> p false)))(assert p)"
    clauses = read_horn(text, "clauses.smt2").system.clauses
    assert clauses[0].body == () and clauses[0].constraint.sort is BOOL and clauses[0].constraint is not TRUE
    assert clauses[1].head == Application("p", ())


@pytest.mark.parametrize("case", ALL, ids=lambda case: case.name)
def test_written_clauses_are_read_back(case: HornCase) -> None:
    text = write_horn(read_horn(case.text, case.name).system)
    again = read_horn(text, case.name).system
    assert write_horn(again) == text
    assert len(again.clauses) == len(read_horn(case.text, case.name).system.clauses)


def test_names_are_quoted_where_necessary() -> None:
    x, true, dotted = (variable(name, bit_vector(4)) for name in ("?0", "true", "a.b c"))
    shared = and_(not_(eq(x, true)), or_(eq(x, dotted), eq(true, bv(3, 4))))
    relation = "?0"
    head = Application(relation, (x, true))
    clause = Clause((Application(relation, (dotted, x)),), and_(shared, or_(shared, eq(x, true))), head)
    system = HornSystem({relation: (variable("one", bit_vector(4)), variable("two", bit_vector(4)))}, (clause,))
    text = write_horn(system, ["with\ta comment"])
    again = read_horn(text, "clauses.smt2").system
    assert write_horn(again) == write_horn(read_horn(write_horn(again), "clauses.smt2").system)
    assert [each.relation for each in again.clauses[0].body] == [relation]
    assert len(again.clauses[0].variables) == 3


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        ("(declare-fun q (Real) Bool)", 3, "unknown sort Real"),
        ("(declare-datatypes ((L 0)) (((nil))))", 3, "the command declare-datatypes is not supported"),
        ("(declare-sort S 0)\n(declare-fun q (S) Bool)", 4, "uninterpreted sort S"),
        ("(declare-fun f (Int) Int)", 3, "f is no relation"),
        ("(declare-const c Int)", 3, "c is no relation"),
        ("(assert (forall ((x Int)) (=> (p x) (p (div 7 x)))))", 3, "leaves open"),
        ("(assert (forall ((x Int)) (=> (p x) (p (mod 7 0)))))", 3, "leaves open"),
        ("(assert (=> (= (fp.to_ieee_bv (_ NaN 8 24)) #x7fc00000) (p 0)))", 3, "leaves open"),
        ("\n(assert (exists ((x Int)) (p x)))", 4, "this exists cannot be in front"),
        ("(assert (forall ((x Int)) (=> (forall ((y Int)) (p y)) (p x))))", 3, "this forall cannot be in front"),
        ("(assert (forall ((x Int)) (=> (= (p x) (exists ((y Int)) (p y))) (p 0))))", 3, "cannot be in front"),
        ("(assert (forall ((x Int)) (or (p x) (p (+ x 1)))))", 3, "no Horn clause"),
        ("(assert (p (ite (p 1) 2 3)))", 3, "an argument of p depends on a relation"),
        ("(assert (forall ((x Int)) (=> (< (ite (p x) x 2) 1) false)))", 3, "a relation occurs below"),
        ("(assert (p x))", 3, "unknown symbol x"),
        ("(assert (p 1 2))", 3, "p"),
        ("(assert (forall ((x Int)) (+ x 1)))", 3, "expected a formula"),
        ("(assert (p 1)", 3, "never closed"),
        ("(define-fun f ((x Int)) Bool (forall ((y Int)) (p y)))", 3, "a quantifier is not supported here"),
        ("(assert (forall ((x Int)) (! (p x) :pattern ((p x)))))\n(push 1)", 4, "the command push is not supported"),
    ],
)
def test_refusals(text: str, line: int, reason: str) -> None:
    with pytest.raises(InputError) as refused:
        system(text)
    assert reason in refused.value.message
    assert f"line {line}:" in refused.value.message and refused.value.message.startswith("clauses.smt2: ")


@pytest.mark.parametrize("text", ["(set-logic QF_BV)(declare-fun p () Bool)", "", "(check-sat)"])
def test_other_logics_are_refused(text: str, tmp_path: Path) -> None:
    path = tmp_path / "clauses.smt2"
    path.write_text(text)
    with pytest.raises(InputError, match="HORN"):
        read_model(path)


@pytest.mark.parametrize("case", ALL, ids=lambda case: case.name)
def test_rules_preserve_clauses(case: HornCase) -> None:
    """The guard of a rule is equivalent to the clause, for the values of the rule's variables."""
    system = read_horn(case.text, case.name).system
    for clause in system.clauses:
        premises = [
            [variable(f"premise {number} {place}", each.sort) for place, each in enumerate(needed.arguments)]
            for number, needed in enumerate(clause.body)
        ]
        rule = rule_of(clause, premises)
        equations = [
            eq(term, known)
            for needed, symbols in zip(clause.body, premises, strict=True)
            for term, known in zip(needed.arguments, symbols, strict=True)
        ]
        meant = substitute(and_(clause.constraint, *equations), rule.values)
        solver = open_solver("z3", Budget.seconds(60))
        solver.add(or_(and_(meant, not_(rule.guard)), and_(rule.guard, not_(meant))))
        assert isinstance(solver.check(), Unsat) or meant is rule.guard
        solver.close()
        # whatever satisfies the clause is one of the rule's values
        differs = or_(FALSE, *(not_(eq(symbol, value)) for symbol, value in rule.values.items()))
        solver = open_solver("z3", Budget.seconds(60))
        solver.add(and_(clause.constraint, *equations, differs))
        assert isinstance(solver.check(), Unsat)
        solver.close()
