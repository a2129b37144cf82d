"""Undefined weak symbols: a linker gives them the address null."""

from collections.abc import Iterator

from surefoot.base.caveats import Caveat, Lean
from surefoot.base.records import replace
from surefoot.frontend.library.standard import is_standard
from surefoot.frontend.linking.rewriting import rewritten
from surefoot.frontend.llvm.module import Module, NullPointer, PointerType
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
        Caveat("linking", Lean.ASSUMES, f"the weak symbol {name} is not defined in any file: its address is null")
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
