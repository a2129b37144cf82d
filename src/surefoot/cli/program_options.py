"""Options that describe the program: environment, bounds of J programs; and the task and request
that they make.
"""

import argparse
import re
from typing import TYPE_CHECKING

from surefoot.base.errors import UsageError
from surefoot.base.records import replace

if TYPE_CHECKING:
    from surefoot.frontend.environment import AddressRange, Environment
    from surefoot.frontend.j.bounds import Bounds
    from surefoot.program.passes.followed_path import FollowedPath
    from surefoot.program.passes.reported_path import ReportedPath
    from surefoot.program.properties import Property
    from surefoot.verify.request import Request
    from surefoot.verify.tasks import Task

_POINTER_CHOICES = ("nonnull", "noalias", "strings")
_NUMBERS = ("bits", "elements", "depth")


def add_environment(parser: argparse.ArgumentParser) -> None:
    """Declare the options for the environment."""
    group = parser.add_argument_group("environment of the program")
    group.add_argument(
        "--malloc-may-fail",
        action="store_true",
        help="malloc, calloc and realloc may return null (default: they succeed)",
    )
    group.add_argument(
        "--error-function",
        action="append",
        default=[],
        metavar="NAME",
        help="treat a call of NAME as an error, like reach_error; repeatable",
    )
    group.add_argument(
        "--mmio",
        action="append",
        default=[],
        metavar="FIRST-LAST",
        help="device registers, such as 0x40000000-0x4fffffff: reads return any value, writes have no effect; repeatable",
    )
    group.add_argument(
        "--volatile",
        choices=("memory", "unknown"),
        default="memory",
        help="a volatile object holds the last value written (memory), or any value at each read (unknown); default: memory",
    )
    group.add_argument(
        "--interrupt",
        action="append",
        default=[],
        metavar="NAME",
        help="interrupt handler that may run between any two accesses to data it shares with the program; repeatable",
    )
    group.add_argument(
        "--arbitrary-global",
        action="append",
        default=[],
        metavar="NAME",
        help="global variable with an arbitrary initial value; repeatable",
    )
    group.add_argument(
        "--arbitrary-globals",
        action="store_true",
        help="all global variables that are not constant have arbitrary initial values",
    )
    group.add_argument(
        "--pointer-args",
        metavar="KIND,...",
        help="with --function, assume pointer arguments nonnull, noalias (each points to its own array), or strings "
        "(character arrays are zero-terminated)",
    )
    group.add_argument(
        "--array-size",
        action="append",
        default=[],
        metavar="PARAMETER=N",
        help="with --function, PARAMETER points to N elements: a number, or the name of an integer parameter; repeatable",
    )
    group.add_argument(
        "--contracts",
        choices=("on", "off"),
        default="on",
        help="check ACSL comments such as //@ assert x > 0; where the property includes them (default: on)",
    )


def environment_of(options: argparse.Namespace) -> "Environment":
    """Return the environment that ``options`` describe; raises `UsageError`."""
    from surefoot.frontend.environment import Annotations, Environment, PointerArguments

    kinds = _listed(options.pointer_args)
    if unknown := [kind for kind in kinds if kind not in _POINTER_CHOICES]:
        raise UsageError(f"--pointer-args: unknown value {unknown[0]!r}; choose from {', '.join(_POINTER_CHOICES)}")
    if (kinds or options.array_size) and options.function is None:
        raise UsageError("--pointer-args and --array-size describe the arguments of --function; add --function NAME")
    return Environment(
        malloc_may_fail=options.malloc_may_fail,
        registers=tuple(_address_range(text) for text in options.mmio),
        volatile_is_unknown=options.volatile == "unknown",
        interrupts=tuple(options.interrupt),
        arbitrary_globals=tuple(options.arbitrary_global),
        all_globals_arbitrary=options.arbitrary_globals,
        pointers=PointerArguments(
            may_be_null="nonnull" not in kinds,
            may_alias="noalias" not in kinds,
            are_strings="strings" in kinds,
            lengths=dict(_array_size(text) for text in options.array_size),
        ),
        annotations=Annotations(options.contracts),
    )


def _listed(text: str | None) -> list[str]:
    return [] if text is None else [part.strip() for part in text.split(",")]


def _address_range(text: str) -> "AddressRange":
    from surefoot.frontend.environment import AddressRange

    first, dash, last = text.partition("-")
    try:
        found = AddressRange(int(first, 0), int(last, 0))
    except ValueError:
        found = AddressRange(1, 0)
    if not dash or not 0 < found.first <= found.last:
        raise UsageError(f"--mmio: expected addresses such as 0x40000000-0x4fffffff, not {text!r}")
    return found


def _array_size(text: str) -> tuple[str, int | str]:
    parameter, equals, size = (part.strip() for part in text.partition("="))
    if not (equals and re.fullmatch(r"[A-Za-z_]\w*", parameter) and re.fullmatch(r"[A-Za-z_]\w*|\d+", size)):
        raise UsageError(f"--array-size: expected PARAMETER=N, such as buffer=8 or buffer=length, not {text!r}")
    return parameter, int(size) if size.isdigit() else size


def _path_of(options: argparse.Namespace) -> "FollowedPath | ReportedPath | None":
    if options.path is None and options.path_program is None:
        return None
    from surefoot.triage.waypoints import path_in_log, steps_in_log  # few programs are restricted to a path

    return path_in_log(options.path) if options.path_program is None else steps_in_log(options.path_program)


def add_bounds(parser: argparse.ArgumentParser) -> None:
    """Declare the bounds of J programs."""
    group = parser.add_argument_group("bounds of J programs (.j)")
    group.add_argument("--bits", metavar="N", help="bits of an int, which is signed (default: 32)")
    group.add_argument("--elements", metavar="N", help="elements of arrays without a size, MAXSIZE (default: 15)")
    group.add_argument("--depth", metavar="N", help="active calls of a recursive function (default: 15)")
    group.add_argument(
        "--quantifiers",
        choices=("auto", "loops", "formulas"),
        default="auto",
        help="translate forall and exists to loops, or to formulas where possible (default: auto, formulas where they are small)",
    )
    group.add_argument(
        "--abstract-products",
        action="store_true",
        help="havoc products, quotients and remainders of two unknown numbers: proofs stay valid, violations may be spurious",
    )


def bounds_of(options: argparse.Namespace) -> "Bounds":
    """Return the bounds that ``options`` describe; raises `UsageError`."""
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


def task_of(options: argparse.Namespace) -> "Task":
    """Return the task that files, property and data model of ``options`` describe; raises
    `SurefootError`.
    """
    from surefoot.program.program import DataModel
    from surefoot.verify.tasks import resolve

    data_model = DataModel[options.data_model] if options.data_model else None
    return resolve(options.files, getattr(options, "property", None), data_model)


def request_of(options: argparse.Namespace, task: "Task | None" = None, checked: "Property | None" = None) -> "Request":
    """Return the request for ``task``, or that of ``options``; ``checked`` replaces its property."""
    from surefoot.verify.request import Request

    task = task_of(options) if task is None else task
    if checked is not None:
        task = replace(task, specification=replace(task.specification, property=checked))
    return replace(
        Request.for_task(task, options.function, options.error_function),
        clang_flags=options.clang_flags,
        environment=environment_of(options),
        path=_path_of(options),
        bounds=bounds_of(options),
    )
