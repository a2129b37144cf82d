"""What generated functions and variables are called in C, and what reports call them."""

import re
from collections.abc import Collection, Mapping
from typing import Final

from surefoot.base.records import replace
from surefoot.frontend.llvm.module import DebugVariable, Module

BODY: Final = "__surefoot_body_"
"""Begins the C name of the function that has the body of one with a contract."""
PROVE: Final = "__surefoot_prove_"
"""Begins the C name of the function that runs start in to prove a contract."""
OURS: Final = "__surefoot_"
_CALLED: Final = "@contract"
_PROOF: Final = "@proof"
_GLOBAL: Final = re.compile(r'c"[^"]*"|@([\w$.]+)')


def called_name(function: str) -> str:
    """What is called where ``function`` is called: it checks the contract, or stands for the body."""
    return f"{function}{_CALLED}"


def proof_name(function: str) -> str:
    """Where runs start that prove the contract of ``function``."""
    return f"{function}{_PROOF}"


def is_contract(function: str) -> bool:
    """Whether ``function`` is generated from a contract."""
    return function.endswith((_CALLED, _PROOF))


def is_proof(function: str) -> bool:
    """Whether runs start in ``function`` to prove a contract."""
    return function.endswith(_PROOF)


def with_names_of_source(ir_text: str, own: Collection[str], others: Collection[str]) -> str:
    """The IR in which bodies have the names of the functions with contracts, and what is called instead has another.

    ``own`` have their contracts in the same file, ``others`` in another one.
    """
    defined = set(re.findall(r'^define [^@"]*@([\w$.]+)\(', ir_text, re.MULTILINE))
    own = {*own, *(name for name in others if name not in defined)}
    names = {name: f'"{called_name(name)}"' for name in own}
    names |= {f"{BODY}{name}": name for name in own}
    names |= {f"{PROVE}{name}": f'"{proof_name(name)}"' for name in own}

    def renamed(found: re.Match[str]) -> str:
        return f"@{names[found[1]]}" if found[1] in names else found[0]

    return _GLOBAL.sub(renamed, ir_text)


def with_variables_of_source(module: Module, shown: Mapping[str, str]) -> Module:
    """``module`` whose generated variables are called as ``shown`` says, or are none of the user's."""

    def declared(known: Mapping[str, DebugVariable]) -> dict[str, DebugVariable]:
        found = {key: replace(each, name=shown.get(each.name, each.name)) for key, each in known.items()}
        return {key: each for key, each in found.items() if not each.name.startswith(OURS)}

    functions = {
        name: replace(function, declared=declared(function.declared)) for name, function in module.functions.items()
    }
    return replace(module, functions=functions)
