"""Horn clauses as SMT-LIB texts, each family with a satisfiable and an unsatisfiable member that differ in one place."""

from typing import NamedTuple


class HornCase(NamedTuple):
    """A text and whether its clauses have a solution."""

    name: str
    text: str
    is_satisfiable: bool


def _int(body: str) -> str:
    return f"(set-logic HORN)\n{body}\n(check-sat)\n"


COUNTER = _int("""
(declare-fun inv (Int) Bool)
(assert (forall ((x Int)) (=> (= x 0) (inv x))))
(assert (forall ((x Int) (y Int)) (=> (and (inv x) (< x 10) (= y (+ x 1))) (inv y))))
(assert (forall ((x Int)) (=> (and (inv x) (> x {})) false)))""")
TWINS = _int("""
(declare-fun inv (Int Int) Bool)
(assert (inv 0 0))
(assert (forall ((x Int) (y Int)) (=> (inv x y) (inv (+ x 1) (+ y 1)))))
(assert (forall ((x Int) (y Int)) (=> (and (inv x y) {}) false)))""")
SUM = _int("""
(declare-fun inv (Int Int) Bool)
(assert (forall ((x Int) (y Int)) (=> (and (= x 0) (= y 0)) (inv x y))))
(assert (forall ((x Int) (y Int) (z Int)) (=> (and (inv x y) (= z (+ y x))) (inv (+ x 1) z))))
(assert (not (exists ((x Int) (y Int)) (and (inv x y) {}))))""")
BYTES = _int("""
(declare-fun inv ((_ BitVec 8)) Bool)
(assert (inv #x00))
(assert (forall ((x (_ BitVec 8))) (=> (inv x) (inv (bvadd x #x04)))))
(assert (forall ((x (_ BitVec 8))) (=> (and (inv x) (= x {})) false)))""")
WRAP = _int("""
(declare-fun inv ((_ BitVec 4) (_ BitVec 4)) Bool)
(assert (forall ((n (_ BitVec 4))) (=> (bvult n {}) (inv n #x0))))
(assert (forall ((n (_ BitVec 4)) (s (_ BitVec 4))) (=> (and (inv n s) (not (= n #x0))) (inv (bvsub n #x1) (bvadd s #x2)))))
(assert (forall ((s (_ BitVec 4))) (=> (and (inv #x0 s) (= s #xe)) false)))""")
LOCK = _int("""
(declare-fun inv (Bool Bool) Bool)
(assert (inv false true))
(assert (forall ((p Bool) (q Bool)) (=> (inv p q) (inv (not p) (not q)))))
(assert (forall ((p Bool) (q Bool)) (=> (and (inv p q) {}) false)))""")
CELLS = _int("""
(declare-fun inv ((Array Int Int)) Bool)
(assert (inv ((as const (Array Int Int)) 0)))
(assert (forall ((a (Array Int Int)) (i Int)) (=> (and (inv a) (< i 3)) (inv (store a i 7)))))
(assert (forall ((a (Array Int Int))) (=> (and (inv a) (= (select a {}) 7)) false)))""")
MEMORY = _int("""
(declare-fun inv ((Array (_ BitVec 4) (_ BitVec 8)) (_ BitVec 4)) Bool)
(assert (inv ((as const (Array (_ BitVec 4) (_ BitVec 8))) #x00) #x0))
(assert (forall ((a (Array (_ BitVec 4) (_ BitVec 8))) (i (_ BitVec 4)))
  (=> (and (inv a i) (bvult i #x6)) (inv (store a i #x01) (bvadd i #x1)))))
(assert (forall ((a (Array (_ BitVec 4) (_ BitVec 8))) (i (_ BitVec 4))) (=> (and (inv a i) (= (select a {}) #x01)) false)))""")
CHAIN = _int("""
(declare-fun up (Int Int) Bool)
(declare-fun down (Int Int) Bool)
(assert (forall ((n Int)) (=> (>= n 0) (up 0 n))))
(assert (forall ((i Int) (n Int)) (=> (and (up i n) (< i n)) (up (+ i 1) n))))
(assert (forall ((i Int) (n Int)) (=> (and (up i n) (not (< i n))) (down i n))))
(assert (forall ((i Int) (n Int)) (=> (and (down i n) (> i 0)) (down (- i 1) n))))
(assert (forall ((i Int) (n Int)) (=> (and (down i n) {}) false)))""")
PARITY = _int("""
(declare-fun even (Int) Bool)
(declare-fun odd (Int) Bool)
(assert (even 0))
(assert (forall ((n Int)) (=> (even n) (odd (+ n 1)))))
(assert (forall ((n Int)) (=> (odd n) (even (+ n 1)))))
(assert (forall ((n Int)) (=> (and (odd n) (= (mod n 2) {}) (> n 2)) false)))""")
HALVES = _int("""
(declare-fun inv (Int) Bool)
(assert (inv 100))
(assert (forall ((n Int)) (=> (inv n) (inv (div n 2)))))
(assert (forall ((n Int)) (=> (and (inv n) (= n {})) false)))""")
INPUTS = _int("""
(declare-fun inv (Int) Bool)
(assert (forall ((x Int)) (=> (and (<= 0 x) (<= x 3)) (inv x))))
(assert (forall ((x Int) (y Int)) (=> (and (inv x) (<= (+ x 2) y) (<= y (+ x 5))) (inv y))))
(assert (forall ((x Int)) (=> (and (inv x) (= x {})) false)))""")
NULLARY = _int("""
(declare-fun p () Bool)
(declare-fun q (Int) Bool)
(assert (forall ((x Int)) (=> (and (> x 5) (< x {})) (q x))))
(assert (forall ((x Int)) (=> (q x) p)))
(assert (=> p false))""")
QUERIES = _int("""
(declare-fun inv (Int) Bool)
(assert (inv 1))
(assert (forall ((x Int)) (=> (inv x) (inv (* 3 x)))))
(assert (forall ((x Int)) (=> (and (inv x) (< x 1)) false)))
(assert (forall ((x Int)) (=> (and (inv x) (= x {})) false)))""")
TERMS = _int("""
(declare-fun inv (Int Int) Bool)
(assert (forall ((n Int)) (=> (> n 3) (inv (* 2 n) n))))
(assert (forall ((x Int) (y Int)) (=> (inv (+ x 1) (+ y y)) (inv x y))))
(assert (forall ((x Int)) (=> (inv x {}) (< x 0))))""")
FIXEDPOINT = """
(declare-rel inv (Int Int))
(declare-rel bad ())
(declare-var x Int)
(declare-var y Int)
(rule (inv 0 5) start)
(rule (=> (and (inv x y) (< x y)) (inv (+ x 1) y)) step)
(rule (=> (and (inv x y) {}) bad))
(query bad)
"""
DEFINITIONS = _int("""
(define-fun next ((x Int)) Int (ite (< x 5) (+ x 1) 0))
(define-sort Number () Int)
(declare-fun inv (Number) Bool)
(assert (forall ((x Number)) (=> (= x 0) (inv x))))
(assert (forall ((x Number)) (let ((y (next x))) (=> (inv x) (inv y)))))
(assert (forall ((x Number)) (! (=> (and (inv x) (> x {})) false) :weight 1)))""")
CASES = _int("""
(declare-fun left (Int) Bool)
(declare-fun right (Int) Bool)
(assert (and (left 0) (right 100)))
(assert (forall ((x Int)) (=> (or (and (left x) (< x 10)) (and (left x) (> x 90))) (and (left (+ x 1)) (right (+ x 100))))))
(assert (forall ((x Int)) (not (ite (< x {}) (right x) (left x)))))""")

