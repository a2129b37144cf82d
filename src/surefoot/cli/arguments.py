"""The arguments of every command; nothing else is imported to print help."""

import argparse
import re
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from surefoot import __version__
from surefoot.base.errors import UsageError
from surefoot.cli.environment import add_environment
from surefoot.frontend.clang.flags import WITH_VALUE

if TYPE_CHECKING:
    from surefoot.frontend.j.bounds import Bounds


_MOST_SECONDS = 1e9
_MOST_MEGABYTES = 1e12
_SECONDS = {"": 1.0, "ms": 0.001, "s": 1.0, "min": 60.0, "m": 60.0, "h": 3600.0}
_MEGABYTES = {"": 1, "m": 1, "mb": 1, "g": 1024, "gb": 1024}

_CHECK_HELP = """\
examples:
  surefoot check buffer.c                      is any assertion violated, any error function called?
  surefoot check main.c list.c -Iinclude -DNDEBUG=0
  surefoot check parser.c --function parse     check one function with arbitrary arguments
  surefoot check sum.c --function sum --array-size values=count --pointer-args nonnull
  surefoot check driver.c --mmio 0x40000000-0x4fffffff --interrupt timer_handler
  surefoot check task.yml --property unreach-call --time-limit 5min --memory-limit 6GB
  surefoot check buffer.c --json=report.json   the same report as data
  surefoot check counter.btor2                 a transition system instead of a program
  surefoot check clauses.smt2 --quiet          Horn clauses: prints sat, unsat or unknown
  surefoot check search.j --bits 4 --elements 7 --engine aig   J with @pre and @post, see docs/j.md
  surefoot check buffer.c --certificate buffer.proof   keep the proof of a safe program for `surefoot certify`
  surefoot check buffer.c --wave buffer.vcd    the failing run for GTKWave or Surfer

exit codes: 0 safe, 1 unsafe, 2 wrong usage or input, 3 unknown; Ctrl-C and the like end surefoot by their signal.
-I, -D, -U, -std= and other flags with one dash go to clang, and so does all that follows --. Flags of a build that do
not matter here, such as -O2 -g -c -o x, are left out; those that change what is analysed are refused.
"""
_BENCH_HELP = """\
examples:
  surefoot bench tasks.csv --property unreach-call --limit 30 --memory 6000 --jobs 2 --out results.csv
  surefoot bench loops/ --sample 20 --seed 7 --out sample.csv
  surefoot bench tasks.csv --out new.csv --compare old.csv     what changed

An interrupted run goes on where it stopped when it is started again with the same --out; rows of another engine, limit or
version are not mixed in. Exit codes: 0, 1 if an answer is wrong, 2 wrong usage or input.
"""


_CERTIFY_HELP = """\
examples:
  surefoot check loop.c --certificate loop.proof   prove it, and write down why
  surefoot certify loop.c loop.proof               check the proof: no engine, two solvers, one edge after the other
  surefoot certify a.c b.c -DN=8 --property unreach-call ab.proof

The program is read anew, with the options that were given to check: what the certificate says that it is about is for readers only.
exit codes: 0 the certificate holds, 2 wrong usage or no certificate of this program, 3 it does not hold, or was not found out.
"""


_SHOW_HELP = """\
examples:
  surefoot show loop.c                         the program that engines see, as text
  surefoot show loop.c --as cfg --dot | dot -Tsvg -o loop.svg
  surefoot show loop.c --as formula --bound 3  what a solver is asked, as SMT-LIB
  surefoot show loop.c --as arg                the graph by which engine ufo proves it, as Graphviz DOT
  surefoot show search.j --as olp              one loop that changes all variables at once
  surefoot show search.j --as aig              the circuit that engine aig proves, as AIGER text
"""


_REACH_HELP = """\
examples:
  surefoot reach parser.c                       which lines does no run get to?
  surefoot reach parser.c --function parse --time-limit 1min

exit codes: 0 every line is reached, 1 some code is unreachable, 2 wrong usage or input, 3 some lines are not decided.
Functions that are never called, not even through a pointer, are left out.
"""

