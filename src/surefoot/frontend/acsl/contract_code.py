"""The C files of a program with their annotations as code: questions to clang first, then what all later compilations see in place of the files."""

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
from surefoot.frontend.acsl.contracts import Contracts, KnownContract
from surefoot.frontend.acsl.instrument import Instrumented
from surefoot.frontend.acsl.source_text import AnnotationError, NewText, SourceText, refused
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
from surefoot.frontend.acsl.type_queries import SIGN, Questions
from surefoot.frontend.acsl.typed_code import Type, prelude_of_codes, type_of_code
from surefoot.frontend.clang.compiler import compile_all
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
    """The contracts in ``texts``, what the C files are, as long as they are needed; raises `InputError` for annotations that cannot be used."""
    files = {
        path: annotated_file(SourceText(str(path), text), number) for number, (path, text) in enumerate(texts.items())
    }
    with TemporaryDirectory(prefix="surefoot-") as folder:
        (Path(folder) / "prelude.h").write_text(PRELUDE + prelude_of_codes(), "utf-8")
        yield _Work(Path(folder), files, data_model, flags, budget, environment, property, entry).contracts()


@dataclass(frozen=True, slots=True)
class _Work:
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
        known = self._known(annotated)
        bodies = frozenset(name for name, each in known.items() if each.has_body)
        shown: dict[str, str] = {}
        texts: dict[Path, NewText] = {}
        for path, file in annotated.items():
            instrumented = Instrumented(
                file,
                types[path],
                bodies,
                self.environment.run_by_body if self.environment.annotations is Annotations.MODULAR else bodies,
                uses_unsigned=CheckKind.UNSIGNED_OVERFLOW not in self.property.violations,
            )
            try:
                texts[path] = instrumented.text()
            except AnnotationError as problem:
                raise refused(file.source, [problem]) from None
            shown |= instrumented.shown
            self._require_compiles(path, file, texts[path])
        return Contracts(
            self._overlay(texts),
            known,
            bool(annotated),
            tuple(self._unchecked(annotated)),
            {str(path): frozenset(file.contracts) for path, file in annotated.items()},
            shown,
        )

    def _unchecked(self, annotated: Mapping[Path, AnnotatedFile]) -> Iterator[str]:
        for file in annotated.values():
            for name, group in file.contracts.items():
                for clause in (
                    group.assigns if self.environment.annotations is Annotations.ON and name != self.entry else ()
                ):
                    yield f"{file.source.span(clause.at)}: assigns is checked where {name} is proved, by --function {name} or --modular"

    def _known(self, annotated: Mapping[Path, AnnotatedFile]) -> dict[str, KnownContract]:
        found: dict[str, KnownContract] = {}
        for path, file in annotated.items():
            for name, group in file.contracts.items():
                site = group.site
                has_body = isinstance(site, FunctionSite) and (site.body is not None or bool(file.definitions(name)))
                elsewhere = next(
                    (other for other, each in self.files.items() if other != path and each.definitions(name)), None
                )
                is_static = isinstance(site, FunctionSite) and any(each.text == "static" for each in site.header)
                if elsewhere is not None and not is_static and not has_body:
                    text = f"the body of {name} is in {elsewhere}, but its contract is not"
                    raise refused(file.source, [AnnotationError(text, group.at, "write the contract before the body")])
                if name in found:
                    text = f"{name} has a contract in another file, too"
                    raise refused(
                        file.source,
                        [AnnotationError(text, group.at, "contracts of two functions with one name are not supported")],
                    )
                is_about_other = is_about_other_memory(group)
                found[name] = KnownContract(name, has_body, file.source.span(group.at), is_about_other)
        return found

    def _types(self, path: Path, file: AnnotatedFile) -> dict[Term, Type]:
        """The types of the terms of ``file`` that count; raises the problems that count, and forgets the annotations that do not."""
        questions = Questions(file)
        text = questions.text()
        overlay = self._overlay({path: text})
        flags = (*self.flags, "-femit-all-decls")
        try:
            unit = compile_all([path], self.data_model, flags, self.budget, extra=(*overlay, "-W#pragma-messages"))[0]
        except CompileError as error:
            raise self._about_annotations(error, path, file, text) from None
        said = "\n".join(unit.warnings)
        if counting := [each.error for number, each in enumerate(file.problems) if f"{SIGN} {number} [" in said]:
            raise refused(file.source, counting)
        types: dict[Term, Type] = {}
        for term, code in questions.answers(unit.ir_text).items():
            found = type_of_code(code, self.data_model)
            if found is None:
                hint = "annotations are about integers, floating numbers, pointers and members of structs"
                raise refused(file.source, [AnnotationError("this has a type that is not supported", term.at, hint)])
            types[term] = found
        file.groups = questions.reached(types)
        return types

    def _require_compiles(self, path: Path, file: AnnotatedFile, text: NewText) -> None:
        """Tell of errors in annotations before the whole program is compiled."""
        try:
            compile_all([path], self.data_model, self.flags, self.budget, extra=self._overlay({path: text}))
        except CompileError as error:
            raise self._about_annotations(error, path, file, text) from None

    def _about_annotations(self, error: CompileError, path: Path, file: AnnotatedFile, text: NewText) -> InputError:
        """What clang says about inserted code, as told about the annotation; if it is about other code, what it says without annotations."""
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
        return InputError(f"{path} does not compile with its annotations: {error}")

    def _overlay(self, texts: Mapping[Path, NewText]) -> tuple[str, ...]:
        """Flags for clang that show it ``texts`` in place of the files."""
        roots = []
        for number, (path, text) in enumerate(texts.items()):
            new = self.folder / f"{number}.c"
            new.write_bytes(text.text.encode())
            roots.append({"type": "file", "name": str(path.absolute()), "external-contents": str(new)})
        overlay = self.folder / "overlay.yaml"
        overlay.write_text(json.dumps({"version": 0, "use-external-names": False, "roots": roots}), "utf-8")
        return "-ivfsoverlay", str(overlay), "-include", str(self.folder / "prelude.h")


# ---- validity of memory that no parameter points to


def is_about_other_memory(group: Group) -> bool:
    """Whether a clause of the contract says of another pointer than a parameter, or a place in what that points to, that it is valid."""
    site = group.site
    parameters = site.parameters if isinstance(site, FunctionSite) else ()
    predicates = [each.predicate for each in group.clauses if isinstance(each, Clause)]
    said = (each.pointer for predicate in predicates for each in nodes_of(predicate) if isinstance(each, Valid))
    return not all(_leads_by_parameter(each, parameters) for each in said)


def _leads_by_parameter(pointer: Term | Predicate, parameters: tuple[str, ...] | list[str]) -> bool:
    """Whether ``pointer`` is computed from parameters and constants, without a look into memory, or is the address of a variable."""
    match pointer:
        case Name(name):
            return name in parameters
        case Number() | Verbatim():
            return True
        case Cast(of=of) | Old(of=of):
            return _leads_by_parameter(of, parameters)
        case Binary(left=left, right=right):
            return _leads_by_parameter(left, parameters) and _leads_by_parameter(right, parameters)
        case AddressOf(of):
            return _lies_by_parameter(of, parameters)
        case _:
            return False


def _lies_by_parameter(place: Term | Predicate, parameters: tuple[str, ...] | list[str]) -> bool:
    """The same for the address of ``place``."""
    match place:
        case Name():
            return True
        case Member(base=base, sign="."):
            return _lies_by_parameter(base, parameters)
        case Member(base=base) | Index(base=base) | Dereference(pointer=base):
            return _leads_by_parameter(base, parameters)
        case _:
            return False
