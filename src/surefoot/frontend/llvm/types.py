"""Types of LLVM IR, with named types resolved."""

from collections.abc import Mapping

from surefoot.base.errors import UnsupportedError
from surefoot.frontend.limits import LIMITS
from surefoot.frontend.llvm.cursor import Cursor, UnreadableError, plain_name
from surefoot.frontend.llvm.module import (
    ArrayType,
    FloatType,
    FunctionType,
    IntType,
    OpaqueType,
    PointerType,
    StructType,
    Type,
    VectorType,
    VoidType,
)

POINTER = PointerType()
VOID = VoidType()


class TypeReader:
    """Reader of types of one module; equal types are the same object.

    ``bodies`` maps the name of a named type to the text after ``type``.
    """

    def __init__(self, bodies: Mapping[str, str]) -> None:
        self._bodies = bodies
        self._words: dict[str, Type] = {"ptr": POINTER, "void": VOID}
        for name in ("half", "bfloat", "float", "double", "x86_fp80", "fp128"):
            self._words[name] = FloatType(name)
        self._shared: dict[Type, Type] = {}

    def read(self, cursor: Cursor) -> Type:
        """Read a type, including the parameter list of a function type."""
        found = self._words.get(cursor.tokens[cursor.position])
        if found is None:
            found = self._read_long(cursor.take(), cursor)
        else:
            cursor.position += 1
        following = cursor.tokens[cursor.position]
        if following == "(":
            found = self._function(found, cursor)
        elif following == "addrspace":
            raise UnsupportedError("pointers into other address spaces are not supported")
        return found

    def _read_long(self, token: str, cursor: Cursor) -> Type:
        match token[0]:
            case "i" if token[1:].isdigit():
                if len(token) > 8 or int(token[1:]) > LIMITS.integer_bits:
                    raise UnsupportedError(
                        f"integers of {token[1:]} bits are not supported (at most {LIMITS.integer_bits})"
                    )
                self._words[token] = IntType(int(token[1:]))
                return self._words[token]
            case "%":
                self._words[token] = self._named(plain_name(token))
                return self._words[token]
            case "[":
                return self._share(ArrayType(*self._counted(cursor, "]")))
            case "<" if cursor.accept("{"):
                fields = self._fields(cursor)
                cursor.expect(">")
                return self._share(StructType(fields, packed=True))
            case "<":
                return self._share(VectorType(*self._counted(cursor, ">")))
            case "{":
                return self._share(StructType(self._fields(cursor), packed=False))
            case _:
                raise UnreadableError(f"'{token}' is not a type")

    def _named(self, name: str) -> Type:
        body = self._bodies.get(name)
        if body is None or body == "opaque":
            return OpaqueType(name)
        read = self.read(Cursor(body))
        return StructType(read.elements, read.packed, name) if isinstance(read, StructType) else read

    def _counted(self, cursor: Cursor, closing: str) -> tuple[int, Type]:
        if cursor.peek() == "vscale":
            raise UnsupportedError("scalable vectors are not supported")
        count = cursor.number()
        cursor.expect("x")
        element = self.read(cursor)
        cursor.expect(closing)
        return count, element

    def _fields(self, cursor: Cursor) -> tuple[Type, ...]:
        fields: list[Type] = []
        while not cursor.accept("}"):
            fields.append(self.read(cursor))
            if cursor.peek() != "}":
                cursor.expect(",")
        return tuple(fields)

    def _function(self, result: Type, cursor: Cursor) -> Type:
        cursor.expect("(")
        parameters: list[Type] = []
        variadic = False
        while not cursor.accept(")"):
            if cursor.accept("..."):
                variadic = True
            else:
                parameters.append(self.read(cursor))
            if cursor.peek() != ")":
                cursor.expect(",")
        return self._share(FunctionType(result, tuple(parameters), variadic))

    def _share(self, of: Type) -> Type:
        return self._shared.setdefault(of, of)
