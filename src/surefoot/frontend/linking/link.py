"""The linker: merges translation units into one module.

A symbol with internal linkage keeps its name unless another unit uses the same name. Then it
becomes ``name@unit``; the part before the ``@`` is always the name in the source.

Undefined weak symbols get the address null.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from surefoot.base.caveats import Caveat, Direction
from surefoot.base.errors import InputError, UnsupportedError
from surefoot.base.records import replace
from surefoot.frontend.library.standard import is_standard
from surefoot.frontend.linking.constructors import LISTS
from surefoot.frontend.linking.rewriting import rewritten
from surefoot.frontend.llvm.module import (
    Aggregate,
    Alias,
    FunctionDeclaration,
    FunctionDefinition,
    Global,
    GlobalDefinition,
    Module,
    NullPointer,
    Operand,
    PointeeType,
    PointerType,
)
from surefoot.frontend.lower.library.known_functions import handler_of


def with_null_weak_symbols(module: Module) -> tuple[Module, tuple[Caveat, ...]]:
    """Replace the addresses of undefined weak symbols by null.

    Return a caveat for each: another file could define it.
    """
    undefined = sorted(_undefined(module))
    if not undefined:
        return module, ()
    null = NullPointer(PointerType())
    targets = dict.fromkeys(undefined, null)
    functions = {name: rewritten(item, targets) for name, item in module.functions.items()}
    globals_ = {name: rewritten(item, targets) for name, item in module.globals.items() if name not in targets}
    declarations = {name: item for name, item in module.declarations.items() if name not in targets}
    caveats = (
        Caveat("linking", Direction.ASSUMES, f"the weak symbol {name} is not defined in any file: its address is null")
        for name in undefined
    )
    return replace(module, functions=functions, globals=globals_, declarations=declarations), tuple(caveats)


def _undefined(module: Module) -> Iterator[str]:
    for item in module.globals.values():
        if item.weak and item.initial is None:
            yield item.name
    for declared in module.declarations.values():
        of = declared.type
        if declared.weak and not is_standard(declared.name, of) and handler_of(declared.name, of) is None:
            yield declared.name


_BOOKKEEPING = frozenset({"llvm.used", "llvm.compiler.used"})


def link(modules: Sequence[Module], models: Module | None = None) -> Module:
    """Link ``modules`` to one module without aliases.

    A definition overrides a declaration, a strong definition overrides weak ones, and definitions
    of the program override those of ``models``. Raises `InputError` when a symbol has two strong
    definitions or when the units are for different targets.
    """
    units = [*modules] if models is None else [*modules, _weakened(models)]
    if len({unit.data_layout for unit in units}) > 1:
        raise InputError(
            f"{_names(units)} are compiled for different targets: give all files the same --data-model and -m flags"
        )
    linker = _Linker()
    for unit in _without_clashes(units):
        linker.add(unit)
    return linker.linked(" ".join(unit.name for unit in modules), units[0].data_layout)


class _Linker:
    def __init__(self) -> None:
        self._functions: dict[str, FunctionDefinition] = {}
        self._globals: dict[str, GlobalDefinition] = {}
        self._declarations: dict[str, FunctionDeclaration] = {}
        self._aliases: dict[str, Operand] = {}
        self._pointees: dict[str, PointeeType] = {}
        self._strong: dict[str, str] = {}
        """The unit with the strong definition of each symbol."""

    def add(self, unit: Module) -> None:
        """Merge ``unit``.

        Requires: no other unit uses its internal names.
        """
        for function in unit.functions.values():
            if self._accepts(function.name, unit.name, weak=function.weak, is_defined=function.name in self._functions):
                self._functions[function.name] = function
        for item in unit.globals.values():
            self._add_global(item, unit.name)
        for alias in unit.aliases.values():
            if self._accepts(alias.name, unit.name, weak=False, is_defined=False):
                self._aliases[alias.name] = alias.target
        for declaration in unit.declarations.values():
            self._declarations.setdefault(declaration.name, declaration)
        self._pointees |= unit.pointees

    def linked(self, name: str, data_layout: str) -> Module:
        """Return the module of all units added."""
        functions, globals_ = self._functions, self._globals
        if self._aliases:
            targets = {alias: self._resolved(alias) for alias in self._aliases}
            functions = {key: rewritten(item, targets) for key, item in functions.items()}
            globals_ = {key: rewritten(item, targets) for key, item in globals_.items() if key not in targets}
        declarations = {
            key: item for key, item in self._declarations.items() if key not in functions and key not in self._aliases
        }
        return Module(name, data_layout, functions, declarations, globals_, {}, pointees=self._pointees)

    def _add_global(self, item: GlobalDefinition, unit: str) -> None:
        known = self._globals.get(item.name)
        if item.name in _BOOKKEEPING:
            return
        if known is not None and item.name in LISTS:
            self._globals[item.name] = _joined(known, item)
            return
        if item.initial is None:
            if known is None:
                self._globals[item.name] = item
            return
        is_defined = known is not None and known.initial is not None
        if self._accepts(item.name, unit, weak=item.weak, is_defined=is_defined):
            self._globals[item.name] = item

    def _accepts(self, name: str, unit: str, *, weak: bool, is_defined: bool) -> bool:
        """Return whether a definition of ``name`` in ``unit`` overrides the definitions added
        before.
        """
        if weak:
            return not is_defined
        if name in self._strong:
            raise InputError(
                f"multiple definition of '{name}': in {self._strong[name]} and in {unit}; remove one or make it static"
            )
        self._strong[name] = unit
        return True

    def _resolved(self, alias: str) -> Operand:
        seen = {alias}
        target = self._aliases[alias]
        while isinstance(target, Global) and target.name in self._aliases:
            if target.name in seen:
                raise InputError(f"alias '{alias}' is an alias of itself")
            seen.add(target.name)
            target = self._aliases[target.name]
        if not isinstance(target, Global):
            raise UnsupportedError(
                f"alias '{alias}' of a part of an object is not supported; use a pointer to the part"
            )
        return target


def _joined(first: GlobalDefinition, second: GlobalDefinition) -> GlobalDefinition:
    """Concatenate two lists of constructors or destructors."""
    one, other = first.initial, second.initial
    if not (isinstance(one, Aggregate) and isinstance(other, Aggregate)):
        raise TypeError("lists of constructors are aggregates")
    return replace(first, initial=replace(one, elements=(*one.elements, *other.elements)))


def _weakened(models: Module) -> Module:
    functions = {key: replace(item, weak=item.weak or not item.internal) for key, item in models.functions.items()}
    globals_ = {
        key: replace(item, weak=item.weak or not (item.internal or item.initial is None))
        for key, item in models.globals.items()
    }
    return replace(models, functions=functions, globals=globals_)


def _without_clashes(units: Sequence[Module]) -> Iterable[Module]:
    """Yield the units with internal symbols renamed where another unit uses the same name."""
    taken = {name for unit in units for name in _external_names(unit)}
    for unit in units:
        renamed: dict[str, Operand] = {}
        for name in _internal_names(unit):
            fresh = name
            number = 1
            while fresh in taken:
                fresh = f"{name}@{unit.name}" if number == 1 else f"{name}@{unit.name}.{number}"
                number += 1
            taken.add(fresh)
            if fresh != name:
                renamed[name] = Global(PointerType(), fresh)
        yield _with_names(unit, renamed) if renamed else unit


def _internal_names(unit: Module) -> list[str]:
    functions = [item.name for item in unit.functions.values() if item.internal]
    return functions + [item.name for item in unit.globals.values() if item.internal]


def _external_names(unit: Module) -> set[str]:
    internal = set(_internal_names(unit))
    return {*unit.functions, *unit.globals, *unit.declarations, *unit.aliases} - internal


def _with_names(unit: Module, renamed: Mapping[str, Operand]) -> Module:
    def new_name(name: str) -> str:
        target = renamed.get(name)
        return target.name if isinstance(target, Global) else name

    functions = [replace(rewritten(item, renamed), name=new_name(item.name)) for item in unit.functions.values()]
    globals_ = [replace(rewritten(item, renamed), name=new_name(item.name)) for item in unit.globals.values()]
    aliases = [Alias(item.name, rewritten(item.target, renamed)) for item in unit.aliases.values()]
    return replace(
        unit,
        functions={item.name: item for item in functions},
        globals={item.name: item for item in globals_},
        aliases={item.name: item for item in aliases},
    )


def _names(units: Sequence[Module]) -> str:
    return ", ".join(unit.name for unit in units)