_EXPORT_HELP = """\
examples:
  surefoot export loop.c --as btor2 -o loop.btor2   the program as a transition system, for other model checkers
  surefoot export loop.c --as vmt                   the same as annotated SMT-LIB, on standard output
  surefoot export model.vmt --as btor2              from one format of models to the other
  surefoot export loop.c --as system                locations and guarded assignments, as engines see them
  surefoot export loop.c --as horn                  the same as Horn clauses, for solvers of logic HORN
  surefoot check loop.btor2                         and back: surefoot checks models, too

The states of an exported program are its variables at loop heads and a location pc; comments in the file say what its values mean.
"""


class ArgumentParser(argparse.ArgumentParser):
    """Reports mistakes as `UsageError`: one line that says where help is."""

    def error(self, message: str) -> NoReturn:
        """Raise instead of printing the usage."""
        raise UsageError(f"{message} ({self.prog} --help explains)")


def parse(arguments: Sequence[str]) -> argparse.Namespace:
    """The options in ``arguments``; raises `UsageError`."""
    command = next((argument for argument in arguments if not argument.startswith("-")), None)
    clang_flags: list[str] = []
    own = list(arguments)
    if command in {"certify", "check", "export", "reach", "show"}:
        own, clang_flags = split_clang_flags(arguments, {"-h", "-o"} if command == "export" else {"-h", "-q"})
    parser = build_parser(command)
    options, more = parser.parse_known_args(own)
    if any(argument.startswith("-") for argument in more) or (more and "files" not in options):
        parser.error(f"unrecognized arguments: {' '.join(more)}")
    if "certificate" in options and more:
        more.insert(0, str(options.certificate))
        options.certificate = Path(more.pop())
    if "files" in options:
        options.files += map(Path, more)  # argparse takes only the files before the first option
    if misread := next((file for file in getattr(options, "files", ()) if file.suffix == ".json"), None):
        raise UsageError(f"{misread} is no input; to write the report there, say --json={misread}")
    options.clang_flags = tuple(clang_flags)
    return options


def split_clang_flags(arguments: Sequence[str], ours: Collection[str] = ("-h", "-q")) -> tuple[list[str], list[str]]:
    """Our own arguments and those for clang: what has one dash and is not one of ``ours`` or a number, and all after ``--``.

    A bare ``--json`` becomes ``--json=-``, so that the file named next is read, never overwritten.
    """
    own: list[str] = []
    clang: list[str] = []
    rest = iter(arguments)
    for argument in rest:
        if argument == "--":
            clang += rest
        elif argument == "--json":
            own.append("--json=-")
        elif re.match(r"-[^-\d]", argument) and argument not in ours:
            clang.append(argument)
            if argument in WITH_VALUE:
                value = next(rest, None)
                if value is None:
                    raise UsageError(f"{argument} needs a value")
                clang.append(value)
        else:
            own.append(argument)
    return own, clang


def build_parser(chosen: str | None = None) -> ArgumentParser:
    """The parser of all commands; if it is ``chosen`` already, the others have no arguments, because it takes time to declare them."""
    parser = ArgumentParser(
        prog="surefoot",
        description="Can this C program do something wrong? surefoot answers safe, unsafe or unknown, with evidence.",
        epilog="`surefoot COMMAND --help` shows examples. Start with: surefoot check FILE.c",
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"surefoot {__version__}")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND", parser_class=ArgumentParser)

    def command(name: str, purpose: str, examples: str) -> ArgumentParser:
        return commands.add_parser(
            name,
            help=purpose,
            description=f"{purpose[0].upper()}{purpose[1:]}.",
            epilog=examples,
            formatter_class=argparse.RawDescriptionHelpFormatter,
            allow_abbrev=False,
        )

    described = {
        "check": (_add_check, "verify a program", _CHECK_HELP),
        "certify": (_add_certify, "check a proof of a safe program", _CERTIFY_HELP),
        "reach": (_add_reach, "find code that no run gets to", _REACH_HELP),
        "bench": (_add_bench, "verify many tasks and score the answers", _BENCH_HELP),
        "engines": (_add_engines, "list the engines and their options", ""),
        "show": (_add_show, "look at a stage between C and verdict", _SHOW_HELP),
        "export": (_add_export, "write a program or model as a transition system or Horn clauses", _EXPORT_HELP),
    }
    for name, (add_arguments, purpose, examples) in described.items():
        made = command(name, purpose, examples)
        if chosen is None or chosen == name:
            add_arguments(made)
    return parser


