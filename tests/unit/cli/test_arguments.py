"""Command-line arguments: quantities, flags of clang, files and defaults."""

import argparse
import inspect
from pathlib import Path

import pytest

from surefoot.base.errors import UsageError
from surefoot.certify.context import Confirmation
from surefoot.cli.arguments import duration, memory, parse, positive, split_clang_flags
from surefoot.verify.api import check
from surefoot.verify.request import Request


@pytest.mark.parametrize(
    ("text", "seconds"),
    [("30", 30), ("30s", 30), ("5min", 300), ("1.5m", 90), ("2h", 7200), ("500ms", 0.5), ("3 s", 3)],
)
def test_times(text: str, seconds: float) -> None:
    assert duration(text) == seconds


@pytest.mark.parametrize(
    ("text", "megabytes"), [("4000", 4000), ("512MB", 512), ("6GB", 6144), ("6g", 6144), ("1.5GB", 1536)]
)
def test_amounts_of_memory(text: str, megabytes: int) -> None:
    assert memory(text) == megabytes


@pytest.mark.parametrize("text", ["", "-3", "0", "5 weeks", "nan", "1e9", "ten", "٣", "9" * 20, "9" * 400, "9" * 5000])
def test_bad_quantities_are_refused(text: str) -> None:
    for kind in (duration, memory, positive):
        with pytest.raises(argparse.ArgumentTypeError):
            kind(text)


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (("check", "a.c", "--time-limt", "3"), "--time-limt 3; did you mean --time-limit?"),
        (("check", "a.c", "--functoin=f"), "--functoin=f; did you mean --function?"),
        (("check", "a.c", "--xyz"), "unrecognized arguments: --xyz (see"),
        (("certify", "a.proof", "a.c"), "the certificate comes last: surefoot certify a.c a.proof"),
        (("validate", "a.c", "a.yml"), "the witness comes first: surefoot validate a.yml a.c"),
    ],
)
def test_wrong_arguments_name_the_right_ones(arguments: tuple[str, ...], reason: str) -> None:
    with pytest.raises(UsageError) as found:
        parse(arguments)
    assert reason in str(found.value)


def test_clang_flags_are_found_anywhere() -> None:
    own, clang = split_clang_flags(
        ["check", "-Iinclude", "a.c", "-D", "N=3", "-std=c99", "--quiet", "-q", "b.c", "--", "-Wall", "--weird", "c.c"]
    )
    assert own == ["check", "a.c", "--quiet", "-q", "b.c"]
    assert clang == ["-Iinclude", "-D", "N=3", "-std=c99", "-Wall", "--weird", "c.c"]


def test_flag_without_its_value_is_refused() -> None:
    with pytest.raises(UsageError, match="-I needs a value"):
        split_clang_flags(["check", "a.c", "-I"])


def test_json_option_never_consumes_the_next_file() -> None:
    options = parse(["check", "--json", "precious.c"])
    assert options.json == "-" and options.files == [Path("precious.c")]
    assert parse(["check", "a.c", "--json=out.json"]).json == "out.json"


def test_report_file_without_equals_sign_is_explained() -> None:
    with pytest.raises(UsageError, match=r"use --json=out\.json"):
        parse(["check", "a.c", "--json", "out.json"])


def test_files_may_stand_anywhere() -> None:
    options = parse(["check", "a.c", "--quiet", "b.c", "--engine", "bmc", "-DN", "c.c"])
    assert options.files == [Path("a.c"), Path("b.c"), Path("c.c")] and options.clang_flags == ("-DN",)


def test_negative_number_is_no_clang_flag() -> None:
    with pytest.raises(UsageError, match="'-1' is not a time"):
        parse(["check", "a.c", "--time-limit", "-1"])


def test_function_option_needs_a_name() -> None:
    with pytest.raises(UsageError, match="expected a name"):
        parse(["check", "a.c", "--function", ""])


def test_certify_modes_are_those_of_the_judge() -> None:
    assert {parse(["check", "a.c", f"--certify={each.value}"]).certify for each in Confirmation} == {
        "off",
        "fast",
        "strict",
        "refutation",
    }
    assert Confirmation(parse(["check", "a.c"]).certify) is Request((Path("a.c"),)).confirmation
    assert inspect.signature(check).parameters["certify"].default is Request((Path("a.c"),)).confirmation
    with pytest.raises(UsageError, match="--certify"):
        parse(["check", "a.c", "--certify=perhaps"])


def test_command_line_api_and_pipeline_have_equal_defaults() -> None:
    request = Request((Path("a.c"),))
    parameters = inspect.signature(check).parameters
    for options in (parse(["check", "a.c"]), parse(["bench", "tasks.csv", "--out", "r.csv"])):
        assert options.engine == request.engine == parameters["engine"].default
    assert parse(["check", "a.c"]).solver == request.solver == parameters["solver"].default


def test_defaults() -> None:
    options = parse(["check", "a.c"])
    assert (options.property, options.data_model, options.function) == (None, None, None)
    assert (options.time_limit, options.memory_limit, options.clang_flags) == (None, None, ())


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["chek"],
        ["check"],
        ["check", "a.c", "--propery=x"],
        ["bench", "tasks.csv", "--out", "x.csv", "more.csv"],
        ["check", "a.c", "--data-model", "LLP64"],
        ["check", "a.c", "--time-limit", "soon"],
        ["bench", "tasks.csv"],
        ["bench", "tasks.csv", "--out", "x.csv", "--jobs", "0"],
        ["show", "a.c", "--as", "poem"],
    ],
)
def test_usage_errors_are_one_line_that_points_to_help(arguments: list[str]) -> None:
    with pytest.raises(UsageError, match="--help") as caught:
        parse(arguments)
    assert "\n" not in str(caught.value)


def test_bench_arguments_are_no_clang_flags() -> None:
    options = parse(
        ["bench", "tasks.csv", "--out", "r.csv", "--limit", "4", "--memory", "6GB", "--jobs", "2", "--sample", "5"]
    )
    assert (options.limit, options.memory, options.jobs, options.sample, options.seed) == (4.0, 6144, 2, 5, 0)


@pytest.mark.parametrize(
    "arguments",
    [
        ["certify", "a.c", "b.c", "p.proof", "--quiet", "-DN=1"],
        ["certify", "--quiet", "a.c", "-DN=1", "b.c", "p.proof"],
        ["certify", "a.c", "--quiet", "b.c", "p.proof", "-DN=1"],
        ["certify", "a.c", "b.c", "--quiet", "-DN=1", "p.proof"],
    ],
)
def test_certificate_is_the_last_file(arguments: list[str]) -> None:
    options = parse(arguments)
    assert (options.files, options.certificate) == ([Path("a.c"), Path("b.c")], Path("p.proof"))
    assert options.clang_flags == ("-DN=1",)


def test_certificate_alone_is_not_enough() -> None:
    with pytest.raises(UsageError, match="CERTIFICATE"):
        parse(["certify", "p.proof"])
