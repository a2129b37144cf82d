"""What models of the library have to keep from call to call, because the program can tell: about streams, and about files.

A program that never asks whether a stream is at its end does not pay for models that know it.
"""

from collections.abc import Iterator
from collections.abc import Set as AbstractSet
from typing import Final

from surefoot.base.records import dataclass
from surefoot.frontend.library.standard import is_standard
from surefoot.frontend.llvm.module import CallInstruction, Global, IntConstant, Module
from surefoot.frontend.lower.control.flow_graph import Flow
from surefoot.frontend.lower.control.reachability import ReachedNames
from surefoot.frontend.lower.library.formats import is_formatted_input
from surefoot.frontend.lower.library.known_functions import handler_of
from surefoot.frontend.lower.library.opened_files import (
    FILES_OPENED_BY,
    Opened,
    arguments_of_program,
    may_read_what_is_written,
    opened_by,
)
from surefoot.frontend.lower.library.reading import (
    EMPTIED,
    FLUSHED,
    IS_OWN,
    OPENED_AGAIN,
    PRINTED,
    SCANNED,
    TELLING,
    WROTE,
    WROTE_TO_FILE,
)
from surefoot.program.properties import Property

# fmt: off
_ASKING: Final = frozenset({"feof", "ferror", "feof_unlocked", "ferror_unlocked"})
"""Functions that tell flags of streams."""
_NUMBERING: Final = frozenset({"open", "open64", "creat", "creat64", "dup", "pipe", "mkstemp", "fileno"})
"""Functions that tell numbers of files."""
_TELLING_POSITIONS: Final = frozenset({"ftell", "ftello"})
_READING: Final = frozenset({
    "fgetc", "getc", "_IO_getc", "fgetc_unlocked", "getc_unlocked", "fgets", "fgets_unlocked", "fread", "fread_unlocked", "getline", "getdelim", "__getdelim",
    "fscanf", "__isoc99_fscanf", "__isoc23_fscanf", "vfscanf", "__isoc99_vfscanf", "__isoc23_vfscanf", "read", "pread", "ftell", "ftello", "lseek",
})
"""Functions that read from a stream or a file that they are given."""
_REDIRECTING: Final = frozenset({"dup2", "dup3", "freopen", "freopen64"})
"""Functions by which standard input and output become files."""
_MOVING: Final = frozenset({"rename", "renameat", "renameat2", "link", "linkat", "symlink", "symlinkat", "system"})
"""Functions that give files other names."""
_WITH_STREAMS: Final = frozenset({
    "fgetwc", "getwc", "getwchar", "fgetws", "ungetwc", "fputwc", "putwc", "putwchar", "fputws", "wprintf", "fwprintf", "vwprintf", "vfwprintf", "wscanf", "fwscanf",
    "vwscanf", "vfwscanf", "fgetwc_unlocked", "getwc_unlocked", "getwchar_unlocked", "fgetws_unlocked", "fputwc_unlocked", "putwc_unlocked", "putwchar_unlocked",
    "fputws_unlocked", "getw", "putw", "__uflow", "__overflow", "fcloseall", "__fpurge", "obstack_printf", "psignal", "psiginfo", "putpwent", "fgetpwent", "fseeko64", "ftello64",
})
"""Functions without a model that read or write streams, or put them somewhere else."""
_WITH_NUMBERS: Final = frozenset({
    "fcntl", "fcntl64", "dup3", "pipe2", "openat", "openat64", "socket", "socketpair", "accept", "accept4", "opendir", "fdopendir", "closedir", "mkostemp", "mkstemps", "mkostemps",
    "mkstemp64", "memfd_create", "shm_open", "eventfd", "timerfd_create", "signalfd", "inotify_init", "inotify_init1", "epoll_create", "epoll_create1", "posix_openpt", "getpt",
    "openpty", "forkpty", "mq_open", "open_by_handle_at", "close_range", "closefrom", "daemon", "openlog", "syslog", "vsyslog", "closelog", "getpwnam", "getpwuid", "getgrnam",
    "getgrgid", "getpwent", "getgrent", "setpwent", "setgrent", "endpwent", "endgrent", "gethostbyname", "getaddrinfo", "dlopen", "dlclose", "fopencookie", "fmemopen", "fcloseall",
    "popen", "pclose", "freopen", "freopen64", "recvmsg", "catopen", "iconv_open", "scandir", "nftw", "ftw", "glob", "wordexp", "setmntent", "endmntent", "getutent", "getutxent",
})
"""Functions that take numbers of files or give them back, without a model that knows which."""
_WRITING: Final = frozenset({
    "fputwc", "putwc", "fputws", "fwprintf", "vfwprintf", "fputwc_unlocked", "putwc_unlocked", "fputws_unlocked", "putw", "writev", "pwritev", "sendfile", "copy_file_range",
    "splice", "tee", "mmap", "aio_write", "truncate", "ftruncate", "truncate64", "ftruncate64", "fallocate", "posix_fallocate", "pwrite64", "send", "sendto", "sendmsg",
    "open_memstream", "fmemopen", "putpwent", "creat64", "socketpair", "memfd_create", "shm_open",
})
"""Functions without a model that write to files."""
# fmt: on
_USED: Final = {
    "LIBRARY_KEEPS_FLAGS": (
        *("__surefoot_came", "__surefoot_is_at_end", "__surefoot_clear_end"),
        *(SCANNED, WROTE, PRINTED, FLUSHED, OPENED_AGAIN),
    ),
    "LIBRARY_KEEPS_POSITIONS": ("__surefoot_put_at", SCANNED, WROTE, PRINTED, FLUSHED, OPENED_AGAIN),
    "LIBRARY_READS_OWN_FILES": (
        *(IS_OWN, "__surefoot_is_own_file"),
        *(EMPTIED, WROTE, WROTE_TO_FILE, PRINTED),
    ),
}
"""The functions of models that are compiled with a macro, and by the names of which others call them."""


