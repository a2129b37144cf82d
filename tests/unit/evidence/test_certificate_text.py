"""Certificates as text: round trip, readable names, and errors with their line."""

from pathlib import Path

import pytest

from corpus import small_goals
from corpus.control_systems import PROGRAMS, ROOT, system_of_program
from corpus.engine_runs import encoding_of
from corpus.machines import counter
from corpus.small_goals import goal_for
from surefoot.base.errors import InputError
from surefoot.evidence.certificate_text import About, parse_certificate, print_certificate, readable_names
from surefoot.evidence.certificates import CompleteUnrolling, KInductive
from surefoot.logic import Term, bv, bvadd, bvmul, bvule, eq, or_
from surefoot.systems.control.quantified import QuantifiedInvariant
from surefoot.systems.control.system import ControlSystem
from surefoot.verify.api import check
from surefoot.verify.certification import certificate_text
from surefoot.verify.request import Report

ABOUT = About(("a.c", 'b "2".c'), "unreach-call", "ILP32", "start", "surefoot 7")
SAFE = (
    "examples/saturating_sum.c",
    "examples/turnstile.c",
    "tests/programs/induction/array_of_grades.c",
    "tests/programs/induction/binary_search.c",
    "tests/programs/induction/bounded_queue.c",
    "tests/programs/induction/clock.c",
    "tests/programs/induction/continue_skips_odd.c",
    "tests/programs/induction/decaying_float.c",
    "tests/programs/induction/heap_counter.c",
    "tests/programs/induction/lock_alternates.c",
    "tests/programs/induction/nested_triangle.c",
    "tests/programs/induction/pointer_through_array.c",
    "tests/programs/induction/pointer_to_record.c",
    "tests/programs/induction/warm_and_cold.c",
)


def no_system() -> ControlSystem:
    raise AssertionError("the certificate has no formulas")


def named(system: ControlSystem, place: str, name: str) -> Term:
    return next(symbol for symbol, known in readable_names(system, place).items() if known == name)


@pytest.fixture(scope="module")
def system(tmp_path_factory: pytest.TempPathFactory) -> ControlSystem:
    return encoding_of(goal_for(counter(10), tmp_path_factory.mktemp("goal"))).system


def certificate_of(system: ControlSystem) -> KInductive:
    i, j = (named(system, "main:4", name) for name in ("main::i", "main::j"))
    below, same = bvule(i, bv(10, 32)), eq(i, j)
    return KInductive(3, {"main:4": (below, same)}, "z3", {"main:4": (or_(below, same),)})


def test_text_has_the_names_of_the_source(system: ControlSystem) -> None:
    def comment(place: str, stated: Term | QuantifiedInvariant) -> str:
        return f"{place}\n{stated.op.value if isinstance(stated, Term) else stated.bound}"

    text = print_certificate(certificate_of(system), ABOUT, system, comment)
    assert text == (
        '(certificate 1\n  (file "a.c")\n  (file "b ""2"".c")\n  (property "unreach-call")\n  (data-model "ILP32")\n'
        '  (function "start")\n  (tool "surefoot 7")\n  (solver "z3"))\n'
        "(k-inductive 3)\n"
        '(at "main:4"\n'
        "  ; main:4 not\n  (invariant (not (bvult #x0000000a |main::i|)))\n"
        "  ; main:4 =\n  (invariant (= |main::i| |main::j|))\n"
        "  ; main:4 or\n  (lemma (or (not (bvult #x0000000a |main::i|)) (= |main::i| |main::j|))))\n"
    )
    assert parse_certificate(text, lambda: system) == (ABOUT, certificate_of(system))


@pytest.mark.parametrize(
    "certificate",
    [
        KInductive(2, {}, "cvc5"),
        KInductive(2, {}, "cvc5", simple_paths=True),
        KInductive(2, {}, "cvc5", loop_wise=True),
    ],
)
def test_options_survive(certificate: KInductive, system: ControlSystem) -> None:
    assert parse_certificate(print_certificate(certificate, ABOUT, system), lambda: system) == (ABOUT, certificate)


