"""Classification of the user's clang flags.

Flags that define the program (``-D``, ``-I``, ``-std=``) are passed on. Flags for output files,
optimisation or debugging (``-c -o x -O2 -g``) have no effect on verification; they are ignored with
a warning. Flags that change the output of clang or the semantics of the program are refused.
"""

import re
from collections.abc import Iterator, Sequence

from surefoot.base.errors import UsageError
from surefoot.base.records import dataclass

# fmt: off
WITH_VALUE = frozenset([
    "-D", "-I", "-L", "-MF", "-MQ", "-MT", "-T", "-U", "-Xassembler", "-Xclang", "-Xlinker", "-Xpreprocessor", "-arch",
    "-idirafter", "-imacros", "-include", "-iquote", "-isysroot", "-isystem", "-l", "-o", "-target", "-u", "-x", "-z", "--param",
])
# fmt: on
"""Flags whose value may be the next argument."""

_IMMATERIAL = (
    r"-(?:c|s|pipe|o.*|O[0-3sgz]?|g(?:[0-3]|gdb[0-3]?|dwarf.*|z.*|line-.*|mlt|split-.*)?|M(?:M?D|P|G|V|[FTQ].*)|[lLzT].*|u(?!ndef).*|x(?:c|none)|"
    r"W(?:error.*|no-error.*|[al],.*|p,-M.*)|m(?:tune=.*|arch=native|cpu=native)|static|shared|rdynamic|no-pie|pie|Xlinker.*|Xassembler.*|"
    r"flto.*|ffat-lto-.*|fno-lto|fuse-ld=.*|f(?:no-)?(?:color-diagnostics|diagnostics-.*)|f(?:no-)?(?:profile-|coverage-|test-coverage).*|"
    r"f(?:debug|file)-prefix-map=.*|f(?:no-)?(?:omit-frame-pointer|inline-functions|unroll-loops|stack-protector.*|stack-clash-protection|"
    r"cf-protection.*|asynchronous-unwind-tables|unwind-tables|function-sections|data-sections|plt|semantic-interposition|ident)|"
    r"-coverage|-param.*)"
)
"""Flags without effect on the semantics of the program and on the IR."""
_MATHEMATICS = (
    r"-(?:Ofast|ffast-math|funsafe-math-.*|ffinite-math-only|fassociative-math|freciprocal-math|fno-signed-zeros|fno-honor-.*|"
    r"fapprox-func|ffp-model=(?:fast|aggressive)|ffp-contract=(?:fast|on).*)"
)
_TRAPPING = r"-f(?:trapv|sanitize).*"
"""Flags by which a program traps on undefined behaviour."""
_OTHER_MACHINE = r"-(?:target.*|arch.*|m16|m32|mx32|m64)"
_OTHER_OUTPUT = (
    r"-(?:[SEM]|MM|O.*|x.*|###|save-.*|fsave-.*|foptimization-record.*|fproc-stat-report.*|X.*|W[alp],(?!-[DU]).*|emit-.*|ftime-.*|fmodules.*|"
    r"f(?:pass-)?plugin.*|dump.*|print-.*|serialize-diagnostics.*|fsyntax-only|fcrash-diagnostics.*|fdiscard-value-names|-.*)"
)


@dataclass(frozen=True, slots=True)
class Flags:
    """The user's flags in order: those passed on, and those without effect."""

    kept: tuple[str, ...]
    ignored: tuple[str, ...]


def classify_flags(flags: Sequence[str]) -> Flags:
    """Classify ``flags``; raises `UsageError` for one that changes the analysed program."""
    kept: list[str] = []
    ignored: list[str] = []
    for words in _with_values(flags):
        flag = "".join(words)
        if re.fullmatch(_IMMATERIAL, flag):
            ignored += words
            continue
        _refuse(words[0], flag)
        kept += words
    return Flags(tuple(kept), tuple(ignored))


def refuse_trapping_flags(flags: Sequence[str]) -> None:
    """Raise `UsageError` for a flag by which the program traps on undefined behaviour."""
    for flag in flags:
        if re.fullmatch(_TRAPPING, flag):
            raise UsageError(f"flag '{flag}' is refused: it makes the program trap on undefined behaviour; remove it")


def _with_values(flags: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """Yield each flag with its value if that is the next argument."""
    rest = iter(flags)
    for flag in rest:
        if not flag.startswith("-") or flag == "-":
            raise UsageError(f"'{flag}' is not a flag for clang")
        if flag not in WITH_VALUE:
            yield (flag,)
            continue
        value = next(rest, None)
        if value is None:
            raise UsageError(f"flag '{flag}' needs a value")
        yield flag, value


def _refuse(name: str, flag: str) -> None:
    if re.fullmatch(_MATHEMATICS, flag):
        raise UsageError(f"flag '{name}' is refused: it changes floating-point arithmetic from IEEE 754; remove it")
    if re.fullmatch(_OTHER_MACHINE, flag):
        raise UsageError(f"flag '{name}' is refused: choose the machine by --data-model (ILP32 or LP64)")
    if re.fullmatch(_OTHER_OUTPUT, flag):
        raise UsageError(f"flag '{name}' is refused: it changes the output of clang; remove it")
