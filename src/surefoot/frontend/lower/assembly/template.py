"""Statements of a template of inline assembly, in AT&T syntax.

LLVM writes operands as ``$0`` or ``${0:b}`` and a literal dollar as ``$$``. Sections that describe
code but are not executed, such as the table of lock prefixes of Linux, are dropped.
"""

import re
from collections.abc import Iterator

from surefoot.base.records import dataclass


class NotInterpretedError(Exception):
    """Assembly outside of the part of x86 that is interpreted."""


@dataclass(frozen=True, slots=True)
class Reference:
    """``$number`` or ``${number:modifier}``; ``b``, ``w``, ``k``, ``q`` name parts of a register,
    ``l`` a label.
    """

    number: int
    modifier: str


@dataclass(frozen=True, slots=True)
class LiteralOperand:
    """``$$value``."""

    value: int


TemplateOperand = Reference | LiteralOperand


@dataclass(frozen=True, slots=True)
class TemplateStatement:
    """An instruction with its operands in AT&T order: the target is the last one."""

    mnemonic: str
    operands: tuple[TemplateOperand, ...]
    is_locked: bool = False


_DESCRIPTIONS = frozenset({".smp_locks", ".altinstructions", ".altinstr_replacement", ".discard", "__bug_table"})
"""Sections of Linux that are not executed, or that replace code by code of the same effect."""
_SECTION = re.compile(r"\.(?:push)?section\s+([\w.]+).*")
_LOCAL_LABELS = re.compile(r"\A(?:\d+:\s*)+")
_PREFIX = re.compile(r"(?:(?:lock|rep|repz|repe)\b\s*)*")
_OPERAND = re.compile(r"\$(\d+)|\$\{(\d+)(?::(\w))?\}|\$\$(-?(?:0x[0-9a-fA-F]+|\d+))")
_BYTES = re.compile(r"\.byte\s+(0x[0-9a-fA-F]+(?:\s*,\s*0x[0-9a-fA-F]+)*)")
_NO_OPERATION = re.compile(
    r"(?:(?:66)*90|f390|0f1f00|0f1f4000|(?:66)*0f1f440000|0f1f8000000000|(?:66)*0f1f840000000000)*"
)
_CONTINUES = re.compile(r"\.(?:word|short)\s+[^,]+,(?!\s*0\s*$)")
_LEAVES = re.compile(
    r"(?:syscall|sysenter|int\d*|into|ud[012]?|hlt|l?ret[lq]?|iret[lqd]?|sysret[lq]?|sysexit[lq]?|ljmp[lq]?)\b"
    r"|jmp[lq]?\s+(?!\d+f\b|\$\d|\$\{)"
)
_NAME = re.compile(r"(?<![\w$%{.])[A-Za-z_]\w*")
_MNEMONIC = re.compile(r"\A(?:\d+:\s*)*(?:(?:lock|rep|repn?[ez])\s+)*[A-Za-z_]\w*(?!\w|\s*[:=])")
"""Start of a statement up to its mnemonic, which is neither a label nor an assigned symbol."""


def statements_of(template: str) -> tuple[TemplateStatement, ...]:
    """Return the executed statements.

    Raises `NotInterpretedError` for text that is not understood.
    """
    found: list[TemplateStatement] = []
    prefixes = ""
    for text in _executed(template):
        before = _PREFIX.match(text)
        own = before[0] if before else ""
        prefixes += own
        if rest := text[len(own) :]:
            parsed = _parsed(rest, is_locked="lock" in prefixes)
            if "rep" in prefixes and parsed.mnemonic != "nop":
                raise NotInterpretedError("a repetition: bsf and bsr become tzcnt and lzcnt on some processors")
            found.append(parsed)
            prefixes = ""
    if prefixes:
        raise NotInterpretedError("a prefix without instruction")
    return tuple(found)


def names_in(template: str) -> frozenset[str]:
    """Return all words that may name functions or variables of the program: all but mnemonics."""
    return frozenset(word for text in _split(template) for word in _NAME.findall(_MNEMONIC.sub("", text)))


def mnemonics_of(template: str) -> frozenset[str]:
    """Return the first words of all statements, with prefixes and with those of other sections."""
    found = (_NAME.match(_LOCAL_LABELS.sub("", text)) for text in _split(template))
    return frozenset(word[0] for word in found if word)


def may_leave(template: str) -> bool:
    """Return whether a run may not continue behind the template: it ends, or it never gets there."""
    return any(_LEAVES.match(_PREFIX.sub("", _LOCAL_LABELS.sub("", text), count=1)) for text in _split(template))


def _split(template: str) -> Iterator[str]:
    for text in re.split(r"[;\n]", template):
        if stripped := text.strip():
            yield stripped


def _executed(template: str) -> Iterator[str]:
    """Yield the statements outside of described sections, without labels."""
    if "#" in template or "/*" in template or "$(" in template:
        raise NotInterpretedError("comments and dialects")
    ends: list[str] = []
    for text in _split(template):
        if section := _SECTION.fullmatch(text):
            if section[1] not in _DESCRIPTIONS:
                raise NotInterpretedError(f"section {section[1]}")
            ends.append(".popsection" if text.startswith(".push") else ".previous")
        elif ends and text == ends[-1]:
            ends.pop()
        elif ends:
            if _CONTINUES.match(text):
                raise NotInterpretedError("a trap that may return")
        elif instruction := _LOCAL_LABELS.sub("", text):
            yield instruction
    if ends:
        raise NotInterpretedError("a section without end")


def _parsed(text: str, *, is_locked: bool) -> TemplateStatement:
    if octets := _BYTES.fullmatch(text):
        if not _NO_OPERATION.fullmatch("".join(f"{int(each, 16):02x}" for each in octets[1].split(","))):
            raise NotInterpretedError("machine code")
        return TemplateStatement("nop", (), is_locked)
    mnemonic, _, rest = text.partition(" ") if " " in text else text.partition("\t")
    if not mnemonic.isalnum():
        raise NotInterpretedError(text)
    operands = tuple(_operand(each.strip()) for each in rest.split(",") if each.strip())
    return TemplateStatement(mnemonic.lower(), operands, is_locked)


def _operand(text: str) -> TemplateOperand:
    found = _OPERAND.fullmatch(text)
    if found is None:
        raise NotInterpretedError(f"operand {text}")
    if found[4] is not None:
        return LiteralOperand(int(found[4], 0))
    return Reference(int(found[1] or found[2]), found[3] or "")
