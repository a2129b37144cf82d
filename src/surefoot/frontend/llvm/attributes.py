"""Attributes of functions, parameters and arguments, linkage and calling conventions.

Only attributes that affect the semantics of a C program are kept: ``byval``, ``sret``, ``align``,
``noreturn``, linkage.
"""

from collections.abc import Mapping

from surefoot.base.errors import UnsupportedError
from surefoot.base.records import dataclass
from surefoot.frontend.llvm.cursor import END, Cursor
from surefoot.frontend.llvm.module import Type
from surefoot.frontend.llvm.types import TypeReader

INTERNAL_LINKAGE = frozenset({"private", "internal"})
WEAK_LINKAGE = frozenset(
    {"weak", "weak_odr", "linkonce", "linkonce_odr", "extern_weak", "common", "available_externally"}
)
EXTERNAL_LINKAGE = frozenset({"external", "extern_weak"})
"""Linkages of declarations whose definition is in another module."""

# fmt: off
_VALUE_ATTRIBUTES = frozenset({
    "align", "alignstack", "allocalign", "allocptr", "captures", "dead_on_return", "dead_on_unwind",
    "dereferenceable", "dereferenceable_or_null", "immarg", "initializes", "inreg", "nest", "noalias",
    "nocapture", "noext", "nofpclass", "nofree", "nonnull", "noundef", "range", "readnone", "readonly", "returned",
    "signext", "swiftasync", "swifterror", "swiftself", "writable", "writeonly", "zeroext",
})
# fmt: on
_BY_REFERENCE = frozenset({"byref", "inalloca", "preallocated"})
# fmt: off
_PLACEMENT = frozenset({
    "default", "hidden", "protected", "dso_local", "dso_preemptable", "dllimport", "dllexport", "unnamed_addr",
    "local_unnamed_addr", "thread_local", "externally_initialized",
})
# fmt: on


@dataclass(frozen=True, slots=True)
class ValueAttributes:
    """Attributes of a parameter, an argument or a result: the types of ``byval`` and
    ``elementtype``, the value of ``align``, and whether ``sret`` is present.
    """

    byval: Type | None = None
    alignment: int = 1
    holds_result: bool = False
    element: Type | None = None


_NO_ATTRIBUTES = ValueAttributes()


class AttributeReader:
    """Reader of attributes of one module; ``groups`` maps ``#5`` to the text between its braces."""

    def __init__(self, types: TypeReader, groups: Mapping[str, str]) -> None:
        self._types = types
        self._noreturn = frozenset(group for group, text in groups.items() if "noreturn" in Cursor(text).tokens)

    def of_value(self, cursor: Cursor) -> ValueAttributes:
        """Read the attributes of a parameter, an argument or a result."""
        byval: Type | None = None
        element: Type | None = None
        alignment = 1
        holds_result = False
        while True:
            word = cursor.peek()
            if word in _VALUE_ATTRIBUTES:
                cursor.position += 1
                if cursor.peek() == "(":
                    cursor.skip_group()
                elif word == "align":
                    alignment = cursor.number()
            elif word == "byval":
                byval = self._type_of(cursor)
            elif word == "elementtype":
                element = self._type_of(cursor)
            elif word == "sret":
                cursor.take()
                cursor.skip_group()
                holds_result = True
            elif word in _BY_REFERENCE:
                raise UnsupportedError(f"arguments passed with '{word}' are not supported")
            elif word.startswith('"'):
                _skip_string_attribute(cursor)
            else:
                if byval is element is None and alignment == 1 and not holds_result:
                    return _NO_ATTRIBUTES
                return ValueAttributes(byval, alignment, holds_result, element)

    def _type_of(self, cursor: Cursor) -> Type:
        """Read an attribute with a type in parentheses."""
        cursor.take()
        cursor.expect("(")
        of = self._types.read(cursor)
        cursor.expect(")")
        return of

    def noreturn(self, cursor: Cursor) -> bool:
        """Return whether the attributes up to the end of the line include ``noreturn``."""
        return any(
            word == "noreturn" or word in self._noreturn for word in cursor.tokens[cursor.position :] if word != END
        )


def skip_calling_convention(cursor: Cursor) -> None:
    """Skip a calling convention such as ``fastcc`` or ``cc 10``, which has no effect on semantics."""
    word = cursor.peek()
    if word == "cc":
        cursor.take()
        cursor.number()
    elif word.endswith("cc"):
        cursor.take()


def read_linkage(cursor: Cursor) -> str:
    """Return the linkage, ``""`` if there is none; skip visibility, thread-local storage and
    address significance.
    """
    linkage = ""
    while True:
        word = cursor.peek()
        if word in INTERNAL_LINKAGE or word in WEAK_LINKAGE or word in EXTERNAL_LINKAGE or word == "appending":
            linkage = cursor.take()
        elif word in _PLACEMENT:
            cursor.take()
            if cursor.peek() == "(":
                cursor.skip_group()
        else:
            return linkage


def _skip_string_attribute(cursor: Cursor) -> None:
    cursor.take()
    if cursor.accept("="):
        cursor.take()
