"""Contracts of a program, and the names of the functions generated from them.

A function ``f`` with a contract yields a wrapper ``f@contract``, which callers call, and a proof
harness ``f@proof``.
"""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from surefoot.base.budget import Budget
from surefoot.base.caveats import Caveat, Direction
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
"""Prefix of the C name of the body of a function with a contract."""
PROVE: Final = "__surefoot_prove_"
"""Prefix of the C name of a proof harness."""
GENERATED: Final = "__surefoot_"
"""Prefix of all C names of generated code."""
_WRAPPER: Final = "@contract"
_PROOF: Final = "@proof"
_GLOBAL: Final = re.compile(r'c"[^"]*"|@([\w$.]+)')
_INCLUDE: Final = re.compile(r'^[ \t]*#[ \t]*include[ \t]*"([^"\n]+)"', re.MULTILINE)


@dataclass(frozen=True, slots=True)
class FunctionContract:
    """A function with a contract at ``span``; ``has_body`` if it is defined in the program."""

    function: str
    has_body: bool
    span: Span
    has_validity_of_other_memory: bool = False
    """True if the contract states validity of memory that no parameter points to, which its proof
    harness lacks.
    """
    unchecked: tuple[str, ...] = ()
    """The behaviors whose ``assigns`` clauses are not checked."""


@dataclass(frozen=True, slots=True)
class Contracts:
    """The translated annotations of a program; under ``flags``, clang reads the instrumented files."""

    flags: tuple[str, ...] = ()
    known: Mapping[str, FunctionContract] = field(default_factory=dict)
    has_annotations: bool = False
    warnings: tuple[str, ...] = ()
    _own: Mapping[str, frozenset[str]] = field(default_factory=dict)
    _display_names: Mapping[str, str] = field(default_factory=dict)

    def entry(self, function: str) -> str:
        """Return the entry function for verifying ``function``: its proof harness if it has one."""
        contract = self.known.get(function)
        return harness_name(function) if contract is not None and contract.has_body else function

    def caveats(self, program: Program) -> Iterator[Caveat]:
        """Yield the contracts that the program assumes because there is no body, and the clauses that
        are not checked.
        """
        for name, known in self.known.items():
            if not known.has_body and wrapper_name(name) in program.functions:
                yield Caveat("contracts", Direction.ASSUMES, f"{name} has no body: its contract is assumed", known.span)
            elif harness_name(name) in program.functions:
                for each in known.unchecked:
                    text = f"{name} keeps what its own assigns lists and that of behavior {each} does not"
                    yield Caveat("contracts", Direction.ASSUMES, text, known.span)

    def renamed(self, ir_text: str, path: Path) -> str:
        """Return the IR of the file at ``path`` with the function names of the source."""
        if not self.known:
            return ir_text
        own = self._own.get(str(path), frozenset())
        return with_source_names(ir_text, own, self.known.keys() - own)

    def named(self, module: Module) -> Module:
        """Return ``module`` with the variable names of the source."""
        return with_source_variables(module, self._display_names) if self.flags else module


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
    """Translate the annotations of the C files at ``paths``; raises `InputError` for invalid
    annotations.

    The instrumented files exist until the context ends.
    """
    annotations = environment.annotations
    texts = {path: _text_of(path) for path in paths}
    unseen = tuple(_in_headers(texts, flags)) if annotations is not Annotations.OFF else ()
    if annotations is Annotations.OFF or not any("/*@" in text or "//@" in text for text in texts.values()):
        yield Contracts(warnings=unseen)
        return
    if CheckKind.CONTRACT not in property.violations:
        yield Contracts(
            warnings=(f"annotations are not checked for property {property.name}; add contracts to --property", *unseen)
        )
        return
    from surefoot.frontend.acsl.contract_code import contract_code  # few programs have annotations

    with contract_code(texts, data_model, flags, budget, environment, property, entry) as found:
        yield replace(found, warnings=(*found.warnings, *unseen))


def contract_postconditions(program: Program) -> frozenset[CheckSite]:
    r"""Return the check sites of ``ensures`` and ``assigns`` in the proof harness.

    ``ensures \false``, which states that the function does not return, has none.
    """
    return frozenset(
        site
        for function in program.functions.values()
        if is_harness(function.name)
        for block in function.blocks.values()
        for statement in block.statements
        if isinstance(statement, Check) and statement.kind is CheckKind.CONTRACT and statement.condition is not FALSE
        for site, _ in sites_of(statement, function.name)
    )


def _in_headers(texts: Mapping[Path, str], flags: Sequence[str]) -> Iterator[str]:
    """Yield warnings about annotations in included files, which are ignored."""
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
                yield f"{header}: annotations in included files are not checked; move them to a C file"


def _has_annotations(text: str) -> bool:
    from surefoot.frontend.acsl.tokens import Kind, tokens_of  # few programs have annotations

    return any(each.kind is Kind.ANNOTATION for each in tokens_of(text))


def _text_of(path: Path) -> str:
    try:
        return path.read_bytes().decode("utf-8", "replace")
    except OSError:
        return ""


# ---- names of generated functions and variables


def wrapper_name(function: str) -> str:
    """Return the name of the function that callers of ``function`` call: it checks the contract, or
    replaces the body by it.
    """
    return f"{function}{_WRAPPER}"


def is_generated_variable(name: str) -> bool:
    """Return whether a global variable is generated: static variables of a function with a contract
    have the name of its body as a prefix.
    """
    return name.startswith(GENERATED) and not name.startswith(BODY)


def harness_name(function: str) -> str:
    """Return the name of the proof harness of ``function``."""
    return f"{function}{_PROOF}"


def is_harness(function: str) -> bool:
    """Return whether ``function`` is a proof harness."""
    return function.endswith(_PROOF)


def with_source_names(ir_text: str, own: Collection[str], others: Collection[str]) -> str:
    """Give bodies the names of their functions, wrappers and harnesses the names of `wrapper_name`
    and `harness_name`.

    ``own`` have their contracts in the same file, ``others`` in another one.
    """
    defined = set(re.findall(r'^define [^@"]*@([\w$.]+)\(', ir_text, re.MULTILINE))
    own = {*own, *(name for name in others if name not in defined)}
    names = {name: f'"{wrapper_name(name)}"' for name in own}
    names |= {f"{BODY}{name}": name for name in own}
    names |= {f"{PROVE}{name}": f'"{harness_name(name)}"' for name in own}

    def renamed(found: re.Match[str]) -> str:
        return f"@{names[found[1]]}" if found[1] in names else found[0]

    return _GLOBAL.sub(renamed, ir_text)


def with_source_variables(module: Module, shown: Mapping[str, str]) -> Module:
    """Rename generated variables in ``module`` by ``shown``; other generated variables lose
    their debug info.
    """

    def declared(known: Mapping[str, DebugVariable]) -> dict[str, DebugVariable]:
        found = {key: replace(each, name=shown.get(each.name, each.name)) for key, each in known.items()}
        return {key: each for key, each in found.items() if not each.name.startswith(GENERATED)}

    functions = {
        name: replace(function, declared=declared(function.declared)) for name, function in module.functions.items()
    }
    return replace(module, functions=functions)
