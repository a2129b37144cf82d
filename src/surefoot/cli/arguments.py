"""Arguments of every command; to print help, nothing else is imported."""

import argparse
import re
from collections.abc import Collection, Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import NoReturn

from surefoot import __version__
from surefoot.base.errors import UsageError
from surefoot.cli.program_options import add_bounds, add_environment
from surefoot.frontend.clang_flags import WITH_VALUE

_C_SUFFIXES = {".c", ".i"}
_MOST_SECONDS = 1e9
_MOST_MEGABYTES = 1e12
_SECONDS = {"": 1.0, "ms": 0.001, "s": 1.0, "min": 60.0, "m": 60.0, "h": 3600.0}
_MEGABYTES = {"": 1, "m": 1, "mb": 1, "g": 1024, "gb": 1024}

_CHECK_HELP = """\
examples:
  surefoot check buffer.c                      check assertions, memory, overflow, division and shifts
  surefoot check main.c list.c -Iinclude -DNDEBUG=0
  surefoot check parser.c --function parse     check one function with arbitrary arguments
  surefoot check parser.c --bounded 4          look for violations within 4 iterations of each loop
  surefoot check sum.c --function sum --array-size values=count --pointer-args nonnull
  surefoot check driver.c --mmio 0x40000000-0x4fffffff --interrupt timer_handler
  surefoot check task.yml --property unreach-call --time-limit 5min --memory-limit 6GB
  surefoot check buffer.c --json=report.json   write the report as JSON, too
  surefoot check counter.btor2                 check a transition system
  surefoot check clauses.smt2 --quiet          solve Horn clauses: prints sat, unsat or unknown
  surefoot check search.j --bits 4 --elements 7 --engine aig   check J with @pre and @post, see docs/j.md
  surefoot check buffer.c --certificate buffer.proof   write the proof for `surefoot certify`
  surefoot check buffer.c --wave buffer.vcd    write the failing run for GTKWave or Surfer

exit codes: 0 safe, 1 unsafe, 2 wrong usage or input, 3 unknown, 4 nothing was checked, 5 unknown beyond the bound of --bounded, and no violation
within it; an interrupted check ends with the signal.
Flags with one dash, such as -I, -D, -U and -std=, and all arguments after -- go to clang. Build flags without effect on
the analysis, such as -O2 -g -c -o x, are ignored; flags that would change the analysed program are refused.
"""
_BENCH_HELP = """\
examples:
  surefoot bench tasks.csv --property unreach-call --limit 30 --memory 6000 --jobs 2 --out results.csv
  surefoot bench loops/ --sample 20 --seed 7 --out sample.csv
  surefoot bench tasks.csv --out new.csv --compare old.csv     list what changed
  surefoot bench tasks.csv --engine ufo --out ufo.csv --table latex --columns cpu_s,refinements
  surefoot bench tasks.csv --cluster tcp://host:8786 --out all.csv    on all machines of a cluster
  surefoot bench tasks.csv --shard 3/16 --out part3.csv        on one of 16 machines
  surefoot bench tasks.csv --merge part*.csv --out all.csv     and then the results of all

The same command with the same --out resumes an interrupted run. Rows of another engine, limit or version are refused.
exit codes: 0 no wrong answer, 1 an answer is wrong, 2 wrong usage or input, 3 --merge lacks rows of some tasks.
"""


_CERTIFY_HELP = """\
examples:
  surefoot check loop.c --certificate loop.proof   prove the program, and write the certificate
  surefoot certify loop.c loop.proof               check the certificate with two solvers, without an engine
  surefoot certify a.c b.c -DN=8 --property unreach-call ab.proof

The program is read with the options of this command, which have to be those of check; the header of the certificate is
a comment.
exit codes: 0 the certificate holds, 2 wrong usage or no certificate of this program, 3 it does not hold or is undecided.
"""


_VALIDATE_HELP = """\
examples:
  surefoot check loop.c --property unreach-call --witness loop.yml   write the witness of the verdict
  surefoot validate loop.yml loop.c            prove its invariants again, or find a run that passes its waypoints

The first word of the output is confirmed, refuted, or not confirmed.
exit codes: 0 confirmed, 1 refuted, 2 wrong usage or no witness of this program, 3 not confirmed. See docs/witnesses.md.
"""


_SHOW_HELP = """\
examples:
  surefoot show loop.c                         the program after lowering, as text
  surefoot show loop.c --as cfg --dot | dot -Tsvg -o loop.svg
  surefoot show loop.c --as formula --bound 3  the bounded model checking query, as SMT-LIB
  surefoot show loop.c --as arg                the abstract reachability graph of engine ufo, as Graphviz DOT
  surefoot show search.j --as olp              one loop that assigns all variables at once
  surefoot show search.j --as aig              the circuit of engine aig, as AIGER text
"""