MCCARTHY = _int("""
(declare-fun mc (Int Int) Bool)
(assert (forall ((n Int) (r Int)) (=> (and (> n 100) (= r (- n 10))) (mc n r))))
(assert (forall ((n Int) (t Int) (r Int)) (=> (and (<= n 100) (mc (+ n 11) t) (mc t r)) (mc n r))))
(assert (forall ((n Int) (r Int)) (=> (and (mc n r) (<= n 101) {}) false)))""")
FIBONACCI = _int("""
(declare-fun fib (Int Int) Bool)
(assert (forall ((n Int)) (=> (and (<= 0 n) (<= n 1)) (fib n n))))
(assert (forall ((n Int) (r Int) (s Int)) (=> (and (> n 1) (fib (- n 1) r) (fib (- n 2) s)) (fib n (+ r s)))))
(assert (forall ((n Int) (r Int)) (=> (and (fib n r) {}) false)))""")
TREES = _int("""
(declare-fun tree (Int Bool) Bool)
(assert (tree 1 true))
(assert (forall ((m Int) (n Int) (p Bool) (q Bool)) (=> (and (tree m p) (tree n q)) (tree (+ m n 1) (and p q)))))
(assert (forall ((n Int) (p Bool)) (=> (and (tree n p) {}) false)))""")
PRODUCTS = _int("""
(declare-fun plus (Int Int Int) Bool)
(declare-fun twice (Int Int) Bool)
(assert (forall ((x Int)) (plus x 0 x)))
(assert (forall ((x Int) (y Int) (z Int)) (=> (and (plus x y z) (>= y 0)) (plus x (+ y 1) (+ z 1)))))
(assert (forall ((x Int) (y Int)) (=> (plus x x y) (twice x y))))
(assert (forall ((x Int) (y Int) (z Int)) (=> (and (twice x y) (twice y z) (>= x 0) {}) false)))""")
WORDS = _int("""
(declare-fun gen ((_ BitVec 8)) Bool)
(assert (gen #x10))
(assert (forall ((x (_ BitVec 8)) (y (_ BitVec 8))) (=> (and (gen x) (gen y)) (gen (bvadd x y)))))
(assert (forall ((x (_ BitVec 8))) (=> (and (gen x) (= x {})) false)))""")
GRAPH = _int("""
(declare-fun path (Int Int) Bool)
(declare-fun edge (Int Int) Bool)
(assert (forall ((x Int)) (=> (and (<= 0 x) (< x 4)) (edge x (+ x 1)))))
(assert (forall ((x Int) (y Int)) (=> (edge x y) (path x y))))
(assert (forall ((x Int) (y Int) (z Int)) (=> (and (path x y) (path y z)) (path x z))))
(assert (forall ((x Int) (y Int)) (=> (and (path x y) (= y {})) false)))""")

