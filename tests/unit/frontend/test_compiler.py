"""The compiler: accepted inputs, failures, and clean-up."""

import errno
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from importlib.machinery import ModuleSpec
from pathlib import Path

import pytest

from corpus.compiled_once import ANEW
from surefoot.base.budget import Budget
from surefoot.base.errors import CompileError, EnvironmentFault, InputError, OutOfBudget, UsageError
from surefoot.base.spans import Span
from surefoot.frontend import compiler
from surefoot.frontend.compiler import compile_all, compile_c, toolchain
from surefoot.frontend.llvm.module import CallInstruction, Global
from surefoot.frontend.llvm.reader import read_module
from surefoot.program.program import DataModel

Write = Callable[..., Path]
BOTH = pytest.mark.parametrize("data_model", list(DataModel), ids=lambda model: model.name)


@pytest.fixture(autouse=True)
def _anew(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiler, "_compile", ANEW)


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Write a C file and give its path."""

    def write_file(text: str | bytes, name: str = "t.c") -> Path:
        path = tmp_path / name
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return path

    return write_file


def functions_called(path: Path) -> set[str]:
    module = read_module(compile_c(path, DataModel.LP64).ir_text, str(path))
    return {
        item.callee.name
        for function in module.functions.values()
        for block in function.blocks
        for item in block.instructions
        if isinstance(item, CallInstruction) and isinstance(item.callee, Global)
    }


class TestCompiling:
    @BOTH
    def test_data_models_differ_in_long_and_pointers(self, write: Write, data_model: DataModel) -> None:
        source = write("int sizes[] = {sizeof(long), sizeof(void *), sizeof(long long), sizeof(long double)};\n")
        expected = {DataModel.ILP32: "i32 4, i32 4, i32 8, i32 12", DataModel.LP64: "i32 8, i32 8, i32 8, i32 16"}
        assert expected[data_model] in compile_c(source, data_model).ir_text

    @BOTH
    def test_headers_of_the_c_library_are_found(self, write: Write, data_model: DataModel) -> None:
        names = "assert complex ctype errno fenv float limits locale math setjmp signal stdarg stdbool stddef stdint"
        names += " stdio stdlib string time wchar pthread unistd sys/types"
        includes = "".join(f"#include <{name}.h>\n" for name in names.split())
        unit = compile_c(write(includes + "int main(void) { assert(sqrt(4) == 2); return EOF; }\n"), data_model)
        assert "__assert_fail" in unit.ir_text
        assert unit.warnings == ()

    @BOTH
    def test_preprocessed_file_with_quad_precision(self, write: Write, data_model: DataModel) -> None:
        source = write("extern _Float128 strtof128(const char *, char **);\nint main(void) { return 0; }\n", "t.i")
        assert "@main" in compile_c(source, data_model).ir_text

    @BOTH
    def test_block_copies_may_be_called_before_their_declaration(self, write: Write, data_model: DataModel) -> None:
        size = "extern void *memcpy(void *, const void *, __SIZE_TYPE__);\n"
        source = write(f"void f(char *a, char *b) {{ memcpy(a, b, 3); }}\n{size}")
        assert "declare ptr @memcpy(ptr" in compile_c(source, data_model).ir_text
        with pytest.raises(CompileError, match="conflicting types for 'memcpy'"):
            compile_c(write("void f(char *a) { memcpy(a, a, 3); }\nextern char memcpy(char);\n"), data_model)

    def test_floating_point_is_plain_ieee_on_32_bits(self, write: Write) -> None:
        source = write("double f(double x, float y) { return x * y + 1; }\n")
        ir_text = compile_c(source, DataModel.ILP32).ir_text
        assert "fmul double" in ir_text and "x86_fp80" not in ir_text and "fmuladd" not in ir_text

    def test_nothing_is_optimised_or_inlined(self, write: Write) -> None:
        source = write(
            "static inline __attribute__((always_inline)) int f(int x) { return x; }\n"
            "int main(void) { int dead = 3; return f(0) * dead; }\n"
        )
        ir_text = compile_c(source, DataModel.LP64).ir_text
        assert "store i32 3" in ir_text and "call i32 @f(" in ir_text and "optnone" not in ir_text

    def test_flags_of_the_user_are_used(self, write: Write, tmp_path: Path) -> None:
        (tmp_path / "inc").mkdir()
        write("#define THREE 3\n", "inc/three.h")
        source = write("#include <three.h>\nint x = THREE + FOUR;\n")
        unit = compile_c(source, DataModel.LP64, ["-I", str(tmp_path / "inc"), "-DFOUR=4", "-std=c11"])
        assert "@x = dso_local global i32 7" in unit.ir_text

    def test_sanitizer_flags_are_passed_on(self, write: Write) -> None:
        flags = ["-fsanitize=signed-integer-overflow", "-fsanitize-trap=signed-integer-overflow"]
        unit = compile_c(write("int f(int x) { return x + 1; }\n"), DataModel.LP64, flags)
        assert "@llvm.sadd.with.overflow.i32" in unit.ir_text
        assert read_module(unit.ir_text, "t.c").functions["f"].blocks[1:]

    def test_a_function_of_the_program_is_never_replaced_by_a_builtin(self, write: Write) -> None:
        own = "int abs(int x) { return x ^ 1; }\ndouble fabs(double x) { return x; }\nvoid exit(int x) { }\n"
        source = write(own + "int main(void) { exit(1); return abs(-3) == fabs(2); }\n")
        assert {"abs", "fabs", "exit"} <= functions_called(source)
        assert "unreachable" not in compile_c(source, DataModel.LP64).ir_text

    @pytest.mark.parametrize("specifier", ["inline", "extern inline", "static inline", "__inline__"])
    def test_inline_functions_have_bodies(self, write: Write, specifier: str) -> None:
        source = write(f"{specifier} int f(int x) {{ return x + 41; }}\nint main(void) {{ return f(1); }}\n")
        assert "f" in read_module(compile_c(source, DataModel.LP64).ir_text, "t.c").functions

    def test_external_definitions_override_inline_bodies(self, write: Write) -> None:
        source = write("inline int f(int x) { return x + 41; }\nint main(void) { return f(1); }\n")
        assert read_module(compile_c(source, DataModel.LP64).ir_text, "t.c").functions["f"].weak

    def test_old_code_compiles_with_warnings(self, write: Write) -> None:
        source = write(
            "static counter;\nint old(a, b) int a; char *b; { int *p = 5; char *q = &a; return helper(p, q) == b; }\n"
            "int nothing(void) { if (counter = 1) ; }\n"
        )
        warnings = compile_c(source, DataModel.ILP32).warnings
        assert all(warning.startswith(f"{source}:") and "\n" not in warning for warning in warnings)
        for part in ("undeclared function 'helper'", "does not return a value", "incompatible integer to pointer",
                     "incompatible pointer types", "type specifier missing"):  # fmt: skip
            assert any(part in warning for warning in warnings), part
        assert not any("parentheses" in warning or "[-W" in warning for warning in warnings)

    def test_order_of_the_files_is_kept(self, write: Write) -> None:
        sources = [write(f"int number_{i};\n", f"{i}.c") for i in range(5)]
        units = compile_all(sources, DataModel.LP64)
        assert [f"@number_{i} =" in unit.ir_text for i, unit in enumerate(units)] == [True] * 5

    def test_result_does_not_depend_on_time_folder_or_environment(
        self, write: Write, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        source = write("const char *when = __DATE__ __TIME__;\nint main(void) { return 0; }\n")
        first = compile_c(source, DataModel.LP64)
        monkeypatch.chdir("/")
        monkeypatch.setenv("CPATH", str(tmp_path))
        monkeypatch.setenv("CCC_OVERRIDE_OPTIONS", "+-DX")
        assert compile_c(source, DataModel.LP64) == first

    def test_file_whose_name_looks_like_a_flag(
        self, write: Write, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        write("int x;\n", "-o.c")
        monkeypatch.chdir(tmp_path)
        assert "@x =" in compile_c(Path("-o.c"), DataModel.LP64).ir_text


class TestErrors:
    def test_every_error_is_shown_with_its_caret(self, write: Write) -> None:
        source = write("int main(void) {\n    int x = 1\n    x++;\n    return y;\n}\n")
        with pytest.raises(CompileError) as caught:
            compile_c(source, DataModel.LP64)
        first, second = caught.value.diagnostics()
        assert str(caught.value) == f"{source}:2:14: expected ';' at end of declaration" == str(first)
        assert (second.message, second.span) == ("use of undeclared identifier 'y'", Span(str(source), 4, 12))
        code, caret, *_ = first.shown
        assert code.endswith("int x = 1") and caret.rstrip().endswith("^")

    def test_an_error_names_the_macro_and_the_files_it_came_through(self, write: Write) -> None:
        inner = write("#define BROKEN(n) missing_##n\nint number = BROKEN(1);\n", "inner.h")
        write('#include "inner.h"\n', "outer.h")
        source = write('#include "outer.h"\nint main(void) { return BROKEN(2); }\n')
        with pytest.raises(CompileError) as caught:
            compile_c(source, DataModel.LP64)
        first, second = caught.value.diagnostics()
        assert first.span == Span(str(inner), 2, 14)
        assert first.shown[:2] == (
            f"  in file included from {source}:1",
            f"  in file included from {source.with_name('outer.h')}:1",
        )
        note = f"  {inner}:1:19: note: expanded from macro 'BROKEN'"
        assert second.span == Span(str(source), 2, 25) and note in first.shown and note in second.shown
        assert not any("scratch space" in line for line in (*first.shown, *second.shown))

    def test_the_number_of_errors_is_limited(self, write: Write) -> None:
        with pytest.raises(CompileError) as caught:
            compile_c(write("".join(f"int a{i} = b{i};\n" for i in range(100))), DataModel.LP64)
        *shown, last = caught.value.diagnostics()
        assert [error.message for error in shown] == [f"use of undeclared identifier 'b{i}'" for i in range(10)]
        assert last.message == "too many errors emitted, stopping now"

    def test_error_in_the_first_file_wins(self, write: Write) -> None:
        sources = [write("int ok;\n", "a.c"), write("int 1;\n", "b.c"), write("int 2;\n", "c.c")]
        for _ in range(3):
            with pytest.raises(InputError) as caught:
                compile_all(sources, DataModel.LP64)
            assert caught.value.span is not None and caught.value.span.file == str(sources[1])

    def test_missing_header(self, write: Write) -> None:
        with pytest.raises(InputError, match=r"'no/such\.h' file not found"):
            compile_c(write('#include "no/such.h"\n'), DataModel.LP64)

    def test_missing_file(self, tmp_path: Path) -> None:
        with pytest.raises(InputError, match="does not exist") as caught:
            compile_c(tmp_path / "none.c", DataModel.LP64)
        assert "\n" not in str(caught.value)

    def test_directory(self, tmp_path: Path) -> None:
        with pytest.raises(InputError, match="is a directory"):
            compile_c(tmp_path, DataModel.LP64)

    def test_file_below_a_file(self, write: Write) -> None:
        with pytest.raises(InputError, match="cannot be read: Not a directory"):
            compile_c(write("int x;\n") / "y.c", DataModel.LP64)

    def test_pipe(self, tmp_path: Path) -> None:
        os.mkfifo(tmp_path / "pipe.c")
        with pytest.raises(InputError, match="not a regular file"):
            compile_c(tmp_path / "pipe.c", DataModel.LP64)

    def test_empty_file(self, write: Write) -> None:
        with pytest.raises(InputError, match="is empty"):
            compile_c(write(""), DataModel.LP64)

    def test_large_file(self, write: Write) -> None:
        with pytest.raises(InputError, match=r"has 10\.0 MB; C files of up to 8 MB") as caught:
            compile_c(write(b"int x;\n" * (10 * 2**20 // 7)), DataModel.LP64)
        assert "\n" not in str(caught.value)

    def test_binary_file(self, write: Write) -> None:
        with pytest.raises(InputError, match="binary data") as caught:
            compile_c(write(random.Random(1).randbytes(100_000)), DataModel.LP64)
        assert "\n" not in str(caught.value)

    @pytest.mark.parametrize("seed", range(3))
    def test_garbage_gives_a_short_printable_message(self, write: Write, seed: int) -> None:
        garbage = random.Random(seed).randbytes(300_000).replace(b"\0", b"")
        with pytest.raises(InputError) as caught:
            compile_c(write(garbage), DataModel.LP64)
        for error in caught.value.diagnostics():
            assert len(error.message) < 300 and len(error.shown) <= 12
            assert all(line.isprintable() for line in (error.message, *error.shown))

    def test_deep_nesting_is_an_error_of_one_file(self, write: Write) -> None:
        deep = write("int main(void) { return " + "(" * 50_000 + "1" + ")" * 50_000 + "; }\n")
        with pytest.raises(InputError, match="bracket nesting"):
            compile_c(deep, DataModel.LP64)

    @pytest.mark.parametrize(
        "flags",
        [["-S"], ["-E"], ["-MM"], ["-m32"], ["-Ofast"], ["-ffast-math"], ["-fplugin=x.so"], ["-Xpreprocessor", "-MD"], ["-target", "arm"], ["-save-temps"], ["-Xclang", "-load"],
         ["--analyze"], ["-Wp,-v"], ["-x", "c++"], ["x.c"], ["@file"], ["-I"], ["-DX", "-U"], ["-save-stats"],
         ["-fsave-optimization-record"], ["-foptimization-record-file=x"], ["-fproc-stat-report=x"], ["-print-search-dirs"]],
    )  # fmt: skip
    def test_flags_that_change_the_output_are_refused(self, write: Write, flags: list[str]) -> None:
        with pytest.raises(UsageError, match="flag"):
            compile_c(write("int x;\n"), DataModel.LP64, flags)

    def test_unknown_flag_is_an_error_that_names_it(self, write: Write) -> None:
        with pytest.raises(InputError, match="-frobnicate"):
            compile_c(write("int x;\n"), DataModel.LP64, ["-frobnicate"])


@pytest.fixture
def fake_compiler(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Put a shell script in the compiler's place."""
    home = tmp_path / "wheel"
    home.mkdir()
    monkeypatch.setattr(compiler, "_wheel", lambda: home)

    def install(script: str) -> None:
        (home / "zig").write_text(f"#!/bin/sh\n{script}\n")
        (home / "zig").chmod(0o755)

    return install


