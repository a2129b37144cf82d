"""State that library models keep between calls, chosen by what the program can observe of streams
and files.

Macros enable the state: a program that never calls ``feof`` is compiled with models that do not
track the end of input.
"""

from collections.abc import Iterator
from collections.abc import Set as AbstractSet
from typing import Final

from surefoot.base.records import dataclass
from surefoot.frontend.library.standard import is_standard
from surefoot.frontend.linking.comparison_effects import comparisons_have_effects, uses_magnitudes
from surefoot.frontend.llvm.module import CallInstruction, Global, IntConstant, Module
from surefoot.frontend.lower.control.flow_graph import Flow
from surefoot.frontend.lower.control.reachability import ReachedNames
from surefoot.frontend.lower.library.formats import is_formatted_input
from surefoot.frontend.lower.library.known_functions import handler_of
from surefoot.frontend.lower.library.model_calls import (
    EMPTIED,
    FLUSHED,
    IS_OWN_OUTPUT,
    PRINTED,
    REOPENED,
    SCANNED,
    STATE_UPDATES,
    WROTE,
    WROTE_TO_FILE,
)
from surefoot.frontend.lower.library.opened_files import (
    FILES_OPENED_BY,
    OpenedFile,
    arguments_of_program,
    may_read_own_output,
    opened_by,
)
from surefoot.program.properties import Property

# fmt: off
_READING_FLAGS: Final = frozenset({"feof", "ferror", "feof_unlocked", "ferror_unlocked"})
"""Functions that return the end-of-file and error indicators of streams."""
_RETURNING_DESCRIPTORS: Final = frozenset({
    "open", "open64", "creat", "creat64", "dup", "pipe", "mkstemp", "fileno", "socket", "socketpair", "accept", "accept4", "epoll_create", "epoll_create1",
})
"""Functions that return file descriptors."""
_READING_POSITIONS: Final = frozenset({"ftell", "ftello"})
_READING: Final = frozenset({
    "fgetc", "getc", "_IO_getc", "fgetc_unlocked", "getc_unlocked", "fgets", "fgets_unlocked", "fread", "fread_unlocked", "getline", "getdelim", "__getdelim",
    "fscanf", "__isoc99_fscanf", "__isoc23_fscanf", "vfscanf", "__isoc99_vfscanf", "__isoc23_vfscanf", "read", "pread", "ftell", "ftello", "lseek",
})
"""Functions that read from a stream or a file descriptor argument."""
_REDIRECTING: Final = frozenset({"dup2", "dup3", "freopen", "freopen64"})
"""Functions that redirect standard input and output to files."""
_RENAMING: Final = frozenset({"rename", "renameat", "renameat2", "link", "linkat", "symlink", "symlinkat", "system"})
"""Functions that rename or link files."""
_UNMODELLED_ON_STREAMS: Final = frozenset({
    "fgetwc", "getwc", "getwchar", "fgetws", "ungetwc", "fputwc", "putwc", "putwchar", "fputws", "wprintf", "fwprintf", "vwprintf", "vfwprintf", "wscanf", "fwscanf",
    "vwscanf", "vfwscanf", "fgetwc_unlocked", "getwc_unlocked", "getwchar_unlocked", "fgetws_unlocked", "fputwc_unlocked", "putwc_unlocked", "putwchar_unlocked",
    "fputws_unlocked", "getw", "putw", "__uflow", "__overflow", "fcloseall", "__fpurge", "obstack_printf", "psignal", "psiginfo", "putpwent", "fgetpwent", "fseeko64", "ftello64",
})
"""Functions without a model that read, write or reposition streams."""
_UNMODELLED_ON_DESCRIPTORS: Final = frozenset({
    "fcntl", "fcntl64", "dup3", "pipe2", "openat", "openat64", "fdopendir", "mkostemp", "mkstemps", "mkostemps",
    "mkstemp64", "memfd_create", "shm_open", "eventfd", "timerfd_create", "signalfd", "inotify_init", "inotify_init1", "posix_openpt", "getpt",
    "openpty", "forkpty", "mq_open", "open_by_handle_at", "close_range", "closefrom", "daemon", "openlog", "syslog", "vsyslog", "closelog", "getpwnam", "getpwuid", "getgrnam",
    "getgrgid", "getpwent", "getgrent", "setpwent", "setgrent", "endpwent", "endgrent", "gethostbyname", "getaddrinfo", "dlopen", "dlclose", "fopencookie", "fmemopen", "fcloseall",
    "popen", "pclose", "freopen", "freopen64", "recvmsg", "catopen", "iconv_open", "scandir", "nftw", "ftw", "glob", "wordexp", "setmntent", "endmntent", "getutent", "getutxent",
})
"""Functions without a model that open or close file descriptors."""
_UNMODELLED_WRITING: Final = frozenset({
    "fputwc", "putwc", "fputws", "fwprintf", "vfwprintf", "fputwc_unlocked", "putwc_unlocked", "fputws_unlocked", "putw", "writev", "pwritev", "sendfile", "copy_file_range",
    "splice", "tee", "mmap", "aio_write", "truncate", "ftruncate", "truncate64", "ftruncate64", "fallocate", "posix_fallocate", "pwrite64", "send", "sendto", "sendmsg",
    "open_memstream", "fmemopen", "putpwent", "creat64", "socketpair", "memfd_create", "shm_open",
})
"""Functions without a model that write to files."""
# fmt: on
_ENABLED_BY_MACRO: Final = {
    "LIBRARY_TRACKS_FLAGS": (
        *("__surefoot_came", "__surefoot_is_at_end", "__surefoot_clear_end"),
        *(SCANNED, WROTE, PRINTED, FLUSHED, REOPENED),
    ),
    "LIBRARY_TRACKS_POSITIONS": ("__surefoot_put_at", SCANNED, WROTE, PRINTED, FLUSHED, REOPENED),
    "LIBRARY_READS_OWN_FILES": (
        *(IS_OWN_OUTPUT, "__surefoot_is_own_file"),
        *(EMPTIED, WROTE, WROTE_TO_FILE, PRINTED),
    ),
}
"""The functions of models that each macro enables and that other models call by name."""


