"""The options that say what a program runs in, and the `Environment` that they describe."""

import argparse
import re
from typing import TYPE_CHECKING

from surefoot.base.errors import UsageError

if TYPE_CHECKING:
    from surefoot.frontend.environment import AddressRange, Environment

_POINTER_CHOICES = ("nonnull", "noalias", "strings")


def add_environment(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    group = parser.add_argument_group("what the program runs in")
    group.add_argument(
        "--malloc-may-fail",
        action="store_true",
        help="malloc and its relatives may return null (default: they succeed)",
    )
    group.add_argument(
        "--error-function",
        action="append",
        default=[],
        metavar="NAME",
        help="a call of this function is an error, besides those of reach_error; may be repeated",
    )
    group.add_argument(
        "--mmio",
        action="append",
        default=[],
        metavar="FIRST-LAST",
        help="addresses of devices, such as 0x40000000-0x4fffffff: reads give any value, writes have no effect; may be repeated",
    )
    group.add_argument(
        "--volatile",
        choices=("memory", "unknown"),
        default="memory",
        help="what a volatile object holds: what was written to it last, or any value at each read (default: memory)",
    )
    group.add_argument(
        "--interrupt",
        action="append",
        default=[],
        metavar="NAME",
        help="a handler that may run between any two accesses to what it shares with the program; may be repeated",
    )
    group.add_argument(
        "--arbitrary-global",
        action="append",
        default=[],
        metavar="NAME",
        help="a global variable that starts with any value; may be repeated",
    )
    group.add_argument(
        "--pointer-args",
        metavar="KIND,...",
        help="with --function, pointers given to it are: nonnull, noalias (each points to an array of its own), strings (arrays of "
        "characters end with a zero)",
    )
    group.add_argument(
        "--array-size",
        action="append",
        default=[],
        metavar="PARAMETER=N",
        help="with --function, the pointer PARAMETER points to N elements: a number, or the name of an integer parameter; may be repeated",
    )
    group.add_argument(
        "--contracts",
        choices=("on", "off"),
        default="on",
        help="whether comments such as //@ assert x > 0; are checked (default: on, where the property asks for it)",
    )


def environment_of(options: argparse.Namespace) -> "Environment":
    """What ``options`` say; raises `UsageError`."""
    from surefoot.frontend.environment import Annotations, Environment, PointerArguments

    kinds = _listed(options.pointer_args)
    if unknown := [kind for kind in kinds if kind not in _POINTER_CHOICES]:
        raise UsageError(f"--pointer-args: {unknown[0]!r} is none of {', '.join(_POINTER_CHOICES)}")
    if (kinds or options.array_size) and options.function is None:
        raise UsageError("--pointer-args and --array-size are about the arguments of --function")
    return Environment(
        malloc_may_fail=options.malloc_may_fail,
        registers=tuple(_address_range(text) for text in options.mmio),
        volatile_is_unknown=options.volatile == "unknown",
        interrupts=tuple(options.interrupt),
        arbitrary_globals=tuple(options.arbitrary_global),
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