_SERVE_HELP = """\
examples:
  surefoot serve .                             answer requests about the project in this folder
  surefoot serve src -Iinclude --jobs 2

Requests and results are JSON-RPC 2.0 messages, one a line, on standard input and output; see docs/editors.md.
The service ends with its input.
"""

_LSP_HELP = """\
examples:
  surefoot lsp                                 speak the language server protocol on standard input and output
  surefoot lsp --unit-time 5 --jobs 2 -Iinclude

An editor starts it for the folder of a project. It needs the extra: pip install 'surefoot[lsp]'.
"""


_MCP_HELP = """\
examples:
  surefoot mcp .                               offer the tools for the project in this folder
  surefoot mcp src lib --unit-time 20

An agent starts it, and speaks the Model Context Protocol on standard input and output. It needs the extra:
pip install 'surefoot[mcp]'.
"""


_REACH_HELP = """\
examples:
  surefoot reach parser.c                      list the lines that no run reaches
  surefoot reach parser.c --function parse --time-limit 1min

exit codes: 0 every line is reached, 1 some code is unreachable, 2 wrong usage or input, 3 some lines are undecided.
Functions that are never called, not even through a pointer, are left out.
"""

_EXPORT_HELP = """\
examples:
  surefoot export loop.c --as btor2 -o loop.btor2   write the program as a BTOR2 transition system
  surefoot export loop.c --as vmt                   write it as annotated SMT-LIB to standard output
  surefoot export loop.c --as vmt --style relational   the same as a relation, with temporaries as inputs
  surefoot export model.vmt --as btor2              convert a model
  surefoot export loop.c --as aiger -o loop.aig     write a binary AIGER circuit, for ABC and other hardware checkers
  surefoot export loop.c --as system                print locations and guarded assignments
  surefoot export loop.c --as horn                  write Horn clauses for solvers of logic HORN
  surefoot check loop.btor2                         check the exported model

The states of an exported program are its variables at loop heads and a program counter pc; comments explain its values.
"""

_SCAN_HELP = """\
examples:
  surefoot scan                                every function, by compile_commands.json or all .c files below the folder
  surefoot scan src/ -Iinclude --unit-time 5 --jobs 2
  surefoot scan -- make -j2                    record the commands of a build
  surefoot scan a.c b.c --json=scan.json       named files

Each function is checked with arbitrary arguments. Preconditions are inferred, and compared with the callers.
exit codes: 0 no violation and nothing undecided, 1 a violation, 2 wrong usage or input, 3 undecided functions (--fail-on
any, none and new ignore these). See docs/scan.md.
"""

_ANALYZE_HELP = """\
examples:
  surefoot analyze parser.c -Iinclude            refute or confirm each report on one file
  surefoot analyze src --compile-db build/compile_commands.json --jobs 2
  surefoot analyze parser.c --json=triage.json   write the decisions with their evidence as JSON, too

exit codes: 0 every report is refuted, 1 one is confirmed, 2 wrong usage or input, 3 others
"""
_TRIAGE_HELP = """\
examples:
  surefoot triage reports.sarif -o decided.sarif    the same log with verdicts, runs and suppressions
  surefoot triage reports.sarif src --compile-db build/compile_commands.json

exit codes: 0 every report is refuted, 1 one is confirmed, 2 wrong usage or input, 3 others
"""
_STORE_HELP = """\
examples:
  surefoot store list                          the kept results, one a line
  surefoot store prune --days 7                remove results not used for a week, damaged ones and those of other versions
  surefoot store verify                        find damaged files

exit codes: 0 all entries are sound, 1 verify found damaged files, 2 wrong usage. Scans ignore damaged entries.
"""

_ENGINES_HELP = """\
examples:
  surefoot engines                             list the engines and their options
  surefoot engines kind                        list the options of one engine
  surefoot check loop.c --engine 'kind{max-k=5}'
  surefoot engines --limits                    list the tunable limits of all packages
"""


class ArgumentParser(argparse.ArgumentParser):
    """A parser that raises `UsageError` with a reference to the help text."""

    def error(self, message: str) -> NoReturn:
        """Raise instead of printing the usage."""
        raise UsageError(f"{message} (see {self.prog} --help)")