def _add_input(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "files",
        nargs="+",
        metavar="FILE",
        type=Path,
        help="C files (.c, .i), one task file (.yml), one J program (.j) or one model (.vmt, .btor2, .btor, .aag, .aig, .smt2)",
    )
    _add_property(parser)
    _add_machine(parser)


def _add_program(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "files",
        nargs="+",
        metavar="FILE",
        type=Path,
        help="C files (.c, .i), one task file (.yml) or one J program (.j)",
    )
    _add_machine(parser)


def _add_property(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--property",
        metavar="NAME,...|FILE.prp",
        help="what to check: assertions, no-overflow, valid-memsafety, division, shift, unsigned-overflow, lost-value, nan, "
        "array-index, uninitialised, alignment and others, see docs/properties.md (default: assertions, memory, overflow, division, shifts)",
    )


def _add_machine(parser: argparse.ArgumentParser) -> None:
    """What a program is besides its files."""
    parser.add_argument(
        "--data-model", choices=("ILP32", "LP64"), help="widths of long and pointers (default: the task's, else LP64)"
    )
    parser.add_argument(
        "--function", type=name, metavar="NAME", help="start here, with arbitrary arguments (default: main)"
    )
    add_environment(parser)
    add_bounds(parser)


def _add_check(parser: argparse.ArgumentParser) -> None:
    _add_input(parser)
    _add_limits(parser)
    method = parser.add_argument_group("method")
    method.add_argument(
        "--modular",
        action="store_true",
        help="prove functions with contracts one by one, with contracts in place of the bodies of what they call",
    )
    method.add_argument(
        "--engine", default="auto", metavar="SPEC", help="such as bmc or 'bmc{max-bound=10}' (default: auto)"
    )
    method.add_argument(
        "--solver",
        default="bitwuzla",
        metavar="NAME",
        help="bitwuzla, z3, cvc5, bits or, for products of floats, boxes (default: bitwuzla)",
    )
    method.add_argument(
        "--certify",
        choices=("off", "fast", "strict", "refutation"),
        default="strict",
        help="how a proof is confirmed: not at all (the verdict is unknown), by another solver in no more time than "
        "finding it took, by another solver within the time limit, or by clauses whose refutation is followed step by "
        "step (default: strict)",
    )
    method.add_argument(
        "--calls",
        type=_calls,
        choices=("auto", "inline", "shared"),
        default="auto",
        help="inline: proofs say what holds at each loop for each sequence of calls that leads there; shared: "
        "functions with loops that are called at several places have one body for all call sites (default: auto, by size)",
    )
    method.add_argument(
        "--run",
        action="store_true",
        help="compile and RUN an unsafe program on the inputs found, in a limited child process (LP64: at once; "
        "ILP32: the C library is built the first time, a minute or more)",
    )
    method.add_argument(
        "--first",
        action="store_true",
        help="stop at the first violation, as for task files (default: find out about every check)",
    )
    output = _add_output(parser)
    output.add_argument("--full-trace", action="store_true", help="show every line of a trace, loops unfolded")
    output.add_argument(
        "--show-invariants", action="store_true", help="say what always holds at each loop, whatever the verdict"
    )
    output.add_argument(
        "--certificate",
        dest="certificate_output",
        type=Path,
        metavar="FILE",
        help="write the proof of a safe program to FILE, for `surefoot certify`",
    )
    output.add_argument(
        "--wave", type=Path, metavar="FILE", help="write the run of an unsafe program to FILE as a waveform (VCD)"
    )
    output.add_argument(
        "--record", metavar="DIR", help="write every solver query, and interpolants that were wrong, to DIR as SMT-LIB"
    )


