"""How large the object is that a C pointer type points to, and how it is aligned, as far as names in debug info tell."""

import re
from collections.abc import Iterator, Mapping
from typing import Final

from surefoot.frontend.llvm.data_layout import DataLayout
from surefoot.frontend.llvm.module import Alloca, ArrayType, GetElementPointer, Module, StructType, Type
from surefoot.program.ctypes import CPointer, CType

_SIZES: Final[Mapping[str, int]] = {
    "_Bool": 1,
    "char": 1,
    "short": 2,
    "int": 4,
    "long long": 8,
    "__int128": 16,
    "float": 4,
    "double": 8,
}
_ARRAY: Final = re.compile(r"(.*?)((?:\[\d+\])+)\Z")


def size_of_pointee(ctype: CType, module: Module, layout: DataLayout) -> int | None:
    """Bytes of the target of pointer type ``ctype``; None when that is not known, as for ``void *``."""
    if not isinstance(ctype, CPointer):
        return None
    count, name = 1, ctype.target
    if array := _ARRAY.match(name):
        name = array[1]
        for length in re.findall(r"\d+", array[2]):
            count *= int(length)
    size = _size_of(name.strip(), module, layout)
    return None if size is None else count * size


def alignment_of_pointee(ctype: CType, module: Module, layout: DataLayout) -> int:
    """What the address in a pointer of type ``ctype`` is at least a multiple of: the alignment of the type without its own ``_Alignas``."""
    if not isinstance(ctype, CPointer):
        return 1
    array = _ARRAY.match(ctype.target)
    name = (array[1] if array else ctype.target).strip()
    struct = _struct(name, module)
    if struct is not None:
        return layout.alignment_of(struct)
    size = _size_of(name, module, layout)
    return 1 if size is None else min(size, layout.pointer_width // 8)


def _size_of(name: str, module: Module, layout: DataLayout) -> int | None:
    plain = name.removeprefix("unsigned ").removeprefix("signed ")
    if name.endswith("*") or plain == "long":
        return layout.pointer_width // 8
    if plain in _SIZES:
        return _SIZES[plain]
    if name.startswith("enum "):
        return 4
    struct = _struct(name, module)
    return None if struct is None else layout.size_of(struct)


def _struct(name: str, module: Module) -> StructType | None:
    known = {name.replace(" ", ".", 1), f"struct.{name}", f"union.{name}"}
    return next((struct for struct in _structs(module) if struct.name in known), None)


def _structs(module: Module) -> Iterator[StructType]:
    """The named structs that the program's allocas, address computations and globals mention."""
    for item in module.globals.values():
        yield from _named(item.type)
    for function in module.functions.values():
        for block in function.blocks:
            for instruction in block.instructions:
                match instruction:
                    case Alloca(type=of) | GetElementPointer(source=of):
                        yield from _named(of)
                    case _:
                        pass


def _named(of: Type) -> Iterator[StructType]:
    while isinstance(of, ArrayType):
        of = of.element
    if isinstance(of, StructType) and of.name:
        yield of