@dataclass(frozen=True, slots=True)
class Kept:
    """Macros that models are compiled with, and the functions of models that the program needs."""

    macros: tuple[str, ...]
    functions: tuple[str, ...]


def kept_for(module: Module, reached: ReachedNames, property: Property) -> Kept:
    """What models have to keep for what is ``reached`` in the program ``module``, before models are there."""
    called = {call.callee.name for call in _calls(reached) if isinstance(call.callee, Global)}
    names = reached.missing.keys() | (called - module.functions.keys())
    is_open = any(_is_external(module, name, property) for name in names)
    macros: list[str] = []
    if names & _ASKING:
        macros.append("LIBRARY_KEEPS_FLAGS")
        if is_open or names & _WITH_STREAMS:
            macros.append("LIBRARY_LOSES_FLAGS")
    if names & _TELLING_POSITIONS:
        macros.append("LIBRARY_KEEPS_POSITIONS")
        if is_open or names & _WITH_STREAMS:
            macros.append("LIBRARY_LOSES_POSITIONS")
    if names & _NUMBERING:
        macros.append("LIBRARY_KEEPS_NUMBERS")
        if is_open or names & _WITH_NUMBERS:
            macros.append("LIBRARY_LOSES_NUMBERS")
    redirects = bool(names & _REDIRECTING) or any(_ends_standard_file(call) for call in _calls(reached))
    opened = list(_opened(module, reached, names)) if names & _READING or redirects else []
    if may_read_what_is_written(opened, moves_files=bool(names & _MOVING)):
        macros.append("LIBRARY_READS_OWN_FILES")
        if redirects:
            macros.append("LIBRARY_REDIRECTS")
        if names & _WRITING:
            macros.append("LIBRARY_WRITES_UNSEEN")
    used = {each for macro in macros for each in _USED.get(macro, ())}
    if IS_OWN in used:
        used.update(name for name in names if is_formatted_input(name))
    told = {each for each in TELLING if each in used}
    wanted = [name for name in reached.missing if name not in TELLING or name in told]
    return Kept(tuple(macros), (*wanted, *sorted(used.difference(wanted))))


def _is_external(module: Module, name: str, property: Property) -> bool:
    """Whether ``name`` is a function of which nothing is known, so that it may use streams and files, too."""
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


def _ends_standard_file(call: CallInstruction) -> bool:
    """Whether a standard file is closed, so that the next one that is opened stands in for it."""
    match call:
        case CallInstruction(callee=Global(_, "close"), arguments=(given,)):
            return isinstance(given.value, IntConstant) and given.value.value <= 2
        case _:
            return False


def _opened(module: Module, reached: ReachedNames, names: AbstractSet[str]) -> Iterator[Opened]:
    main = module.functions.get("main")
    arguments = {} if main is None else arguments_of_program(main)
    for function, flow in reached.functions.items():
        for call in _calls_in(flow):
            if isinstance(call.callee, Global) and call.callee.name in FILES_OPENED_BY & names:
                yield opened_by(module, call, call.callee.name, arguments if function == "main" else {})
    if not reached.addressed.keys().isdisjoint(FILES_OPENED_BY):
        yield Opened(None, read=True, written=True, is_empty=True)