def parse(arguments: Sequence[str]) -> argparse.Namespace:
    """Return the options in ``arguments``; raises `UsageError`."""
    command = next((argument for argument in arguments if not argument.startswith("-")), None)
    clang_flags: list[str] = []
    own = list(arguments)
    build: list[str] = []
    if command == "scan":
        own, build = _split_build(arguments)
        own, clang_flags = split_clang_flags(own, {"-h", "-q"})
    if command in {"lsp", "mcp", "serve"}:
        own, clang_flags = split_clang_flags(own)
    if command in {"analyze", "certify", "check", "export", "reach", "show", "triage"}:
        with_output = {"-h", "-o", "-q"}
        known = {"export": {"-h", "-o"}, "analyze": with_output, "triage": with_output}
        ours = known.get(command, {"-h", "-q"})
        own, clang_flags = split_clang_flags(arguments, ours)
    if command is not None and command == own[0] and Path(command).suffix and Path(command).is_file():
        raise UsageError(f"{command} is no command; to check this file: surefoot check {command}")
    parser = build_parser(command)
    options, more = parser.parse_known_args(own)
    usage = options.usage
    del options.usage
    if any(argument.startswith("-") for argument in more) or (more and "files" not in options):
        similar = _similar(more, usage())
        raise UsageError(f"unrecognized arguments: {' '.join(more)}{similar} (see surefoot {command} --help)")
    if "certificate" in options and more:
        more.insert(0, str(options.certificate))
        options.certificate = Path(more.pop())
    if "files" in options:
        options.files += map(Path, more)  # argparse takes only the files before the first option
    _require_order(options)
    if misread := next((file for file in getattr(options, "files", ()) if file.suffix == ".json"), None):
        raise UsageError(f"{misread} is not an input file; to write the report there, use --json={misread}")
    options.clang_flags = tuple(clang_flags)
    options.build = build
    if build and options.files:
        raise UsageError("name either files or a build command after --")
    return options


def _similar(unknown: Sequence[str], usage: str) -> str:
    """Return a question with the option in ``usage`` most like the first one in ``unknown``; empty if none is."""
    wrong = next((each.partition("=")[0] for each in unknown if each.startswith("--")), "")
    found = get_close_matches(wrong, re.findall(r"--[\w-]+", usage), n=1)
    return f"; did you mean {found[0]}?" if found else ""


def _require_order(options: argparse.Namespace) -> None:
    """Raise `UsageError` if a C file stands in the place of a certificate or witness."""
    if options.command == "certify" and options.certificate.suffix in _C_SUFFIXES and len(options.files) == 1:
        raise UsageError(
            f"{options.certificate} is a C file; the certificate comes last: "
            f"surefoot certify {options.certificate} {options.files[0]}"
        )
    if options.command == "validate" and options.witness.suffix in _C_SUFFIXES:
        raise UsageError(
            f"{options.witness} is a C file; the witness comes first: surefoot validate {options.file} {options.witness}"
        )


def _split_build(arguments: Sequence[str]) -> tuple[list[str], list[str]]:
    """Return the arguments before ``--``, and the build command after it."""
    if "--" not in arguments:
        return list(arguments), []
    at = list(arguments).index("--")
    return list(arguments[:at]), list(arguments[at + 1 :])


