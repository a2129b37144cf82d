"""Table of the functions that are lowered by name when the program does not define them.

Everything that can be written in C is modelled in `surefoot.frontend.library` instead; these
functions need statements of their own.
"""

from collections.abc import Mapping
from typing import Final

from surefoot.base.errors import UnsupportedError
from surefoot.frontend.library.standard import is_standard
from surefoot.frontend.llvm.module import CallInstruction, FunctionType
from surefoot.frontend.lower.function_builder import FunctionBuilder
from surefoot.frontend.lower.intrinsic_operations import truncated_remainder
from surefoot.frontend.lower.library import contracts, memory, results, stdio, termination
from surefoot.frontend.lower.library.handlers import Handler
from surefoot.frontend.lower.library.model_calls import FILE_OPENERS, STREAM_OPENERS
from surefoot.frontend.lower.memory.frame_conditions import FRAME
from surefoot.logic import bv, fp_rem
from surefoot.program.statements import CheckKind


def handler_of(name: str, declared: FunctionType | None) -> Handler | None:
    """Return the handler for calls of ``name``, or None.

    A name that programs use for functions of their own counts only if it is declared as in the
    library.
    """
    if handler := _HANDLERS.get(name):
        is_own = name in _COMMON_NAMES and declared is not None and not is_standard(name, declared)
        return None if is_own else handler
    if name.startswith(("__VERIFIER_nondet_", "nondet_", "__CPROVER_nondet_")) or name == "nondet":
        return results.input_value
    if name.startswith("__surefoot_unknown_"):
        return results.unknown
    if name.startswith("__surefoot_havocked_"):
        return results.unmodelled
    if name.startswith("__surefoot_choice_"):
        return contracts.choice
    return None


def ends_run(name: str) -> bool:
    """Return whether the known function ``name`` never returns."""
    return name in _NORETURN


def handled_names() -> frozenset[str]:
    """Return the names of the library functions in the table."""
    return frozenset(name for name in _HANDLERS if not name.startswith("__surefoot_"))


def refused_names() -> frozenset[str]:
    """Return the names of the library functions that are refused where they can be called."""
    return frozenset(_REFUSED)


def _unsupported(what: str) -> Handler:
    def handler(_builder: FunctionBuilder, call: CallInstruction, name: str) -> None:
        raise UnsupportedError(f"{what} ({name}) is not supported", call.span)

    return handler


def _table(*groups: tuple[Handler, str]) -> Mapping[str, Handler]:
    return {name: handler for handler, names in groups for name in names.split()}


_NORETURN: Final = _table(
    (termination.exit_program, "exit"),
    (termination.quick_exit, "quick_exit"),
    (termination.stop, "abort _exit _Exit pthread_exit thrd_exit"),
    (termination.failed_assertion, " ".join(termination.ASSERTION_HANDLERS)),
    (termination.jump, "longjmp _longjmp siglongjmp __longjmp_chk"),
)
_REFUSED: Final = _table(
    (
        _unsupported("thread"),
        "pthread_create pthread_join pthread_cond_wait pthread_cond_timedwait pthread_barrier_wait thrd_create thrd_join clone",
    ),
    (_unsupported("process"), "fork vfork"),
)
_HANDLERS: Final = {
    **_NORETURN,
    **_table(
        (termination.assume, "__VERIFIER_assume __CPROVER_assume __ESBMC_assume __surefoot_assume"),
        (termination.assertion(CheckKind.ERROR_CALL), "__VERIFIER_assert"),
        (termination.assertion(CheckKind.ASSERTION), "assert __CPROVER_assert __ESBMC_assert"),
        (memory.allocation(0), f"malloc valloc kmalloc kzalloc {memory.ALLOCATE}"),
        (memory.allocation(0, 1), "calloc"),
        (memory.aligned_allocation, "aligned_alloc memalign"),
        (memory.free, "free cfree kfree"),
        (memory.copy, f"memmove __memmove_chk {memory.COPY_OF_MODELS} {' '.join(memory.DISJOINT)}"),
        (memory.fill, "memset __memset_chk __surefoot_fill"),
        (memory.object_size, "__surefoot_object_size"),
        (memory.writable_size, "__surefoot_writable_size"),
        (memory.require, "__surefoot_require"),
        (memory.require_apart, "__surefoot_require_apart"),
        (contracts.check_clause, "__surefoot_contract"),
        (contracts.havoc_memory, "__surefoot_forget"),
        (contracts.assigns, FRAME),
        (contracts.assigned_range, "__surefoot_assigned"),
        (contracts.function_returned, "__surefoot_returned"),
        (results.havoc_errno, "__surefoot_forget_error_number"),
        (results.set_errno, "__surefoot_set_error_number"),
        (results.unmodelled_from_here, "__surefoot_havocked_from_here"),
        (
            results.unknown,
            "sched_yield flockfile funlockfile",
        ),
        (results.unknown_with_error_number, "pclose syslog openlog closelog tzset sync"),
        (stdio.open_stream, " ".join(STREAM_OPENERS)),
        (stdio.open_file, " ".join(FILE_OPENERS)),
        (stdio.reopen_stream, "freopen freopen64"),
        (stdio.set_buffer, "setbuf setbuffer setvbuf"),
        (
            results.unmodelled,
            "printf fprintf dprintf __printf_chk __fprintf_chk vprintf vfprintf vdprintf __vprintf_chk __vfprintf_chk",
        ),
        (
            results.operation(truncated_remainder),
            "__surefoot_truncated_remainder __surefoot_truncated_remainderf",
        ),
        (results.operation(fp_rem), "__surefoot_nearest_remainder __surefoot_nearest_remainderf"),
        (results.at_least(-1), "puts fputs fputs_unlocked"),
        (results.at_least(1), "getppid getpgrp"),
        (termination.alarm, "alarm"),
        (termination.start_timer, "__surefoot_start_timer"),
        (
            results.or_failure(lambda _builder, _call: bv(0, 32)),
            "fclose fflush usleep remove rename unlink rmdir mkdir chdir fsync access truncate ftruncate chmod link symlink",
        ),
        (results.or_failure(stdio.byte_of_first), "putchar putc fputc putchar_unlocked putc_unlocked fputc_unlocked"),
        (results.yes_or_no, "isatty"),
        (results.restricted(stdio.written_elements), "fwrite fwrite_unlocked"),
        (results.at_most(0, sets_error_number=False), "sleep"),
        (
            results.zero,
            (
                "pthread_mutex_lock pthread_mutex_unlock pthread_mutex_init pthread_mutex_destroy pthread_mutexattr_init "
                "pthread_mutexattr_settype pthread_mutexattr_destroy pthread_attr_init pthread_attr_destroy "
                "pthread_cond_init pthread_cond_destroy pthread_cond_signal pthread_cond_broadcast pthread_rwlock_init "
                "pthread_rwlock_destroy pthread_rwlock_rdlock pthread_rwlock_wrlock pthread_rwlock_unlock"
            ),
        ),
        (results.nothing, "__VERIFIER_atomic_begin __VERIFIER_atomic_end"),
        (termination.set_jump, "setjmp _setjmp __sigsetjmp sigsetjmp"),
    ),
    **_REFUSED,
}
_COMMON_NAMES: Final = frozenset({
    "open", "creat", "dup", "close", "remove", "rename", "unlink", "link", "symlink", "access", "truncate", "chmod", "chdir", "mkdir", "rmdir",
    "alarm", "sync", "rewind", "popen", "pclose", "tmpfile", "fileno", "umask", "isatty", "lseek", "fsync",
})  # fmt: skip
"""Library functions whose names programs also use for functions of their own."""