@dataclass(frozen=True, slots=True)
class LibraryNeeds:
    """The macros that models are compiled with, and the model functions that the program needs."""

    macros: tuple[str, ...]
    functions: tuple[str, ...]


def library_needs(module: Module, reached: ReachedNames, property: Property) -> LibraryNeeds:
    """Return the needs of the names ``reached`` in ``module``, which is not linked with models yet."""
    called = {call.callee.name for call in _calls(reached) if isinstance(call.callee, Global)}
    names = reached.missing.keys() | (called - module.functions.keys())
    has_unmodelled = any(_is_unmodelled(module, name, property) for name in names)
    macros: list[str] = []
    if names & _READING_FLAGS:
        macros.append("LIBRARY_TRACKS_FLAGS")
        if has_unmodelled or names & _UNMODELLED_ON_STREAMS:
            macros.append("LIBRARY_HAVOCS_FLAGS")
    if names & _READING_POSITIONS:
        macros.append("LIBRARY_TRACKS_POSITIONS")
        if has_unmodelled or names & _UNMODELLED_ON_STREAMS:
            macros.append("LIBRARY_HAVOCS_POSITIONS")
    if names & _RETURNING_DESCRIPTORS:
        macros.append("LIBRARY_TRACKS_DESCRIPTORS")
        if has_unmodelled or names & _UNMODELLED_ON_DESCRIPTORS:
            macros.append("LIBRARY_HAVOCS_DESCRIPTORS")
    redirects = bool(names & _REDIRECTING) or any(_closes_standard_descriptor(call) for call in _calls(reached))
    opened = list(_opened(module, reached, names)) if names & _READING or redirects else []
    if may_read_own_output(opened, moves_files=bool(names & _RENAMING)):
        macros.append("LIBRARY_READS_OWN_FILES")
        if redirects:
            macros.append("LIBRARY_REDIRECTS")
        if names & _UNMODELLED_WRITING:
            macros.append("LIBRARY_WRITES_UNSEEN")
    if comparisons_have_effects(module, reached, property):
        macros.append("LIBRARY_COMPARISONS_HAVE_EFFECTS")
    if uses_magnitudes(reached):
        macros.append("LIBRARY_LEAVES_MAGNITUDES_OPEN")
    used = {each for macro in macros for each in _ENABLED_BY_MACRO.get(macro, ())}
    if IS_OWN_OUTPUT in used:
        used.update(name for name in names if is_formatted_input(name))
    updates = {each for each in STATE_UPDATES if each in used}
    wanted = [name for name in reached.missing if name not in STATE_UPDATES or name in updates]
    return LibraryNeeds(tuple(macros), (*wanted, *sorted(used.difference(wanted))))


def _is_unmodelled(module: Module, name: str, property: Property) -> bool:
    """Return whether ``name`` is an undefined function without a model, which may use streams and
    files.
    """
    if name in property.error_functions or name.startswith(("llvm.", "__surefoot_")):
        return False
    declared = module.declarations.get(name)
    of = None if declared is None else declared.type
    return handler_of(name, of) is None and of is not None and not is_standard(name, of)


def _calls(reached: ReachedNames) -> Iterator[CallInstruction]:
    for flow in reached.functions.values():
        yield from _calls_in(flow)


def _calls_in(flow: Flow) -> Iterator[CallInstruction]:
    for label in flow.order:
        for instruction in flow.blocks[label].instructions:
            if isinstance(instruction, CallInstruction):
                yield instruction


def _closes_standard_descriptor(call: CallInstruction) -> bool:
    """Return whether ``call`` closes a standard file descriptor, which the next opened file then
    takes.
    """
    match call:
        case CallInstruction(callee=Global(_, "close"), arguments=(given,)):
            return isinstance(given.value, IntConstant) and given.value.value <= 2
        case _:
            return False


def _opened(module: Module, reached: ReachedNames, names: AbstractSet[str]) -> Iterator[OpenedFile]:
    main = module.functions.get("main")
    arguments = {} if main is None else arguments_of_program(main)
    for function, flow in reached.functions.items():
        for call in _calls_in(flow):
            if isinstance(call.callee, Global) and call.callee.name in FILES_OPENED_BY & names:
                yield opened_by(module, call, call.callee.name, arguments if function == "main" else {})
    if not reached.addressed.keys().isdisjoint(FILES_OPENED_BY):
        yield OpenedFile(None, read=True, written=True, is_empty=True)
