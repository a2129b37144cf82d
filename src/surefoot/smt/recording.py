"""A solver whose checks can be replayed: each is written as an SMT-LIB script of its own."""
# ruff: noqa: D102 - the methods are documented where their protocol is

from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

from surefoot.logic import Term
from surefoot.smt.contracts import Answer, NoAnswer, Sat, Solver, Unsat


class Recorder:
    """Writer of numbered scripts of one run into ``folder``.

    ``failure`` is set when a script cannot be written; recording then stops and checks go on.
    """

    def __init__(self, folder: Path) -> None:
        self.failure = ""
        self._folder = folder
        self._written = 0

    def begin(self, solver: str, purpose: str, formulas: Sequence[Term]) -> Path | None:
        """Write a script before its check, so that it is there should the check never return; where
        it is.
        """
        from surefoot.logic.smtlib import print_script

        if self.failure:
            return None
        return self.keep(solver, purpose, f"; solver: {solver}\n; purpose: {purpose!r}\n{print_script(formulas)}")

    def keep(self, solver: str, label: str, script: str) -> Path | None:
        """Write ``script``, which is about ``solver``, to a file of its own; where it is."""
        if self.failure:
            return None
        self._written += 1
        label = "".join(letter if letter.isalnum() else "-" for letter in label)
        path = self._folder / "-".join(part for part in (f"{self._written:05}", solver, label) if part)
        path = path.with_name(f"{path.name}.smt2")
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            path.write_text(script, encoding="utf-8")
        except OSError as failure:
            with suppress(OSError):
                path.unlink(missing_ok=True)
            self.failure = f"cannot record a query in {self._folder}: {failure.strerror}"
            return None
        return path

    def end(self, path: Path | None, answer: Answer) -> None:
        """Note the answer below the script, if it was written."""
        if path is None:
            return
        try:
            with path.open("a", encoding="utf-8") as script:
                script.write(f"; answer: {_summary(answer)}\n")
        except OSError as failure:
            self.failure = f"cannot record an answer in {path}: {failure.strerror}"


def _summary(answer: Answer) -> str:
    match answer:
        case Sat():
            return "sat"
        case Unsat():
            return "unsat"
        case NoAnswer(reason):
            return f"unknown ({reason!r})"


class RecordedSolver:
    """``inner``, with every check written by ``recorder``."""

    def __init__(self, inner: Solver, recorder: Recorder) -> None:
        self._inner = inner
        self._recorder = recorder
        self._scopes: list[list[Term]] = [[]]

    @property
    def name(self) -> str:
        return self._inner.name

    def add(self, formula: Term) -> None:
        self._scopes[-1].append(formula)
        self._inner.add(formula)

    def check(self, assumptions: Sequence[Term] = (), *, purpose: str = "") -> Answer:
        formulas = [formula for scope in self._scopes for formula in scope]
        path = self._recorder.begin(self.name, purpose, [*formulas, *assumptions])
        answer = self._inner.check(assumptions, purpose=purpose)
        self._recorder.end(path, answer)
        return answer

    @contextmanager
    def scope(self) -> Iterator[None]:
        with self._inner.scope():
            self._scopes.append([])
            try:
                yield
            finally:
                self._scopes.pop()

    def close(self) -> None:
        self._inner.close()