@pytest.mark.parametrize("pruned", [(), (3,), (1, 2, 5)])
def test_unrollings_need_no_system(pruned: tuple[int, ...]) -> None:
    certificate = CompleteUnrolling(5, pruned, "bitwuzla")
    assert parse_certificate(print_certificate(certificate, ABOUT, None), no_system) == (ABOUT, certificate)


def test_deep_formulas_survive(system: ControlSystem) -> None:
    term = named(system, "main:4", "main::i")
    for number in range(3000):
        term = bvadd(bvmul(term, term), bv(number, 32))
    certificate = KInductive(1, {"main:4": (eq(term, bv(0, 32)),)}, "z3")
    text = print_certificate(certificate, ABOUT, system)
    assert len(text) < 3000 * 100
    assert parse_certificate(text, lambda: system)[1] == certificate


@pytest.mark.parametrize("name", PROGRAMS)
def test_variables_have_unique_names(name: str) -> None:
    system = system_of_program(name)
    for place in system.names:
        names = readable_names(system, place)
        assert len(set(names.values())) == len(names)
        assert set(system.location(place).symbols) <= set(names)


def proved(name: str) -> Report:
    return check(ROOT / name, property="assertions", time_limit=30)


@pytest.mark.parametrize("name", SAFE)
def test_certificates_of_programs_survive(name: str) -> None:
    text = certificate_text(proved(name))
    assert text is not None
    system = system_of_program(name)
    about, certificate = parse_certificate(text, lambda: system)
    assert about.files == (str(ROOT / name),)
    again = print_certificate(certificate, about, system)
    assert again == "".join(line for line in text.splitlines(keepends=True) if not line.lstrip().startswith(";"))


AHEAD = '(certificate 1)\n(k-inductive 1)\n(at "main:4"\n  (invariant (= |main::i| |main::j|)))\n'


@pytest.mark.parametrize(
    ("old", "new", "line", "message"),
    [
        ("(certificate 1)", "(certificate 2)", 1, "expected version 1"),
        ("(certificate 1)", "(certificate one)", 1, "expected a number"),
        ("(certificate 1)", "(certificate 1 file)", 1, "expected a word and a text"),
        ("(certificate 1)\n", "", 1, "expected .certificate"),
        ("(k-inductive 1)", "(k-inductive 0)", 2, "expected a positive number"),
        ("(k-inductive 1)", "(k-inductive -1)", 2, "expected a positive number"),
        ("(k-inductive 1)", f"(k-inductive {10**30})", 2, "expected a number"),
        ("(k-inductive 1)", "(k-inductive 1 by-luck)", 2, "simple-paths or loop-wise"),
        ("(k-inductive 1)", "(complete-unrolling 1 (pruned))", 2, "expected .k-inductive"),
        ("(k-inductive 1)", "(trust me)", 2, "expected .k-inductive"),
        ("main:4", "main:5", 3, "the program has no location main:5; there are: main:4"),
        ("main:4", "entry", 3, "the program has no location entry"),
        ("main::j", "main::k", 4, "unknown symbol main::k"),
        ("(= |main::i| |main::j|)", "|main::i|", 4, r"the invariant for main:4 is of BitVec\(32\)"),
        ("|main::j|", "#x00", 4, "BitVec"),
        ("(invariant", "(fact", 4, "expected an invariant or a lemma for main:4"),
        ("(at", "(near", 3, "expected .at location"),
        (")))\n", "))\n", 3, "is never closed"),
    ],
)
def test_errors_state_their_line(old: str, new: str, line: int, message: str, system: ControlSystem) -> None:
    assert old in AHEAD
    parse_certificate(AHEAD, lambda: system)
    with pytest.raises(InputError, match=f"line {line}: .*{message}"):
        parse_certificate(AHEAD.replace(old, new), lambda: system)


@pytest.mark.parametrize("text", ["", "; nothing\n", "(certificate 1)"])
def test_truncated_text_is_no_certificate(text: str) -> None:
    with pytest.raises(InputError, match=r"expected .*certificate"):
        parse_certificate(text, no_system)


def test_only_safe_programs_have_certificates(tmp_path: Path) -> None:
    goal_for(small_goals.TWO_INPUTS, tmp_path)
    assert certificate_text(check(tmp_path / "program.c", time_limit=30)) is None
