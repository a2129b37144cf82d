"""Flags of real builds: passed on, ignored or refused."""

import shlex
from pathlib import Path

import pytest

from surefoot.base.errors import UsageError
from surefoot.frontend.clang_flags import Flags, classify_flags
from surefoot.frontend.loading import load_program
from surefoot.program.program import DataModel
from surefoot.program.properties import ASSERTIONS

MEANINGFUL = [
    "-DNDEBUG -D X=1 -UY -Iinclude -I include -isystem lib -include config.h -std=c11 -ansi -undef",
    "-Wall -Wextra -Wno-unused -pedantic -w -pthread -Wp,-D_FORTIFY_SOURCE=2",
    "-fwrapv -fno-strict-aliasing -funsigned-char -fshort-enums -fpack-struct -fPIC -fcommon -ffreestanding -fno-builtin",
    "-march=x86-64-v3 -mavx2 -msse4.1 -fsanitize=shift -fsanitize-trap=shift -frounding-math",
]
IMMATERIAL = [
    "-O2 -c -MMD -g -pipe -march=native -o x",
    "-O -O0 -O3 -Os -Og -ggdb3 -g3 -gdwarf-4 -gsplit-dwarf -MD -MP -MF x.d -MT x.o -MQx.o -o out/x.o",
    "-Wl,-z,relro -Wa,--noexecstack -Wp,-MD,x.d -lm -l m -L lib -Llib -static -shared -rdynamic -s -Xlinker --gc-sections",
    "-Werror -Werror=unused -flto -flto=auto -ffat-lto-objects -fuse-ld=gold -mtune=generic -fdiagnostics-color=always",
    "-fstack-protector-strong -fstack-clash-protection -fcf-protection -fasynchronous-unwind-tables -fomit-frame-pointer",
    "-ffunction-sections -fdata-sections -fno-plt -fprofile-arcs -ftest-coverage --coverage -ffile-prefix-map=a=b -x c",
]
REFUSED = {
    "floating-point": ["-Ofast", "-ffast-math", "-ffinite-math-only", "-fno-signed-zeros", "-ffp-contract=fast"],
    "--data-model": ["-m32", "-m64", "-target arm", "-arch arm64"],
    "changes the output of clang": ["-S", "-E", "-M", "-MM", "-emit-llvm", "-fsyntax-only", "-Xclang -load", "-fplugin=x.so",
                                   "-save-temps", "-x c++", "-dumpversion", "--analyze", "-###", "-O9"],
    "is not a flag": ["x.c", "@file", "-"],
    "needs a value": ["-I", "-DX -U", "-o"],
}  # fmt: skip


@pytest.mark.parametrize("flags", MEANINGFUL)
def test_flags_that_define_the_program_are_passed_on(flags: str) -> None:
    words = tuple(shlex.split(flags))
    assert classify_flags(words) == Flags(words, ())


@pytest.mark.parametrize("flags", IMMATERIAL)
def test_flags_without_effect_are_ignored(flags: str) -> None:
    words = tuple(shlex.split(flags))
    assert classify_flags(words) == Flags((), words)


@pytest.mark.parametrize(("reason", "flags"), [(reason, flag) for reason, flags in REFUSED.items() for flag in flags])
def test_flags_that_change_semantics_are_refused(reason: str, flags: str) -> None:
    with pytest.raises(UsageError) as caught:
        classify_flags(shlex.split(flags))
    assert reason in str(caught.value) and f"'{flags.split()[-1 if reason == 'needs a value' else 0]}'" in str(
        caught.value
    )


def test_order_is_kept_and_ignored_flags_are_reported(tmp_path: Path) -> None:
    assert classify_flags(["-DA", "-O2", "-UA", "-o", "-DB", "-DC"]) == Flags(
        ("-DA", "-UA", "-DC"), ("-O2", "-o", "-DB")
    )
    path = tmp_path / "a.c"
    path.write_text("int main(void) { return N; }\n")
    loaded = load_program([path], DataModel.LP64, ASSERTIONS, flags=["-O2", "-DN=0", "-c", "-o", str(tmp_path / "a.o")])
    assert loaded.warnings == (f"ignored compiler flags, which do not affect verification: -O2 -c -o {tmp_path}/a.o",)
    assert list(tmp_path.iterdir()) == [path]


def test_preprocessing_writes_no_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "nothing_to_check.c"
    path.write_text("int main(void) { return 0; }\n")
    load_program([path], DataModel.LP64, ASSERTIONS, flags=["-MD", "-Wp,-MD,a.d"])
    assert list(tmp_path.iterdir()) == [path]
