"""Translation of all annotations of a program to code: type queries to clang, then the instrumented
files.

An overlay file system of clang shows the instrumented files in place of the originals.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from surefoot.base.budget import Budget
from surefoot.base.errors import CompileError, Diagnostic, InputError
from surefoot.base.records import dataclass
from surefoot.frontend.acsl.annotated import AnnotatedFile, Group, annotated_file
from surefoot.frontend.acsl.attachment import FunctionSite
from surefoot.frontend.acsl.contracts import Contracts, FunctionContract
from surefoot.frontend.acsl.instrument import Instrumenter
from surefoot.frontend.acsl.source_text import AnnotationError, EditedText, SourceText, annotation_errors
from surefoot.frontend.acsl.statements import PRELUDE
from surefoot.frontend.acsl.syntax import (
    AddressOf,
    Binary,
    Cast,
    Clause,
    Dereference,
    Index,
    Member,
    Name,
    Number,
    Old,
    Predicate,
    Term,
    Valid,
    Verbatim,
    nodes_of,
)
from surefoot.frontend.acsl.type_queries import PROBLEM_MARKER, TypeQueries
from surefoot.frontend.acsl.typed_code import Type, prelude_of_codes, type_of_code
from surefoot.frontend.compiler import compile_all
from surefoot.frontend.environment import Annotations, Environment
from surefoot.program.program import DataModel
from surefoot.program.properties import Property
from surefoot.program.statements import CheckKind


@contextmanager
def contract_code(
    texts: Mapping[Path, str],
    data_model: DataModel,
    flags: Sequence[str],
    budget: Budget | None,
    environment: Environment,
    property: Property,
    entry: str,
) -> Iterator[Contracts]:
    """Translate the annotations in ``texts``, the contents of the C files; raises `InputError` for
    invalid annotations.

    The instrumented files exist until the context ends.
    """
    files = {
        path: annotated_file(SourceText(str(path), text), number) for number, (path, text) in enumerate(texts.items())
    }
    with TemporaryDirectory(prefix="surefoot-") as folder:
        (Path(folder) / "prelude.h").write_text(PRELUDE + prelude_of_codes(), "utf-8")
        yield _ContractCode(Path(folder), files, data_model, flags, budget, environment, property, entry).contracts()


@dataclass(frozen=True, slots=True)
class _ContractCode:
    folder: Path
    files: Mapping[Path, AnnotatedFile]
    data_model: DataModel
    flags: Sequence[str]
    budget: Budget | None
    environment: Environment
    property: Property
    entry: str

    def contracts(self) -> Contracts:
        annotated = {path: file for path, file in self.files.items() if file.has_annotations}
        types = {path: self._types(path, file) for path, file in annotated.items()}
        known = self._contracts_by_name(annotated)
        bodies = frozenset(name for name, each in known.items() if each.has_body)
        display_names: dict[str, str] = {}
        texts: dict[Path, EditedText] = {}
        for path, file in annotated.items():
            instrumenter = Instrumenter(
                file,
                types[path],
                bodies,
                self.environment.run_by_body if self.environment.annotations is Annotations.MODULAR else bodies,
                uses_unsigned=CheckKind.UNSIGNED_OVERFLOW not in self.property.violations,
            )
            try:
                texts[path] = instrumenter.text()
            except AnnotationError as problem:
                raise annotation_errors(file.source, [problem]) from None
            display_names |= instrumenter.display_names
            self._require_compiles(path, file, texts[path])
        return Contracts(
            self._overlay(texts),
            known,
            bool(annotated),
            tuple(self._unchecked_assigns(annotated)),
            {str(path): frozenset(file.contracts) for path, file in annotated.items()},
            display_names,
        )

    def _unchecked_assigns(self, annotated: Mapping[Path, AnnotatedFile]) -> Iterator[str]:
        for file in annotated.values():
            for name, group in file.contracts.items():
                for clause in (
                    group.assigns if self.environment.annotations is Annotations.ON and name != self.entry else ()
                ):
                    yield f"{file.source.span(clause.at)}: assigns of {name} is not checked; use --function {name} or --modular"

    def _contracts_by_name(self, annotated: Mapping[Path, AnnotatedFile]) -> dict[str, FunctionContract]:
        found: dict[str, FunctionContract] = {}
        for path, file in annotated.items():
            for name, group in file.contracts.items():
                site = group.site
                has_body = isinstance(site, FunctionSite) and (site.body is not None or bool(file.definitions(name)))
                elsewhere = next(
                    (other for other, each in self.files.items() if other != path and each.definitions(name)), None
                )
                is_static = isinstance(site, FunctionSite) and any(each.text == "static" for each in site.header)
                if elsewhere is not None and not is_static and not has_body:
                    text = f"{name} is defined in {elsewhere}, but its contract is in another file"
                    raise annotation_errors(
                        file.source, [AnnotationError(text, group.at, "write the contract before the definition")]
                    )
                if name in found:
                    text = f"{name} has a contract in another file"
                    raise annotation_errors(
                        file.source,
                        [AnnotationError(text, group.at, "merge the contracts, or rename one of the functions")],
                    )
                has_validity_of_other = has_validity_of_other_memory(group)
                found[name] = FunctionContract(
                    name, has_body, file.source.span(group.at), has_validity_of_other, group.unchecked
                )
        return found

    def _types(self, path: Path, file: AnnotatedFile) -> dict[Term, Type]:
        """Return the types of the active terms of ``file``, and remove annotations that the
        preprocessor discards.

        Raises `CompileError` for errors in active annotations.
        """
        queries = TypeQueries(file)
        text = queries.text()
        overlay = self._overlay({path: text})
        flags = (*self.flags, "-femit-all-decls")
        try:
            unit = compile_all([path], self.data_model, flags, self.budget, extra=(*overlay, "-W#pragma-messages"))[0]
        except CompileError as error:
            raise self._annotation_error(error, path, file, text) from None
        messages = "\n".join(unit.warnings)
        if active := [
            each.error for number, each in enumerate(file.problems) if f"{PROBLEM_MARKER} {number} [" in messages
        ]:
            raise annotation_errors(file.source, active)
        types: dict[Term, Type] = {}
        for term, code in queries.type_codes(unit.ir_text).items():
            found = type_of_code(code, self.data_model)
            if found is None:
                hint = "integers, floating-point numbers, pointers and members of structs are supported"
                raise annotation_errors(
                    file.source, [AnnotationError("a term of this type is not supported in annotations", term.at, hint)]
                )
            types[term] = found
        file.groups = queries.active_groups(types)
        return types

    def _require_compiles(self, path: Path, file: AnnotatedFile, text: EditedText) -> None:
        """Report errors in annotations before the whole program is compiled."""
        try:
            compile_all([path], self.data_model, self.flags, self.budget, extra=self._overlay({path: text}))
        except CompileError as error:
            raise self._annotation_error(error, path, file, text) from None

    def _annotation_error(self, error: CompileError, path: Path, file: AnnotatedFile, text: EditedText) -> InputError:
        """Map clang's errors in inserted code to their annotations.

        Raises the errors of the file without annotations if there are none in inserted code.
        """
        found: dict[Diagnostic, None] = {}
        for each in error.diagnostics():
            if each.span is None or Path(each.span.file) != path:
                continue
            at = text.origin(each.span.line, each.span.column)
            if at is not None:
                found[file.source.diagnostic(each.message, at)] = None
        if found:
            return CompileError(list(found))
        compile_all([path], self.data_model, self.flags, self.budget)
        return InputError(f"{path} does not compile with its annotations: {error}; --contracts off ignores them")

    def _overlay(self, texts: Mapping[Path, EditedText]) -> tuple[str, ...]:
        """Return flags by which clang reads ``texts`` in place of the files."""
        roots = []
        for number, (path, text) in enumerate(texts.items()):
            new = self.folder / f"{number}.c"
            new.write_bytes(text.text.encode())
            roots.append({"type": "file", "name": str(path.absolute()), "external-contents": str(new)})
        overlay = self.folder / "overlay.yaml"
        overlay.write_text(json.dumps({"version": 0, "use-external-names": False, "roots": roots}), "utf-8")
        return "-ivfsoverlay", str(overlay), "-include", str(self.folder / "prelude.h")


# ---- validity of memory that no parameter points to
#
# A proof harness has the memory of arguments and global variables only. A contract that states
# validity of other memory (a list behind a global variable, the target of a member, a result)
# would exclude states that callers can have.


def has_validity_of_other_memory(group: Group) -> bool:
    r"""Return whether the contract states ``\valid`` of a pointer that is not computed from
    parameters.
    """
    site = group.site
    parameters = site.parameters if isinstance(site, FunctionSite) else ()
    predicates = [each.predicate for each in group.clauses if isinstance(each, Clause)]
    pointers = (each.pointer for predicate in predicates for each in nodes_of(predicate) if isinstance(each, Valid))
    return not all(_is_computed_from_parameters(each, parameters) for each in pointers)


def _is_computed_from_parameters(pointer: Term | Predicate, parameters: tuple[str, ...] | list[str]) -> bool:
    """Return whether ``pointer`` is computed from parameters and constants without reading memory,
    or is the address of a variable.
    """
    match pointer:
        case Name(name):
            return name in parameters
        case Number() | Verbatim():
            return True
        case Cast(of=of) | Old(of=of):
            return _is_computed_from_parameters(of, parameters)
        case Binary(left=left, right=right):
            return _is_computed_from_parameters(left, parameters) and _is_computed_from_parameters(right, parameters)
        case AddressOf(of):
            return _is_place_in_parameters(of, parameters)
        case _:
            return False


def _is_place_in_parameters(place: Term | Predicate, parameters: tuple[str, ...] | list[str]) -> bool:
    """Return whether the address of ``place`` is computed like that."""
    match place:
        case Name():
            return True
        case Member(base=base, sign="."):
            return _is_place_in_parameters(base, parameters)
        case Member(base=base) | Index(base=base) | Dereference(pointer=base):
            return _is_computed_from_parameters(base, parameters)
        case _:
            return False