def _add_certify(parser: argparse.ArgumentParser) -> None:
    _add_input(parser)
    parser.add_argument("certificate", metavar="CERTIFICATE", type=Path, help="what `check --certificate` wrote")
    _add_limits(parser)
    _add_output(parser)
    parser.set_defaults(
        engine="certificate",
        solver="",
        certify="strict",
        run=False,
        first=True,
        full_trace=False,
        show_invariants=False,
        certificate_output=None,
        wave=None,
        record=None,
    )


def _add_reach(parser: argparse.ArgumentParser) -> None:
    _add_program(parser)
    _add_limits(parser)
    parser.add_argument("--engine", default="auto", metavar="SPEC", help="as for check (default: auto)")
    parser.add_argument(
        "--json", nargs="?", metavar="=FILE", help="write the answer as JSON: to FILE, else instead of the text"
    )
    parser.add_argument("--debug", action="store_true", help="show the Python traceback of a defect in surefoot")


def _add_limits(parser: argparse.ArgumentParser) -> None:
    limits = parser.add_argument_group("limits")
    limits.add_argument("--time-limit", type=duration, metavar="TIME", help="wall-clock time, such as 30, 90s or 5min")
    limits.add_argument("--memory-limit", type=memory, metavar="SIZE", help="memory, such as 4000 (megabytes) or 6GB")


def _add_output(parser: argparse.ArgumentParser) -> argparse._ArgumentGroup:
    output = parser.add_argument_group("output")
    output.add_argument(
        "--json", nargs="?", metavar="=FILE", help="write the report as JSON: to FILE, else instead of the text"
    )
    output.add_argument("--stats", action="store_true", help="say where the time went")
    output.add_argument("-q", "--quiet", action="store_true", help="only the verdict line, no progress")
    output.add_argument("--debug", action="store_true", help="show the Python traceback of a defect in surefoot")
    return output


def _add_bench(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "tasks", metavar="TASKS.csv|DIR", type=Path, help="a table of tasks, or a folder with .yml files"
    )
    parser.add_argument("--property", metavar="NAME", help="only tasks with this property")
    parser.add_argument("--engine", default="auto", metavar="SPEC", help="as for check (default: auto)")
    parser.add_argument("--sample", type=positive, metavar="N", help="a random choice of N tasks")
    parser.add_argument("--seed", type=int, default=0, metavar="S", help="seed of that choice (default: 0)")
    parser.add_argument(
        "--limit", type=duration, default=30.0, metavar="TIME", help="time for each task (default: 30 s)"
    )
    parser.add_argument(
        "--memory", type=memory, default=4000, metavar="SIZE", help="memory for each task (default: 4000 MB)"
    )
    parser.add_argument("--jobs", type=positive, default=1, metavar="N", help="tasks at a time (default: 1)")
    parser.add_argument("--out", type=Path, required=True, metavar="FILE.csv", help="one row for each task")
    parser.add_argument("--fresh", action="store_true", help="start over instead of going on with the rows in --out")
    parser.add_argument("--compare", type=Path, metavar="OLD.csv", help="list what changed since an earlier run")


