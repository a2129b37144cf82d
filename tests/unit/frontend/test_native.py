"""Native executables: they run, and failures to build are explained."""

import subprocess
from pathlib import Path

import pytest

from surefoot.base.errors import EnvironmentFault, InputError
from surefoot.frontend import native
from surefoot.frontend.native import build_executable
from surefoot.program.program import DataModel

PROGRAM = """
#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
extern int answer(int);
int main(int argc, char **argv) {
    char *text = malloc(10);
    snprintf(text, 10, "%d", argc);
    printf("%s %s %.3f %d\\n", text, argv[argc - 1], sqrt(argc), (int)((__int128)argc * 1000 / 3));
    assert(argc < 3);
    return answer(argc);
}
"""

requires_host_library = pytest.mark.skipif(
    native._host_library() is None, reason="without a 64-bit glibc zig has to build a C library, which takes minutes"
)


@requires_host_library
def test_program_of_two_files_runs(tmp_path: Path) -> None:
    (tmp_path / "main.c").write_text(PROGRAM)
    (tmp_path / "answer.c").write_text("int answer(int x) { return x + OFFSET; }\n")
    sources, output = [tmp_path / "main.c", tmp_path / "answer.c"], tmp_path / "program"
    build_executable(sources, output, DataModel.LP64, ["-DOFFSET=40"])

    ran = subprocess.run([output, "x"], capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stdout) == (42, "2 x 1.414 666\n")
    failed = subprocess.run([output, "x", "y"], capture_output=True, text=True, check=False)
    assert failed.returncode < 0 and "argc < 3" in failed.stderr


def test_libraries_are_kept_in_the_users_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    assert native.library_folder() == tmp_path / "cache" / "surefoot" / "c-libraries"
    monkeypatch.setenv("XDG_CACHE_HOME", "relative")
    assert native.library_folder() == tmp_path / "home" / ".cache" / "surefoot" / "c-libraries"
    assert (tmp_path / "home" / ".cache" / "surefoot" / "c-libraries").is_dir()


def test_without_a_cache_nothing_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    assert native.library_folder() is None


@requires_host_library
def test_function_that_no_source_defines(tmp_path: Path) -> None:
    (tmp_path / "main.c").write_text("int nowhere(void);\nint main(void) { return nowhere(); }\n")
    with pytest.raises(InputError, match="cannot be linked: undefined symbol: nowhere"):
        build_executable([tmp_path / "main.c"], tmp_path / "program", DataModel.LP64)
    assert not (tmp_path / "program").exists()


@requires_host_library
def test_output_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "main.c").write_text("int main(void) { return 0; }\n")
    with pytest.raises(EnvironmentFault, match="cannot be written"):
        build_executable([tmp_path / "main.c"], tmp_path / "no" / "program", DataModel.LP64)


@requires_host_library
def test_error_in_the_source(tmp_path: Path) -> None:
    (tmp_path / "main.c").write_text("int main(void) { return x; }\n")
    with pytest.raises(InputError, match="undeclared identifier 'x'"):
        build_executable([tmp_path / "main.c"], tmp_path / "program", DataModel.LP64)