class TestFaults:
    def test_missing_compiler(self, write: Write, monkeypatch: pytest.MonkeyPatch) -> None:
        def nothing(_: str) -> ModuleSpec | None:
            return None

        monkeypatch.setattr(compiler, "find_spec", nothing)
        with pytest.raises(EnvironmentFault, match="pip install ziglang"):
            compile_c(write("int x;\n"), DataModel.LP64)

    def test_compiler_that_cannot_be_started(
        self, write: Write, fake_compiler: Callable[[str], None], tmp_path: Path
    ) -> None:
        fake_compiler("exit 0")
        (tmp_path / "wheel" / "zig").chmod(0o644)
        with pytest.raises(EnvironmentFault, match="cannot be started"):
            compile_c(write("int x;\n"), DataModel.LP64)

    def test_crash(self, write: Write, fake_compiler: Callable[[str], None]) -> None:
        fake_compiler("kill -SEGV $$")
        with pytest.raises(InputError, match="clang crashed"):
            compile_c(write("int x;\n"), DataModel.LP64)

    @pytest.mark.parametrize(
        "said", ["zig: error: clang frontend command failed with exit code 139", "command failed due to signal"]
    )
    def test_crash_of_a_process_of_the_compiler(
        self, write: Write, fake_compiler: Callable[[str], None], said: str
    ) -> None:
        fake_compiler(f"echo '{said} (use -v)' >&2; exit 1")
        with pytest.raises(InputError, match="clang crashed"):
            compile_c(write("int x;\n"), DataModel.LP64)

    def test_failure_without_a_reason(self, write: Write, fake_compiler: Callable[[str], None]) -> None:
        fake_compiler("exit 1")
        with pytest.raises(InputError, match="no reason"):
            compile_c(write("int x;\n"), DataModel.LP64)

    def test_no_space_for_the_compiler(self, write: Write, fake_compiler: Callable[[str], None]) -> None:
        fake_compiler("echo \"error: unable to open output file: 'No space left on device'\" >&2; exit 1")
        with pytest.raises(EnvironmentFault, match="no space left"):
            compile_c(write("int x;\n"), DataModel.LP64)

    def test_no_space_for_the_temporary_folder(self, write: Write, monkeypatch: pytest.MonkeyPatch) -> None:
        def full(**_: object) -> None:
            raise OSError(errno.ENOSPC, "No space left on device")

        monkeypatch.setattr(tempfile, "TemporaryDirectory", full)
        with pytest.raises(EnvironmentFault, match="disk is full"):
            compile_c(write("int x;\n"), DataModel.LP64)

    def test_time_limit_kills_the_compiler_and_its_children(self, fake_compiler: Callable[[str], None]) -> None:
        fake_compiler('echo $$ > "$TMPDIR/../$1"; sleep 600 & sleep 600')
        with toolchain(Budget()) as tools:
            pid_file = tools.folder.parent / f"{tools.folder.name}.pid"
            with pytest.raises(InputError, match="did not finish within"):
                tools.run([pid_file.name], seconds=2)
        group = int(pid_file.read_text())
        pid_file.unlink()
        assert is_gone(group)

    def test_end_of_the_budget(self, write: Write, fake_compiler: Callable[[str], None]) -> None:
        fake_compiler("sleep 600")
        with pytest.raises(OutOfBudget):
            compile_c(write("int x;\n"), DataModel.LP64, budget=Budget.seconds(0.3))

    def test_failure_of_one_file_cancels_the_others(self, write: Write, fake_compiler: Callable[[str], None]) -> None:
        fake_compiler('case "$*" in *a.c) exit 1;; *) sleep 600;; esac')
        with pytest.raises(InputError):
            compile_all([write("int x;\n", "a.c"), write("int y;\n", "b.c"), write("int z;\n", "c.c")], DataModel.LP64)

    @pytest.mark.parametrize("files", [1, 3])
    def test_interrupt_kills_the_compiler(
        self, write: Write, tmp_path: Path, fake_compiler: Callable[[str], None], files: int
    ) -> None:
        started = tmp_path / "started"
        started.mkdir()
        fake_compiler(f"touch {started}/$$; sleep 600")
        script = (
            "import sys\nfrom pathlib import Path\nfrom surefoot.frontend import compiler\n"
            "from surefoot.program.program import DataModel\ncompiler._wheel = lambda: Path(sys.argv[1])\n"
            "compiler.compile_all([Path(name) for name in sys.argv[2:]], DataModel.LP64)\n"
        )
        sources = [str(write("int x;\n", f"{i}.c")) for i in range(files)]
        arguments = [sys.executable, "-c", script, str(tmp_path / "wheel"), *sources]
        environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path), "TMPDIR": str(tmp_path)}
        with subprocess.Popen(arguments, env=environment, stderr=subprocess.DEVNULL) as child:
            while len(list(started.iterdir())) < min(files, 2):
                time.sleep(0.02)
            child.send_signal(signal.SIGINT)
            child.wait(timeout=20)
        assert all(is_gone(int(path.name)) for path in started.iterdir())
        assert not list(tmp_path.glob("surefoot-*"))


def is_gone(group: int) -> bool:
    """Return whether no process of the group is left, waiting a little for the last to go."""
    for _ in range(100):
        try:
            os.killpg(group, 0)
        except ProcessLookupError:
            return True
        time.sleep(0.05)
    return False


@pytest.mark.parametrize("text", ["int main(void) { return 0; }\n", "int main(void) { oops }\n"])
def test_nothing_is_left_behind(write: Write, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    source = write(text)
    folders = [tmp_path / name for name in ("home", "temporary", "cwd", "cache")]
    for folder in folders:
        folder.mkdir()
    monkeypatch.setenv("HOME", str(folders[0]))
    monkeypatch.setattr(tempfile, "tempdir", str(folders[1]))
    monkeypatch.chdir(folders[2])
    monkeypatch.setenv("XDG_CACHE_HOME", str(folders[3]))
    before = sorted(tmp_path.rglob("*"))
    try:
        compile_c(source, DataModel.LP64)
    except InputError:
        assert "oops" in text
    assert sorted(tmp_path.rglob("*")) == before
