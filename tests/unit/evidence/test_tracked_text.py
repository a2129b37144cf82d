"""Tracked-variable summaries as text: round trip, and errors with their line."""

import pytest

from corpus.small_goals import goal_for
from surefoot.base.errors import InputError
from surefoot.evidence.certificate_text import About, parse_certificate, print_certificate
from surefoot.evidence.tracked import (
    CallTargets,
    StatementPoint,
    TrackedCell,
    TrackedContext,
    TrackedExit,
    TrackedSummaries,
    cell_symbol,
)
from surefoot.logic import bit_vector, bv, bvadd, bvule
from surefoot.program.program import Program
from surefoot.systems.control.system import ControlSystem

SOURCE = "static int lock; static struct { int a, b; } s; int main(void) { lock = s.b; return lock; }"
WORD = bit_vector(32)


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Program:
    return goal_for(SOURCE, tmp_path_factory.mktemp("goal")).program


def certificate_of(program: Program) -> TrackedSummaries:
    lock = program.global_variables[0].variable.symbol
    address = program.functions["main"].address
    cell = TrackedCell(cell_symbol(0, WORD), bvadd(address, bv(4, 64)))
    context = TrackedContext(
        "main",
        ((0, ((1, 1),)),),
        {("entry", 0): (((0, ((1, 1), (3, 7))), (1, ((1, 1),))), ()), ("entry", 2): ((),)},
        (TrackedExit((), (((0, 5),), None)), TrackedExit(((0, ((2, 2),)),), ())),
    )
    targets = {
        StatementPoint("main", "a b", 3): CallTargets(("main",), others=True),
        StatementPoint("main", "c", 0): CallTargets((), others=False),
    }
    return TrackedSummaries((lock, bvule(lock, cell.symbol)), (cell,), (context,), targets, "z3")


def test_round_trip(program: Program) -> None:
    certificate = certificate_of(program)
    text = print_certificate(certificate, About(), None, program=program)
    assert parse_certificate(text, no_system, program=lambda: program) == (About(), certificate)
    assert print_certificate(certificate, About(), None, program=program) == text


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("(3 7)", "(1 7)", "ascending ranges"),
        ("(3 7)", "(7 3)", "ascending ranges"),
        ("(3 7)", "(3 x)", "least and greatest"),
        ("(1 (1 1)))", "(2 (1 1)))", "below 2"),
        (" any)", " all)", "ranges or any"),
        ("(exit", "(leave", "expected (at"),
        ("(key (", "(lock (", "expected (cell"),
        ("|cell 0|", "|cell 1|", "cell 1"),
    ],
)
def test_errors_have_their_line(program: Program, old: str, new: str, message: str) -> None:
    text = print_certificate(certificate_of(program), About(), None, program=program)
    assert old in text
    with pytest.raises(InputError, match="line") as error:
        parse_certificate(text.replace(old, new), no_system, program=lambda: program)
    assert message in error.value.message


def no_system() -> ControlSystem:
    raise AssertionError("the certificate is about the program")
