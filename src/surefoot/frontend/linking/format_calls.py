"""Specialisation of formatted input and output: a call with a literal format calls a function
generated for that format.

Interpreting the format at run time would be a loop at each call, which induction cannot summarise
and unrolling is slow on.
"""

from collections.abc import Collection, Mapping
from typing import Final

from surefoot.base.records import dataclass, replace
from surefoot.frontend.library.literal_formats import FORMAT_FUNCTIONS, ArgumentClass, specialised_code
from surefoot.frontend.linking.rewriting import calls_in, with_calls
from surefoot.frontend.llvm.module import (
    Argument,
    CallInstruction,
    FloatType,
    FunctionDefinition,
    FunctionType,
    Global,
    IntType,
    Module,
    PointerType,
)
from surefoot.frontend.lower.library.formats import format_of, is_simple_input, missing_arguments

_FILE_OF: Final = {name: "scanf.c" if name.endswith("scanf") else "printf.c" for name in FORMAT_FUNCTIONS}
_Key = tuple[str, str, tuple[ArgumentClass, ...]]
"""A library function, a format, and how the variable arguments are passed."""


@dataclass(frozen=True, slots=True)
class SpecialisedFormats:
    """Functions generated for formats: their names in C, and their C text by the file of models
    that it belongs to.
    """

    names: Mapping[_Key, str]
    texts: Mapping[str, str]

    def renamed(self, models: Module) -> Module:
        """Return ``models`` with the generated functions named after the library functions that
        they replace.
        """
        functions = dict(models.functions)
        for (name, _, _), generated in self.names.items():
            called = _specialised_name(name, generated)
            functions[called] = replace(functions.pop(generated), name=called)
        return replace(models, functions=functions)

    def with_specialised_calls(self, module: Module) -> Module:
        """Return ``module`` with calls of the generated functions.

        Requires: the renamed models are linked into ``module``.
        """
        if not self.names:
            return module
        functions = {name: self._calling(function, module) for name, function in module.functions.items()}
        return replace(module, functions=functions)

    def _calling(self, function: FunctionDefinition, module: Module) -> FunctionDefinition:
        def specialised(call: CallInstruction) -> CallInstruction:
            key = _key(module, call, frozenset(name for name, _, _ in self.names))
            known = None if key is None else self.names.get(key)
            if key is None or known is None:
                return call
            types = tuple(each.value.type for each in call.arguments)
            callee = Global(PointerType(), _specialised_name(key[0], known))
            return replace(call, callee=callee, type=FunctionType(call.type.result, types, variadic=False))

        return with_calls(function, specialised)


def specialised_formats(module: Module, missing: Collection[str], pointer_size: int) -> SpecialisedFormats:
    """Generate functions for the literal formats in calls of those library functions that are
    ``missing`` in ``module``.
    """
    names: dict[_Key, str] = {}
    texts: dict[str, str] = {}
    wanted = frozenset(FORMAT_FUNCTIONS).intersection(missing)
    calls = (call for function in module.functions.values() for call in calls_in(function))
    for call in calls if wanted else ():
        key = _key(module, call, wanted)
        if key is None or key in names:
            continue
        name, text, passing = key
        generated = f"library_{name.strip('_')}_{len(names) + 1}"
        code = specialised_code(name, text, passing, pointer_size, generated)
        if code is not None:
            names[key] = generated
            texts[_FILE_OF[name]] = f"{texts.get(_FILE_OF[name], '')}\n{code}"
    return SpecialisedFormats(names, texts)


def _specialised_name(name: str, generated: str) -> str:
    """Return the name of the function ``generated`` that replaces ``name``."""
    return f"{name}@{generated}"


def _key(module: Module, call: CallInstruction, wanted: Collection[str]) -> _Key | None:
    """Return function, format and passing of arguments if ``call`` calls one of ``wanted`` with a
    literal format, else None.
    """
    if not isinstance(call.callee, Global) or call.callee.name not in wanted:
        return None
    name = call.callee.name
    known = FORMAT_FUNCTIONS[name]
    text = format_of(module, call, known.format_at)
    passing = [_passing(each) for each in call.arguments[len(known.parameters) :]]
    if text is None or missing_arguments(module, call, name) or is_simple_input(module, call, name):
        return None
    found = tuple(each for each in passing if each is not None)
    return (name, text, found) if len(found) == len(passing) else None


def _passing(argument: Argument) -> ArgumentClass | None:
    if argument.byval is not None:
        return None
    match argument.value.type:
        case IntType(32):
            return ArgumentClass.INT
        case IntType(64):
            return ArgumentClass.LONG
        case PointerType():
            return ArgumentClass.POINTER
        case FloatType("double"):
            return ArgumentClass.DOUBLE
        case _:
            return None