def _add_engines(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("name", nargs="?", help="only this engine")


def _add_show(parser: argparse.ArgumentParser) -> None:
    _add_input(parser)
    parser.add_argument(
        "--as",
        dest="stage",
        choices=("aig", "arg", "cfg", "formula", "olp", "program"),
        default="program",
        help="which stage",
    )
    parser.add_argument("--dot", action="store_true", help="with --as cfg: Graphviz DOT; --as arg is always DOT")
    parser.add_argument("--svg", action="store_true", help="with --as arg: SVG, drawn by Graphviz")
    parser.add_argument("--bound", type=positive, default=2, metavar="K", help="with --as formula: rounds of each loop")
    parser.add_argument("--debug", action="store_true", help=argparse.SUPPRESS)


def _calls(text: str) -> str:
    """Return ``text``, or the present spelling of a former value of --calls."""
    return "shared" if text == "wait" else text


def _add_export(parser: argparse.ArgumentParser) -> None:
    _add_input(parser)
    formats = ("vmt", "btor2", "system", "horn", "vmt-relational")
    parser.add_argument("--as", dest="format", choices=formats, required=True, help="which format")
    parser.add_argument(
        "--calls",
        type=_calls,
        choices=("inline", "shared"),
        default="inline",
        help="what becomes of calls, as for check (default: inline)",
    )
    parser.add_argument("-o", "--output", type=Path, metavar="FILE", help="write to FILE instead of standard output")
    parser.add_argument("--debug", action="store_true", help=argparse.SUPPRESS)


def duration(text: str) -> float:
    """Seconds; ``text`` is a number with an optional unit."""
    number, unit = _quantity(text, "a time such as 30, 90s or 5min")
    if unit not in _SECONDS or not 0 < number * _SECONDS[unit] <= _MOST_SECONDS:
        raise argparse.ArgumentTypeError(f"{text!r} is not a time such as 30, 90s or 5min")
    return number * _SECONDS[unit]


def memory(text: str) -> int:
    """Megabytes; ``text`` is a number with an optional unit."""
    number, unit = _quantity(text, "an amount of memory such as 4000 or 6GB")
    if unit not in _MEGABYTES or not 1 <= number * _MEGABYTES[unit] <= _MOST_MEGABYTES:
        raise argparse.ArgumentTypeError(f"{text!r} is not an amount of memory such as 4000 or 6GB")
    return int(number * _MEGABYTES[unit])


def positive(text: str) -> int:
    """A whole number of at least 1, and at most 9 digits."""
    if not re.fullmatch(r"0*[1-9]\d{0,8}", text, re.ASCII):
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from 1 to 999999999")
    return int(text)


def name(text: str) -> str:
    """A name of something in a program: not nothing."""
    if not text.strip():
        raise argparse.ArgumentTypeError("expected a name, not nothing")
    return text


def _quantity(text: str, what: str) -> tuple[float, str]:
    match = re.fullmatch(r"(\d+(?:\.\d+)?)\s*([a-zA-Z]*)", text, re.ASCII)
    if match is None:
        raise argparse.ArgumentTypeError(f"{text!r} is not {what}")
    return float(match[1]), match[2].lower()


_NUMBERS = ("bits", "elements", "depth")


def add_bounds(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    group = parser.add_argument_group("bounds of J programs (.j)")
    group.add_argument("--bits", metavar="N", help="bits of an int, which is signed (default: 32)")
    group.add_argument("--elements", metavar="N", help="elements of arrays without a size, MAXSIZE (default: 15)")
    group.add_argument("--depth", metavar="N", help="active calls of a recursive function (default: 15)")
    group.add_argument(
        "--quantifiers",
        choices=("auto", "loops", "formulas"),
        default="auto",
        help="what forall and exists become: loops, or formulas where possible (default: auto, formulas where they are small)",
    )
    group.add_argument(
        "--abstract-products",
        action="store_true",
        help="products, quotients and remainders of two unknown numbers are any number: proofs hold, violations may be spurious",
    )


def bounds_of(options: argparse.Namespace) -> "Bounds":
    """What ``options`` say; raises `UsageError`."""
    from surefoot.frontend.j.bounds import DEFAULT_BOUNDS, Bounds, QuantifierForm

    chosen = {name: getattr(options, name) for name in _NUMBERS}
    for name, text in chosen.items():
        if text is not None and not (text.isascii() and text.isdigit() and len(text) < 10):
            raise UsageError(f"--{name}: expected a number, not {text!r}")
    numbers = {name: getattr(DEFAULT_BOUNDS, name) if text is None else int(text) for name, text in chosen.items()}
    return Bounds(
        numbers["bits"],
        numbers["elements"],
        numbers["depth"],
        quantifiers=QuantifierForm(options.quantifiers),
        abstract_products=options.abstract_products,
    )
