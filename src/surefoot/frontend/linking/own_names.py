"""Names of functions that a program declares with other widths than the library function of that name.

Such a function is none of the library: a kernel, for example, has its own ``snprintf``.
"""

from collections.abc import Collection

from surefoot.base.records import replace
from surefoot.frontend.library.standard import OWN_SUFFIX
from surefoot.frontend.linking.rewriting import rewritten
from surefoot.frontend.llvm.module import Global, Module, PointerType


def with_own_names(module: Module, names: Collection[str]) -> Module:
    """Return ``module`` with names of their own for the undefined functions ``names``."""
    declared = {name: module.declarations[name] for name in names if name in module.declarations}
    if not declared:
        return module
    targets = {name: Global(PointerType(), name + OWN_SUFFIX) for name in declared}
    renamed = {name + OWN_SUFFIX: replace(each, name=name + OWN_SUFFIX) for name, each in declared.items()}
    return replace(
        module,
        functions={name: rewritten(each, targets) for name, each in module.functions.items()},
        globals={name: rewritten(each, targets) for name, each in module.globals.items()},
        declarations={**{name: each for name, each in module.declarations.items() if name not in declared}, **renamed},
    )
