"""What is declared weak and defined nowhere: its address is null, as linkers have it."""

from collections.abc import Iterator

from surefoot.base.caveats import Caveat, Lean
from surefoot.base.records import replace
from surefoot.frontend.library.standard import is_standard
from surefoot.frontend.linking.link import rewritten
from surefoot.frontend.llvm.module import Module, NullPointer, PointerType
from surefoot.frontend.lower.library.known_functions import handler_of


def without_absent(module: Module) -> tuple[Module, tuple[Caveat, ...]]:
    """``module`` with null in place of the addresses of what is absent, and a caveat for each such name: another file could define it."""
    absent = sorted(_absent(module))
    if not absent:
        return module, ()
    null = NullPointer(PointerType())
    targets = dict.fromkeys(absent, null)
    functions = {name: rewritten(item, targets) for name, item in module.functions.items()}
    globals_ = {name: rewritten(item, targets) for name, item in module.globals.items() if name not in targets}
    declarations = {name: item for name, item in module.declarations.items() if name not in targets}
    caveats = (
        Caveat("linking", Lean.ASSUMES, f"{name} is declared weak and no file defines it: its address is null")
        for name in absent
    )
    return replace(module, functions=functions, globals=globals_, declarations=declarations), tuple(caveats)


def _absent(module: Module) -> Iterator[str]:
    for item in module.globals.values():
        if item.weak and item.initial is None:
            yield item.name
    for declared in module.declarations.values():
        of = declared.type
        if declared.weak and not is_standard(declared.name, of) and handler_of(declared.name, of) is None:
            yield declared.name
