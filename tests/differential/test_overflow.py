"""Overflow checks of the interpreter against native sanitizers, by line and kind."""

import os
import shutil
from pathlib import Path

import pytest

from differential.overflow_programs import DEFINED, UNDEFINED, Batch, Report, batch, native_reports
from surefoot.frontend import native
from surefoot.frontend.loading import load_program
from surefoot.program.program import DataModel
from surefoot.program.properties import NO_OVERFLOW, Property, property_named
from surefoot.program.trace import Chosen, Trace
from surefoot.semantics.interpreter import Finished, Runs, TraceChoices, Undefined, Violated

FUNCTIONS = 50
SEEDS = range(int(os.environ.get("SUREFOOT_OVERFLOW_SEEDS", "1")))
"""How many batches each test compares."""

EVERYTHING = property_named("no-overflow,division,shift,unsigned-overflow,lost-value")
requires_host_library = pytest.mark.skipif(
    native._host_library() is None, reason="without a 64-bit glibc zig has to build a C library, which takes minutes"
)


def interpreted_reports(programs: Batch, folder: Path, data_model: DataModel, checked: Property) -> dict[int, Report]:
    """Return the first violation that the interpreter finds in each function."""
    source = folder / "checked.c"
    source.write_text(programs.text)
    program = load_program([source], data_model, checked).program
    runs = Runs(program, checked)
    found: dict[int, Report] = {}
    for number in range(programs.count):
        match runs.run(TraceChoices(Trace({}, {}, (Chosen(number),))), 10_000):
            case Violated(kind=kind, span=span) if span is not None:
                assert kind in checked.violations
                found[number] = (span.line, kind)
            case Undefined(kind=kind, span=span) if span is not None:
                assert kind not in checked.violations
                found[number] = (span.line, kind)
            case ended:
                assert isinstance(ended, Finished), ended
    return found


@requires_host_library
@pytest.mark.parametrize("data_model", DataModel)
@pytest.mark.parametrize("seed", SEEDS)
def test_overflow_reports_agree_with_sanitizers(seed: int, data_model: DataModel, tmp_path: Path) -> None:
    programs = batch(seed, FUNCTIONS, data_model)
    expected = native_reports(programs, tmp_path, data_model, UNDEFINED)
    assert interpreted_reports(programs, tmp_path, data_model, NO_OVERFLOW) == expected


@requires_host_library
@pytest.mark.parametrize("data_model", DataModel)
@pytest.mark.parametrize("seed", SEEDS)
def test_defined_arithmetic_agrees_with_sanitizers(seed: int, data_model: DataModel, tmp_path: Path) -> None:
    programs = batch(seed, FUNCTIONS, data_model)
    expected = native_reports(programs, tmp_path, data_model, (*UNDEFINED, *DEFINED))
    assert interpreted_reports(programs, tmp_path, data_model, EVERYTHING) == expected


@pytest.mark.skipif(shutil.which("gcc") is None, reason="another compiler than our own is needed")
@pytest.mark.parametrize("data_model", DataModel)
@pytest.mark.parametrize("seed", SEEDS)
def test_second_compiler_agrees(seed: int, data_model: DataModel, tmp_path: Path) -> None:
    programs = batch(seed, FUNCTIONS, data_model, for_gcc=True)
    expected = native_reports(programs, tmp_path, data_model, UNDEFINED, compiler="gcc")
    assert interpreted_reports(programs, tmp_path, data_model, NO_OVERFLOW) == expected
