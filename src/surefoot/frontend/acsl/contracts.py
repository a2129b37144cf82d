"""The contracts of a program, and what becomes of names because of them; most programs have none."""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from surefoot.base.budget import Budget
from surefoot.base.caveats import Caveat, Lean
from surefoot.base.records import dataclass, field, replace
from surefoot.base.spans import Span
from surefoot.frontend.environment import Annotations, Environment
from surefoot.frontend.llvm.module import DebugVariable, Module
from surefoot.logic import FALSE
from surefoot.program.check_sites import CheckSite, sites_of
from surefoot.program.program import DataModel, Program
from surefoot.program.properties import Property
from surefoot.program.statements import Check, CheckKind

BODY: Final = "__surefoot_body_"
"""Begins the C name of the function that has the body of one with a contract."""
PROVE: Final = "__surefoot_prove_"
"""Begins the C name of the function that runs start in to prove a contract."""
OURS: Final = "__surefoot_"
_CALLED: Final = "@contract"
_PROOF: Final = "@proof"
_GLOBAL: Final = re.compile(r'c"[^"]*"|@([\w$.]+)')
_INCLUDE: Final = re.compile(r'^[ \t]*#[ \t]*include[ \t]*"([^"\n]+)"', re.MULTILINE)


@dataclass(frozen=True, slots=True)
class KnownContract:
    """A function with a contract: whether its body is in the program, and where the contract is."""

    function: str
    has_body: bool
    span: Span
    is_about_other_memory: bool = False
    """Whether it takes memory for valid that no parameter points to: proofs have none but that of arguments and global variables."""


@dataclass(frozen=True, slots=True)
class Contracts:
    """What the annotations of a program became; ``flags`` show clang the files with code in their place."""

    flags: tuple[str, ...] = ()
    known: Mapping[str, KnownContract] = field(default_factory=dict)
    has_annotations: bool = False
    warnings: tuple[str, ...] = ()
    _own: Mapping[str, frozenset[str]] = field(default_factory=dict)
    _shown: Mapping[str, str] = field(default_factory=dict)

    def entry(self, function: str) -> str:
        """Where runs start if they are to start in ``function``."""
        contract = self.known.get(function)
        return proof_name(function) if contract is not None and contract.has_body else function

    def caveats(self, program: Program) -> Iterator[Caveat]:
        """What the program assumes because of contracts."""
        for name, known in self.known.items():
            if not known.has_body and called_name(name) in program.functions:
                yield Caveat(
                    "contracts", Lean.ASSUMES, f"{name} has no body: its contract is taken for granted", known.span
                )

    def renamed(self, ir_text: str, path: Path) -> str:
        """The IR of the file at ``path`` with the names of the source."""
        if not self.known:
            return ir_text
        own = self._own.get(str(path), frozenset())
        return with_names_of_source(ir_text, own, self.known.keys() - own)

    def named(self, module: Module) -> Module:
        """``module`` with the variables of the source."""
        return with_variables_of_source(module, self._shown) if self.flags else module


@contextmanager
def contracts_of(
    paths: Sequence[Path],
    data_model: DataModel,
    flags: Sequence[str],
    budget: Budget | None,
    property: Property,
    environment: Environment,
    entry: str,
) -> Iterator[Contracts]:
    """The contracts of the C files at ``paths``, as long as they are needed; raises `InputError` for annotations that cannot be used."""
    annotations = environment.annotations
    texts = {path: _text_of(path) for path in paths}
    unseen = tuple(_in_headers(texts, flags)) if annotations is not Annotations.OFF else ()
    if annotations is Annotations.OFF or not any("/*@" in text or "//@" in text for text in texts.values()):
        yield Contracts(warnings=unseen)
        return
    if CheckKind.CONTRACT not in property.violations:
        yield Contracts(
            warnings=(f"annotations are not checked: property {property.name} does not ask for it", *unseen)
        )
        return
    from surefoot.frontend.acsl.contract_code import contract_code  # few programs have annotations

    with contract_code(texts, data_model, flags, budget, environment, property, entry) as found:
        yield replace(found, warnings=(*found.warnings, *unseen))


def promised_by_contract(program: Program) -> frozenset[CheckSite]:
    r"""Where it is checked what the contract of the function promises in which runs start: ``ensures`` and ``assigns``.

    ``ensures \false`` promises that no run comes there.
    """
    return frozenset(
        site
        for function in program.functions.values()
        if is_proof(function.name)
        for block in function.blocks.values()
        for statement in block.statements
        if isinstance(statement, Check) and statement.kind is CheckKind.CONTRACT and statement.condition is not FALSE
        for site, _ in sites_of(statement, function.name)
    )


def _in_headers(texts: Mapping[Path, str], flags: Sequence[str]) -> Iterator[str]:
    """Warnings about annotations in files that the program includes: these are not looked at."""
    after = (*flags[1:], "")[: len(flags)]
    folders = [Path(flag[2:] or then) for flag, then in zip(flags, after, strict=True) if flag.startswith("-I")]
    pending = list(texts.items())
    seen = set(texts)
    while pending:
        including, text = pending.pop()
        for name in _INCLUDE.findall(text):
            known = (folder / name for folder in (including.parent, *folders))
            header = next((each for each in known if each.is_file()), None)
            if header is None or header in seen:
                continue
            seen.add(header)
            inner = _text_of(header)
            pending.append((header, inner))
            if ("/*@" in inner or "//@" in inner) and _has_annotations(inner):
                yield f"{header}: annotations in files that are included are not checked"


def _has_annotations(text: str) -> bool:
    from surefoot.frontend.acsl.tokens import Kind, tokens_of  # few programs have annotations

    return any(each.kind is Kind.ANNOTATION for each in tokens_of(text))


def _text_of(path: Path) -> str:
    try:
        return path.read_bytes().decode("utf-8", "replace")
    except OSError:
        return ""


# ---- names of generated functions and variables


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