UNDERIVED = _int("""
(declare-fun p (Int) Bool)
(declare-fun q (Int) Bool)
(assert (q {}))
(assert (forall ((x Int)) (=> (and (p x) (q x)) false)))
(assert (forall ((x Int)) (=> (and (q x) (> x 5)) (p x))))""")

_LINEAR = {
    "counter": (COUNTER, "10", "9"),
    "twins": (TWINS, "(not (= x y))", "(= (+ x y) 6)"),
    "sum": (SUM, "(< y 0)", "(> y 14)"),
    "bytes": (BYTES, "#x03", "#xfc"),
    "wrap": (WRAP, "#x7", "#x8"),
    "lock": (LOCK, "(= p q)", "p"),
    "cells": (CELLS, "5", "2"),
    "memory": (MEMORY, "#x6", "#x5"),
    "chain": (CHAIN, "(< i 0)", "(and (= i 0) (= n 3))"),
    "parity": (PARITY, "0", "1"),
    "halves": (HALVES, "(- 1)", "3"),
    "inputs": (INPUTS, "(- 1)", "11"),
    "nullary": (NULLARY, "6", "7"),
    "queries": (QUERIES, "0", "27"),
    "terms": (TERMS, "0", "1"),
    "fixedpoint": (FIXEDPOINT, "(> x 5)", "(= x 5)"),
    "definitions": (DEFINITIONS, "5", "4"),
    "cases": (CASES, "50", "5"),
}
_NON_LINEAR = {
    "mccarthy": (MCCARTHY, "(not (= r 91))", "(< n 95)"),
    "fibonacci": (FIBONACCI, "(< r 0)", "(= r 5)"),
    "trees": (TREES, "(= (mod n 2) 0)", "(= n 7)"),
    "products": (PRODUCTS, "(< z x)", "(= z 8)"),
    "words": (WORDS, "#x08", "#x70"),
    "underived": (UNDERIVED, "3", "7"),
    "graph": (GRAPH, "5", "4"),
}


def _cases(families: dict[str, tuple[str, str, str]]) -> list[HornCase]:
    return [
        HornCase(f"{name} {'sat' if is_satisfiable else 'unsat'}", form.replace("{}", part), is_satisfiable)
        for name, (form, *parts) in families.items()
        for part, is_satisfiable in zip(parts, (True, False), strict=True)
    ]


LINEAR = _cases(_LINEAR)
NON_LINEAR = _cases(_NON_LINEAR)
