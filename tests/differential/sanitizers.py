"""Reports of gcc's sanitizers on a program with given inputs: AddressSanitizer, LeakSanitizer and
UndefinedBehaviorSanitizer.
"""

import os
import re
import shutil
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from surefoot.program.statements import CheckKind

SECONDS = 20.0
_ARITHMETIC = ("signed-integer-overflow", "shift", "integer-divide-by-zero", "float-cast-overflow")
_ADDRESS_OPTIONS = "detect_leaks=1:detect_stack_use_after_return=1:redzone=64:handle_abort=0"
_WITHOUT_STACK = "use_stacks=0:use_registers=0:use_tls=0"
_MESSAGES = (
    ("signed integer overflow", CheckKind.SIGNED_OVERFLOW),
    ("negation of", CheckKind.SIGNED_OVERFLOW),
    ("left shift of", CheckKind.SIGNED_OVERFLOW),
    ("shift exponent", CheckKind.SHIFT),
    ("division by zero", CheckKind.DIVISION_BY_ZERO),
    ("division of", CheckKind.DIVISION_OVERFLOW),
    ("outside the range of representable values", CheckKind.CONVERSION),
    ("attempting double-free", CheckKind.INVALID_FREE),
    ("attempting free on address", CheckKind.INVALID_FREE),
    ("alloc-dealloc-mismatch", CheckKind.INVALID_FREE),
)
_DANGLING = ("heap-use-after-free", "stack-use-after", "attempting double-free")
_RUNTIME_ERROR = re.compile(r"checked\.c:(\d+):\d+: runtime error: (.*)")
_IN_FREE = re.compile(r"SEGV(?s:.*)in __interceptor_(?:free|realloc)")
"""The allocator itself fails, as it looks for the block that starts at a bad address."""
_CODE = re.compile(r"\+0x[0-9a-f]+")
_PLACE = re.compile(r"in \w+ \S*checked\.c:(\d+)")


@dataclass(frozen=True, slots=True)
class Reported:
    """The first thing that goes wrong in a run, with its line; a leak has none.

    ``may_go_on`` if what was used is gone or outside of its object: where that memory is in use by another object, such a run goes on in a
    semantics of addresses, as it does without sanitizers. ``is_certain`` unless pointers that are
    on the stack where the program exits decide whether memory is lost.
    """

    kind: CheckKind
    line: int
    may_go_on: bool = False
    is_certain: bool = True


@cache
def sanitizing_compiler() -> str | None:
    """Return a compiler whose sanitizers link."""
    found = shutil.which("gcc")
    if found is None:
        return None
    command = [found, "-fsanitize=address,undefined", "-x", "c", "-", "-o", os.devnull]
    linked = subprocess.run(command, check=False, input=b"int main(void) { return 0; }", capture_output=True)
    return found if linked.returncode == 0 else None


class SanitizedRuns:
    """The program ``checked.c`` in a folder, compiled with the sanitizers.

    Requires  `sanitizing_compiler` finds one.
    """

    def __init__(self, folder: Path) -> None:
        self._program = folder / "sanitized"
        self._known: dict[tuple[str, ...], Reported] = {}
        """The reports so far, by where in the code of the program and the library they come from."""
        sanitizers = ",".join(("address", *_ARITHMETIC))
        flags = ["-std=gnu17", "-g", "-O0", "-w", "-DNATIVE", f"-fsanitize={sanitizers}", "-fno-sanitize-recover=all"]
        command = [str(sanitizing_compiler()), *flags, str(folder / "checked.c"), "-o", str(self._program)]
        subprocess.run(command, check=True, timeout=60)

    def on(self, values: Sequence[int]) -> Reported | None:
        """Return the first report when the program's arguments are ``values``."""
        found = self._report(values, _WITHOUT_STACK)
        if found is None or found.is_certain:
            return found
        return replace(found, is_certain=self._report(values, "use_stacks=1") is not None)

    def _report(self, values: Sequence[int], leaks: str) -> Reported | None:
        done = self._run(values, leaks, "symbolize=0")  # symbols take longer than the run
        text = done.stderr.decode("utf-8", "replace")
        if not text:
            assert done.returncode == 0, done
            return None
        if "ERROR: LeakSanitizer" in text:
            return Reported(CheckKind.MEMORY_LEAK, 0, is_certain=done.stdout == b"r")
        if error := _RUNTIME_ERROR.search(text):
            return Reported(_kind_of(error[2]), int(error[1]))
        assert "ERROR: AddressSanitizer" in text, text
        where = text.partition("\n\n")[0]
        key = (*_CODE.findall(where), *(words for words in _DANGLING if words in text))
        if key not in self._known:
            text = self._run(values, leaks, "symbolize=1").stderr.decode("utf-8", "replace")
            place = _PLACE.search(text)
            assert place is not None, text
            kind = CheckKind.INVALID_FREE if _IN_FREE.search(text, 0, place.start()) else _kind_of(text)
            is_outside = kind is CheckKind.INVALID_DEREFERENCE and "SEGV" not in text
            may_go_on = is_outside or any(words in text for words in _DANGLING)
            self._known[key] = Reported(kind, int(place[1]), may_go_on)
        return self._known[key]

    def _run(self, values: Sequence[int], leaks: str, symbols: str) -> subprocess.CompletedProcess[bytes]:
        command = [str(self._program), *map(str, values)]
        address = f"{_ADDRESS_OPTIONS}:{symbols}"
        environment = {"ASAN_OPTIONS": address, "UBSAN_OPTIONS": "halt_on_error=1", "LSAN_OPTIONS": leaks}
        return subprocess.run(command, check=False, capture_output=True, timeout=SECONDS, env=environment)


def _kind_of(text: str) -> CheckKind:
    return next((kind for words, kind in _MESSAGES if words in text), CheckKind.INVALID_DEREFERENCE)