def split_clang_flags(arguments: Sequence[str], ours: Collection[str] = ("-h", "-q")) -> tuple[list[str], list[str]]:
    """Return the arguments of surefoot, and those for clang.

    Arguments with one dash that are neither in ``ours`` nor numbers, and all after ``--``, are for
    clang. A bare ``--json`` becomes ``--json=-``, so that the next file is an input and never
    overwritten.
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
    """Return the parser of all commands; only the command ``chosen``, if given, gets its arguments,
    which saves time.
    """
    parser = ArgumentParser(
        prog="surefoot",
        description="Verify C programs: the verdict is safe, unsafe or unknown, with checked evidence.",
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
        "certify": (_add_certify, "check the certificate of a safe program, or of a run without end", _CERTIFY_HELP),
        "validate": (_add_validate, "validate a witness of another run or tool", _VALIDATE_HELP),
        "scan": (_add_scan, "check every function of a project", _SCAN_HELP),
        "analyze": (_add_analyze, "decide the reports of the Clang Static Analyzer", _ANALYZE_HELP),
        "triage": (_add_triage, "decide the reports of any static analyser in a SARIF log", _TRIAGE_HELP),
        "store": (_add_store, "list, prune or verify the kept results of scans", _STORE_HELP),
        "serve": (_add_serve, "keep the results of a project up to date, for programs that use JSON-RPC", _SERVE_HELP),
        "lsp": (_add_service, "language server: results while you type, see docs/editors.md", _LSP_HELP),
        "mcp": (_add_mcp, "tools for agents by the Model Context Protocol, see docs/agents.md", _MCP_HELP),
        "reach": (_add_reach, "find dead code: lines that no run reaches", _REACH_HELP),
        "bench": (_add_bench, "verify many tasks and score the answers", _BENCH_HELP),
        "engines": (_add_engines, "list the engines, their options, and all limits", _ENGINES_HELP),
        "show": (_add_show, "print the program, or one of its forms between C and verdict", _SHOW_HELP),
        "export": (_add_export, "write a program or model as a transition system or Horn clauses", _EXPORT_HELP),
    }
    for name, (add_arguments, purpose, examples) in described.items():
        made = command(name, purpose, examples)
        if chosen is None or chosen == name:
            add_arguments(made)
            made.set_defaults(usage=made.format_usage)
    return parser


def _add_input(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "files",
        nargs="+",
        metavar="FILE",
        type=Path,
        help="C files (.c, .i), one task file (.yml), one J program (.j) or one model (.vmt, .btor2, .btor, .aag, .aig, .smt2)",
    )
    program = parser.add_argument_group("program")
    _add_property(program)
    _add_machine(parser, program)


def _add_program(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "files",
        nargs="+",
        metavar="FILE",
        type=Path,
        help="C files (.c, .i), one task file (.yml) or one J program (.j)",
    )
    _add_machine(parser, parser.add_argument_group("program"))


def _add_property(program: argparse._ArgumentGroup) -> None:
    program.add_argument(
        "--property",
        metavar="NAME,...|FILE.prp",
        help="checks to make: assertions, no-overflow, valid-memsafety, division, shift, unsigned-overflow, lost-value, nan, float-overflow, "
        "array-index, uninitialised, alignment, termination and others, see docs/properties.md (default: assertions, memory, overflow, division, shifts)",
    )


def _add_machine(parser: argparse.ArgumentParser, program: argparse._ArgumentGroup) -> None:
    """Declare data model, entry, environment, and bounds of J programs."""
    program.add_argument(
        "--data-model", choices=("ILP32", "LP64"), help="widths of long and pointers (default: the task's, else LP64)"
    )
    program.add_argument(
        "--function", type=name, metavar="NAME", help="entry of all runs, with arbitrary arguments (default: main)"
    )
    program.add_argument(
        "--path",
        metavar="REPORTS.sarif:N",
        help="restrict runs to the path of result N of a SARIF log, see docs/analyze.md",
    )
    program.add_argument(
        "--path-program",
        metavar="REPORTS.sarif:N",
        help="check the path program of result N of a SARIF log, see docs/analyze.md",
    )
    add_environment(parser)
    add_bounds(parser)


def _add_check(parser: argparse.ArgumentParser) -> None:
    _add_input(parser)
    limits = _add_limits(parser)
    limits.add_argument(
        "--jobs",
        type=positive,
        metavar="N",
        help="processes in which engine auto searches; the memory is shared out among them (default: the number of cores, at "
        "most 8; 1 for a task file)",
    )
    method = parser.add_argument_group("method")
    method.add_argument(
        "--modular",
        action="store_true",
        help="prove functions with contracts one by one, with contracts in place of the bodies of what they call",
    )
    method.add_argument(
        "--engine",
        default="auto",
        metavar="SPEC",
        help="engine with options, such as bmc or 'bmc{max-bound=10}', see `surefoot engines` (default: auto)",
    )
    method.add_argument(
        "--bounded",
        type=positive,
        metavar="K",
        help="search no further than K iterations of each loop and recursion: quick, and no proof where a run goes beyond "
        "(short for --engine 'bmc{max-bound=K}')",
    )
    method.add_argument(
        "--solver",
        default="bitwuzla",
        metavar="NAME",
        help="bitwuzla, z3, cvc5, bits (SAT), or boxes for products of floats (default: bitwuzla)",
    )
    method.add_argument(
        "--certify",
        choices=("off", "fast", "strict", "refutation"),
        default="strict",
        help="confirmation of proofs. off: none, the verdict is unknown; fast: by another solver, in no more time than the "
        "search took; strict: by another solver within the time limit; refutation: by checking each step of the solver's "
        "refutation (default: strict)",
    )
    method.add_argument(
        "--assume",
        choices=("named", "none"),
        default="named",
        help="assumptions in evidence about property unreach-call. named: the verdict names those that it rests on, such as: every "
        "write stays in its object; none: they are refused (default: named)",
    )
    method.add_argument(
        "--calls",
        type=_calls,
        choices=("auto", "inline", "shared"),
        default="auto",
        help="inline: one copy of a function for each call site, with invariants for each copy; shared: one body of a function "
        "with loops for all its call sites (default: auto, by size)",
    )
    method.add_argument(
        "--hints",
        type=Path,
        metavar="FILE.yml",
        help="use the invariants of this correctness witness, of any tool or an earlier version of the program, where they hold",
    )
    method.add_argument(
        "--run",
        action="store_true",
        help="compile and EXECUTE an unsafe program on the inputs found, in a limited child process (ILP32: the first time, the C "
        "library is built, which takes a minute or more)",
    )
    method.add_argument(
        "--first",
        action="store_true",
        help="stop at the first violation, as for task files (default: decide every check)",
    )
    output = _add_output(parser)
    output.add_argument("--full-trace", action="store_true", help="show every line of a trace, without folding loops")
    output.add_argument("--show-invariants", action="store_true", help="show loop invariants, whatever the verdict")
    output.add_argument(
        "--certificate",
        dest="certificate_output",
        type=Path,
        metavar="FILE",
        help="write the certificate of a safe program, or of a run without end, to FILE, for `surefoot certify`",
    )
    output.add_argument(
        "--witness",
        dest="witness_output",
        type=Path,
        metavar="FILE.yml",
        help="write the witness of the verdict to FILE.yml, or of a violation to FILE.graphml (version 1.0), see docs/witnesses.md",
    )
    output.add_argument(
        "--wave", type=Path, metavar="FILE", help="write the run of an unsafe program to FILE as a waveform (VCD)"
    )
    output.add_argument(
        "--sarif",
        type=Path,
        metavar="FILE",
        help="write findings and proofs to FILE as SARIF 2.1.0, see docs/reports.md",
    )
    output.add_argument("--html", type=Path, metavar="FILE", help="write the report to FILE as a page for browsers")
    output.add_argument(
        "--format",
        choices=("text", "gcc", "competition"),
        default="text",
        help="gcc: findings as FILE:LINE:COLUMN: error: TEXT, for editors and build servers; competition: the result in the "
        "words of SV-COMP, such as false(valid-deref), and its reason",
    )
    output.add_argument("--record", metavar="DIR", help="write solver queries and wrong interpolants to DIR as SMT-LIB")


def _add_certify(parser: argparse.ArgumentParser) -> None:
    _add_input(parser)
    parser.add_argument("certificate", metavar="CERTIFICATE", type=Path, help="file that `check --certificate` wrote")
    _add_limits(parser)
    _add_output(parser)
    parser.set_defaults(
        engine="certificate",
        hints=None,
        bounded=None,
        solver="",
        certify="strict",
        run=False,
        first=True,
        full_trace=False,
        show_invariants=False,
        certificate_output=None,
        witness_output=None,
        wave=None,
        sarif=None,
        html=None,
        record=None,
        format="text",
    )


def _add_validate(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("witness", metavar="WITNESS", type=Path, help="witness of version 2.0 to 2.2 (.yml)")
    parser.add_argument("file", metavar="FILE.c", type=Path, help="the program that the witness is about")
    _add_limits(parser)
    parser.add_argument("--debug", action="store_true", help="print the Python traceback of a defect in surefoot")


def _add_scan(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("files", nargs="*", metavar="DIR|FILE", type=Path, help="one folder, or C files (default: .)")
    parser.add_argument("--compile-db", type=Path, metavar="FILE", help="compilation database (compile_commands.json)")
    _add_property(parser.add_argument_group("program"))
    parser.add_argument("--malloc-may-fail", action="store_true", help="malloc, calloc and realloc may return null")
    limits = parser.add_argument_group("limits")
    limits.add_argument(
        "--unit-time", type=duration, default=10.0, metavar="TIME", help="time for each function (default: 10 s)"
    )
    limits.add_argument(
        "--memory-limit", type=memory, default=4000, metavar="SIZE", help="memory for each function (default: 4000 MB)"
    )
    limits.add_argument("--jobs", type=positive, default=1, metavar="N", help="parallel checks (default: 1)")
    _add_cluster(limits)
    kept = parser.add_argument_group("results of earlier scans")
    kept.add_argument(
        "--store", type=Path, metavar="DIR", help="folder of kept results (default: .surefoot in the scanned folder)"
    )
    kept.add_argument("--no-store", action="store_true", help="neither use nor keep results")
    kept.add_argument(
        "--trust-store", action="store_true", help="use kept proofs without checking their certificates again"
    )
    kept.add_argument("--retry", action="store_true", help="check functions again whose kept result is undecided")
    output = parser.add_argument_group("output")
    output.add_argument("--all", action="store_true", help="list proved functions, too")
    output.add_argument("--quiet", "-q", action="store_true", help="no progress")
    output.add_argument(
        "--json", nargs="?", const="-", metavar="=FILE", help="write the result as JSON, to FILE or instead of the text"
    )
    output.add_argument(
        "--sarif",
        type=Path,
        metavar="FILE",
        help="write findings and proofs to FILE as SARIF 2.1.0, see docs/reports.md",
    )
    output.add_argument("--html", type=Path, metavar="DIR|FILE", help="write the result as a page for browsers")
    output.add_argument("--junit", type=Path, metavar="FILE", help="write the functions to FILE as JUnit XML")
    output.add_argument("--markdown", type=Path, metavar="FILE", help="write a table of the functions as Markdown")
    output.add_argument(
        "--write-contracts",
        type=Path,
        metavar="FILE",
        help="write a patch that adds the inferred preconditions to the sources as ACSL contracts",
    )
    output.add_argument(
        "--baseline",
        type=Path,
        metavar="FILE",
        help="compare with an earlier SARIF log: violations, and functions of which less is proved",
    )
    output.add_argument(
        "--fail-on",
        choices=("new", "any", "undecided", "none"),
        default="undecided",
        help="exit with 1 for a violation (any) or one that is not in the baseline (new), also with 3 for undecided "
        "functions (undecided), or never (none); the default is undecided",
    )
    output.add_argument("--debug", action="store_true", help=argparse.SUPPRESS)


def _add_analyze(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("files", nargs="*", metavar="DIR|FILE", type=Path, help="one folder, or C files (default: .)")
    _add_decisions(parser)


def _add_triage(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("log", metavar="REPORTS.sarif", type=Path, help="reports of an analyser, as SARIF 2.1.0")
    parser.add_argument(
        "files", nargs="*", metavar="DIR|FILE", type=Path, help="one folder, or C files (default: those with reports)"
    )
    _add_decisions(parser)


def _add_decisions(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--compile-db", type=Path, metavar="FILE", help="compilation database (compile_commands.json)")
    parser.add_argument(
        "--method",
        choices=("path", "all", "constraints"),
        default="path",
        help="runs that decide: those on the reported path and then all, or all at once; or the constraints that the analyser "
        "collected on its path (default: path)",
    )
    parser.add_argument(
        "--solver", default="bitwuzla", metavar="NAME", help="solver of --method constraints (default: bitwuzla)"
    )
    parser.add_argument(
        "--rules",
        type=Path,
        metavar="FILE.toml",
        help="checks that decide the reports of further rules, see docs/analyze.md",
    )
    limits = parser.add_argument_group("limits")
    limits.add_argument(
        "--unit-time", type=duration, default=30.0, metavar="TIME", help="time for each report (default: 30 s)"
    )
    limits.add_argument(
        "--memory-limit", type=memory, default=4000, metavar="SIZE", help="memory for each function (default: 4000 MB)"
    )
    limits.add_argument("--jobs", type=positive, default=1, metavar="N", help="parallel checks (default: 1)")
    output = parser.add_argument_group("output")
    output.add_argument(
        "-o", "--output", type=Path, metavar="FILE", help="write the reports with the decisions to FILE as SARIF 2.1.0"
    )
    output.add_argument("--html", type=Path, metavar="FILE", help="write the result to FILE as a page for browsers")
    output.add_argument(
        "--certificates",
        type=Path,
        metavar="DIR",
        help="write the certificates of refutations to DIR, for `surefoot certify`",
    )
    output.add_argument("--quiet", "-q", action="store_true", help="no progress")
    output.add_argument(
        "--json", nargs="?", const="-", metavar="=FILE", help="write the result as JSON, to FILE or instead of the text"
    )
    output.add_argument("--debug", action="store_true", help=argparse.SUPPRESS)


def _add_store(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("action", choices=("list", "prune", "verify"), help="what to do with the kept results")
    parser.add_argument(
        "--store",
        type=Path,
        default=Path(".surefoot"),
        metavar="DIR",
        help="folder of kept results (default: .surefoot)",
    )
    parser.add_argument(
        "--days", type=positive, default=30, metavar="N", help="prune: remove results not used for N days (default: 30)"
    )


def _add_serve(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("folder", type=Path, metavar="DIR", help="the folder of the project")
    _add_service(parser)


def _add_mcp(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("folders", type=Path, nargs="+", metavar="DIR", help="the only folders that tools may read")
    _add_service(parser)


def _add_service(parser: argparse.ArgumentParser) -> None:
    """Add the options of the service, which its front ends pass on."""
    parser.add_argument("--compile-db", type=Path, metavar="FILE", help="compilation database (compile_commands.json)")
    _add_property(parser.add_argument_group("program"))
    parser.add_argument("--malloc-may-fail", action="store_true", help="malloc, calloc and realloc may return null")
    limits = parser.add_argument_group("limits")
    limits.add_argument(
        "--unit-time", type=duration, default=10.0, metavar="TIME", help="time for each function (default: 10 s)"
    )
    limits.add_argument(
        "--memory-limit", type=memory, default=2000, metavar="SIZE", help="memory for each function (default: 2000 MB)"
    )
    limits.add_argument("--jobs", type=positive, metavar="N", help="parallel checks (default: all cores but one)")
    limits.add_argument(
        "--store", type=Path, metavar="DIR", help="folder of kept results (default: .surefoot in the project)"
    )
    limits.add_argument("--no-store", action="store_true", help="neither use nor keep results")
    parser.add_argument("--debug", action="store_true", help=argparse.SUPPRESS)


def _add_reach(parser: argparse.ArgumentParser) -> None:
    _add_program(parser)
    _add_limits(parser)
    parser.add_argument("--engine", default="auto", metavar="SPEC", help="as for check (default: auto)")
    parser.add_argument(
        "--json", nargs="?", metavar="=FILE", help="write the result as JSON, to FILE or instead of the text"
    )
    parser.add_argument("--debug", action="store_true", help="print the Python traceback of a defect in surefoot")


def _add_limits(parser: argparse.ArgumentParser) -> argparse._ArgumentGroup:
    limits = parser.add_argument_group("limits")
    limits.add_argument("--time-limit", type=duration, metavar="TIME", help="wall-clock time, such as 30, 90s or 5min")
    limits.add_argument("--memory-limit", type=memory, metavar="SIZE", help="memory, such as 4000 (megabytes) or 6GB")
    return limits


def _add_cluster(parser: argparse._ActionsContainer) -> None:
    parser.add_argument(
        "--cluster",
        metavar="ADDRESS",
        help="work on a cluster: the scheduler's tcp://HOST:PORT, or local:N for N processes here, see docs/cluster.md",
    )


def _add_output(parser: argparse.ArgumentParser) -> argparse._ArgumentGroup:
    output = parser.add_argument_group("output")
    output.add_argument(
        "--json", nargs="?", metavar="=FILE", help="write the report as JSON, to FILE or instead of the text"
    )
    output.add_argument("--stats", action="store_true", help="show CPU time by stage and solver queries")
    output.add_argument("-q", "--quiet", action="store_true", help="print only the verdict line, no progress")
    output.add_argument("--debug", action="store_true", help="print the Python traceback of a defect in surefoot")
    return output


def _add_bench(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "tasks", metavar="TASKS.csv|DIR", type=Path, help="a table of tasks, or a folder with .yml files"
    )
    parser.add_argument("--property", metavar="NAME", help="only tasks with this property")
    parser.add_argument("--engine", default="auto", metavar="SPEC", help="as for check (default: auto)")
    parser.add_argument("--sample", type=positive, metavar="N", help="a random sample of N tasks")
    parser.add_argument("--seed", type=int, default=0, metavar="S", help="seed of the sample (default: 0)")
    parser.add_argument(
        "--shard", type=shard, metavar="K/N", help="only part K of N disjoint parts, for CI matrices and job arrays"
    )
    parser.add_argument(
        "--merge",
        nargs="+",
        type=Path,
        metavar="FILE.csv",
        help="run nothing: write the rows of these results to --out",
    )
    parser.add_argument(
        "--limit", type=duration, default=30.0, metavar="TIME", help="time for each task (default: 30 s)"
    )
    parser.add_argument(
        "--memory", type=memory, default=4000, metavar="SIZE", help="memory for each task (default: 4000 MB)"
    )
    parser.add_argument("--jobs", type=positive, default=1, metavar="N", help="parallel tasks (default: 1)")
    _add_cluster(parser)
    parser.add_argument("--out", type=Path, required=True, metavar="FILE.csv", help="one row for each task")
    parser.add_argument("--fresh", action="store_true", help="start over instead of resuming from the rows in --out")
    parser.add_argument("--compare", type=Path, metavar="OLD.csv", help="list what changed since an earlier run")
    parser.add_argument(
        "--table",
        choices=("markdown", "latex"),
        help="print a table with a line for each task instead of the summary",
    )
    parser.add_argument(
        "--plot",
        type=Path,
        metavar="FILE.svg",
        help="draw the CPU times of the correct answers, with --compare beside those of the earlier run",
    )
    parser.add_argument(
        "--columns",
        type=lambda text: tuple(text.split(",")),
        default=("verdict", "cpu_s"),
        metavar="NAME,...",
        help="columns of --table: those of --out, or totals of engines such as refinements or ic3.frames "
        "(default: verdict,cpu_s)",
    )


def _add_engines(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("name", nargs="?", help="only this engine")
    parser.add_argument("--limits", action="store_true", help="list the tunable limits of all packages instead")


def _add_show(parser: argparse.ArgumentParser) -> None:
    _add_input(parser)
    parser.add_argument(
        "--as",
        dest="stage",
        choices=("aig", "arg", "cfg", "formula", "olp", "program"),
        default="program",
        help="form of the program (default: program)",
    )
    parser.add_argument("--dot", action="store_true", help="with --as cfg: Graphviz DOT; --as arg is always DOT")
    parser.add_argument("--svg", action="store_true", help="with --as arg: SVG, drawn by Graphviz")
    parser.add_argument(
        "--bound", type=positive, default=2, metavar="K", help="with --as formula: iterations of each loop"
    )
    parser.add_argument("--debug", action="store_true", help=argparse.SUPPRESS)


def _calls(text: str) -> str:
    """Return ``text``, or the present spelling of a former value of --calls."""
    return "shared" if text == "wait" else text


def _format(text: str) -> str:
    """Return ``text``, or refuse the former name of a style with what replaces it."""
    if text == "vmt-relational":
        raise argparse.ArgumentTypeError("use --as vmt --style relational instead of --as vmt-relational")
    return text


def _add_export(parser: argparse.ArgumentParser) -> None:
    _add_input(parser)
    formats = ("vmt", "btor2", "aiger", "system", "horn")
    parser.add_argument("--as", dest="format", type=_format, choices=formats, required=True, help="output format")
    parser.add_argument(
        "--style",
        choices=("functional", "relational"),
        default="functional",
        help="with --as vmt: next-state functions and a program counter (default), or a relation with temporaries "
        "and a Boolean state for each location (EUFORIA) or relation (Horn2VMT)",
    )
    parser.add_argument(
        "--calls",
        type=_calls,
        choices=("inline", "shared"),
        default="inline",
        help="copies of functions, as for check (default: inline)",
    )
    parser.add_argument("-o", "--output", type=Path, metavar="FILE", help="write to FILE instead of standard output")
    parser.add_argument("--debug", action="store_true", help=argparse.SUPPRESS)


def duration(text: str) -> float:
    """Return seconds; ``text`` is a number with an optional unit."""
    number, unit = _quantity(text, "a time such as 30, 90s or 5min")
    if unit not in _SECONDS or not 0 < number * _SECONDS[unit] <= _MOST_SECONDS:
        raise argparse.ArgumentTypeError(f"{text!r} is not a time such as 30, 90s or 5min")
    return number * _SECONDS[unit]


def memory(text: str) -> int:
    """Return megabytes; ``text`` is a number with an optional unit."""
    number, unit = _quantity(text, "an amount of memory such as 4000 or 6GB")
    if unit not in _MEGABYTES or not 1 <= number * _MEGABYTES[unit] <= _MOST_MEGABYTES:
        raise argparse.ArgumentTypeError(f"{text!r} is not an amount of memory such as 4000 or 6GB")
    return int(number * _MEGABYTES[unit])


def positive(text: str) -> int:
    """Return a whole number of at least 1 and at most 9 digits."""
    if not re.fullmatch(r"0*[1-9]\d{0,8}", text, re.ASCII):
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from 1 to 999999999")
    return int(text)


def shard(text: str) -> tuple[int, int]:
    """Return number and count of a part such as 3/16."""
    found = re.fullmatch(r"(\d{1,6})/(\d{1,6})", text, re.ASCII)
    if found is None or not 1 <= int(found[1]) <= int(found[2]):
        raise argparse.ArgumentTypeError(f"{text!r} is not a part such as 3/16")
    return int(found[1]), int(found[2])


def name(text: str) -> str:
    """Return ``text`` unless it is blank."""
    if not text.strip():
        raise argparse.ArgumentTypeError("expected a name, not an empty one")
    return text


def _quantity(text: str, what: str) -> tuple[float, str]:
    match = re.fullmatch(r"(\d+(?:\.\d+)?)\s*([a-zA-Z]*)", text, re.ASCII)
    if match is None:
        raise argparse.ArgumentTypeError(f"{text!r} is not {what}")
    return float(match[1]), match[2].lower()
