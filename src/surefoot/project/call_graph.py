"""The functions of a project as units: their callers, the order of their checks, and their files."""

import os
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from surefoot.base.records import dataclass, field
from surefoot.project.fingerprints import digest_of
from surefoot.project.inputs import SourceFile
from surefoot.project.limits import LIMITS
from surefoot.project.survey import FileFacts, FunctionFacts

DefinitionKey = tuple[str, str]
"""A function or global variable: the path of the file that defines it, and its name."""


@dataclass(frozen=True, slots=True)
class Unit:
    """A function to check: the file that it is compiled with, its name, and its facts."""

    source: str
    function: str
    facts: FunctionFacts

    @property
    def symbol(self) -> DefinitionKey:
        """The function as a symbol."""
        return self.source, self.function


@dataclass(frozen=True, slots=True)
class UnitFiles:
    """The files to link for a unit, its own first, and the names that have no definition there."""

    paths: tuple[str, ...]
    changes_globals: bool
    """True if the functions that the unit reaches mention variables that are not constant."""
    digest: str
    """Hash of all that the unit reaches, without positions; empty if functions run that it does not
    reach.
    """
    positions: tuple[str, ...]
    """The positions in all that the unit reaches."""


@dataclass(slots=True)
class ProjectGraph:
    """Definitions of all files, and the references between them."""

    files: Mapping[str, FileFacts]
    sources: Mapping[str, SourceFile]
    root: Path
    _external: dict[str, str] = field(default_factory=dict)
    """The only file that defines each external name."""
    _callers: dict[DefinitionKey, dict[DefinitionKey, None]] = field(default_factory=dict)
    _copies: dict[tuple[str, int, str], DefinitionKey] = field(default_factory=dict)
    """The first copy of each function in a header, by its place and name."""
    _addressed: set[DefinitionKey] = field(default_factory=set)
    """Functions that are mentioned otherwise than as the callee of a call."""

    def __post_init__(self) -> None:
        several: set[str] = set()
        for path, facts in self.files.items():
            for name in facts["functions"]:
                self._first_copy((path, name))
        for path, facts in self.files.items():
            for name, known in (*facts["functions"].items(), *facts["globals"].items()):
                if not known["internal"] and not known["weak"] and self._external.setdefault(name, path) != path:
                    several.add(name)
            for name in facts["aliases"]:
                if self._external.setdefault(name, path) != path:
                    several.add(name)
        for name in several:
            del self._external[name]
        for path, facts in self.files.items():
            for name, function in facts["functions"].items():
                for callee in function["calls"]:
                    if (target := self._resolve(path, callee)) is not None:
                        self._callers.setdefault(self._first_copy(target), {})[self._first_copy((path, name))] = None
                self._add_addressed(path, function["addressed"])
            for variable in facts["globals"].values():
                self._add_addressed(path, variable["mentions"])

    def _add_addressed(self, path: str, names: Iterable[str]) -> None:
        found = (self._resolve(path, each) for each in names)
        self._addressed.update(self._first_copy(each) for each in found if each is not None)

    def _first_copy(self, symbol: DefinitionKey) -> DefinitionKey:
        """Return the copy of a function in a header that is its unit: that of the first file."""
        function = self.files[symbol[0]]["functions"].get(symbol[1])
        if function is None or function["file"] == symbol[0]:
            return symbol
        return self._copies.setdefault((function["file"], function["line"], symbol[1]), symbol)

    def units(self) -> list[Unit]:
        """Return the functions defined below the root, callees first; a function in a header is one
        unit.
        """
        found: dict[tuple[str, int, str], Unit] = {}
        for path, facts in self.files.items():
            for name, function in facts["functions"].items():
                if self._is_own(function["file"]):
                    found.setdefault((function["file"], function["line"], name), Unit(path, name, function))
        by_symbol = {each.symbol: each for each in found.values()}
        return [by_symbol[symbol] for symbol in self._callees_first(by_symbol) if symbol in by_symbol]

    def callers(self, symbol: DefinitionKey) -> tuple[DefinitionKey, ...]:
        """Return the functions that call ``symbol`` by name."""
        return tuple(self._callers.get(symbol, ()))

    def is_addressed(self, symbol: DefinitionKey) -> bool:
        """Return whether the address of ``symbol`` is taken, so that it may be called from anywhere."""
        return symbol in self._addressed

    def files_of(self, unit: Unit) -> UnitFiles:
        """Return the files with the definitions that ``unit`` reaches.

        A file whose external definitions clash with those of an earlier one is left out, so that
        its functions have no body.
        """
        paths = {unit.source: None}
        defined = set(self._external_names(unit.source))
        changes_globals = False
        digests: list[str] = []
        positions: list[str] = []
        for path, name in self._reached([unit.symbol]):
            facts = self.files[path]
            known = facts["functions"].get(name) or facts["globals"][name]
            digests += [path, name, known["digest"]]
            positions += known["positions"]
            if name in facts["globals"] and not facts["globals"][name]["constant"]:
                changes_globals = True
            names = self._external_names(path)
            if path not in paths and len(paths) < LIMITS.linked_files and defined.isdisjoint(names):
                paths[path] = None
                defined |= names
        digests += [f"{path} {self.files[path]['digest']} {self.sources[path].flags}" for path in paths]
        is_complete = not any(self.files[path]["has_constructors"] for path in paths)
        return UnitFiles(tuple(paths), changes_globals, digest_of(digests) if is_complete else "", tuple(positions))

    def _external_names(self, path: str) -> set[str]:
        facts = self.files[path]
        both = (*facts["functions"].items(), *facts["globals"].items())
        return {*facts["aliases"], *(name for name, known in both if not known["internal"] and not known["weak"])}

    def _reached(self, start: Iterable[DefinitionKey]) -> dict[DefinitionKey, None]:
        found = dict.fromkeys(start)
        pending = list(found)
        while pending:
            for target in self._references(pending.pop()):
                if target not in found:
                    found[target] = None
                    pending.append(target)
        return found

    def _references(self, symbol: DefinitionKey) -> list[DefinitionKey]:
        path, name = symbol
        facts = self.files[path]
        function, variable = facts["functions"].get(name), facts["globals"].get(name)
        names: Sequence[str] = function["mentions"] if function else variable["mentions"] if variable else ()
        return [target for each in names if (target := self._resolve(path, each)) is not None]

    def _resolve(self, path: str, name: str) -> DefinitionKey | None:
        """Return the definition that ``name`` refers to in the file ``path``."""
        facts = self.files[path]
        known = facts["functions"].get(name) or facts["globals"].get(name)
        other = self._external.get(name)
        if known is not None:
            return (other, name) if known["weak"] and other is not None else (path, name)
        for target in facts["aliases"].get(name, ()):
            if target != name:
                return self._resolve(path, target)
        return None if other in {None, path} else self._resolve(str(other), name)

    def _is_own(self, file: str) -> bool:
        return Path(os.path.abspath(file)).is_relative_to(self.root)  # noqa: PTH100 links to files keep their place

    def _callees_first(self, wanted: Mapping[DefinitionKey, Unit]) -> dict[DefinitionKey, None]:
        """Return all functions that ``wanted`` reach, in an order where callees precede their
        callers unless they are recursive.
        """
        done: dict[DefinitionKey, None] = {}
        entered: set[DefinitionKey] = set()
        for start in wanted:
            pending = [(start, False)]
            while pending:
                symbol, is_complete = pending.pop()
                if is_complete:
                    done[symbol] = None
                elif symbol not in entered:
                    entered.add(symbol)
                    pending.append((symbol, True))
                    pending += [(each, False) for each in reversed(self._references(symbol)) if each not in entered]
        return done
