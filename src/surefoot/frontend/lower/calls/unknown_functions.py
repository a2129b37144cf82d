"""Effects of functions without a body on arguments and globals, and their caveats."""

from collections.abc import Sequence

from surefoot.base.caveats import Direction, Dropped
from surefoot.base.spans import Span
from surefoot.frontend.llvm.module import CallInstruction, Global, Operand, PointerType, Type
from surefoot.frontend.lower.function_builder import FunctionBuilder
from surefoot.frontend.lower.memory.havoc import ERROR_NUMBER, havoc_bytes, havoc_contents, writable_part
from surefoot.frontend.lower.scope import ProgramScope
from surefoot.logic import Op, Term, variables_of
from surefoot.program.statements import ObjectSize, Origin


def havoc_arguments(builder: FunctionBuilder, call: CallInstruction, name: str, origin: Origin) -> bool:
    """Havoc every object that ``call`` passes, and note what the function may know from now on;
    return False unless all of the objects are known.
    """
    complete = True
    for argument in call.arguments:
        builder.scope.exposed.update(dict.fromkeys(builder.terms(argument.value, call.span)))
        if isinstance(argument.value.type, PointerType):
            complete &= _havoc_object(builder, argument.value, name, origin, call.span)
    return complete


def passed_function(builder: FunctionBuilder, call: CallInstruction, name: str) -> str | None:
    """Return a function of the program that ``call`` passes to the library function ``name``, or what
    describes an unknown one; `None` if it passes none.
    """
    functions = builder.scope.module.functions
    for argument in call.arguments:
        if isinstance(argument.value, Global) and argument.value.name in functions:
            return argument.value.name
    first = _CALLBACKS.get(name.removesuffix("64"), len(call.arguments))
    others = (each.value for each in call.arguments[first:] if not isinstance(each.value, Global))
    given = (builder.term(each, call.span) for each in others if isinstance(each.type, PointerType))
    is_passed = any(each.op is not Op.CONSTANT and each not in builder.objects for each in given)
    return "the function passed to it" if is_passed else None


def writes_only_to_arguments(name: str) -> bool:
    """Return whether the library function ``name`` writes to no memory but what its arguments point to."""
    return name.removesuffix("64") not in _WRITES_FURTHER


def havoc_rest_of_objects(builder: FunctionBuilder, call: CallInstruction) -> None:
    """Havoc every object that ``call`` passes, from the pointer to its end, unless it is constant."""
    for argument in call.arguments:
        if not _is_writable(builder, argument.value, call.span):
            continue
        address = builder.term(argument.value, call.span)
        if _is_stream(builder, address):
            continue
        size = builder.temporary("size", builder.type_sorts.pointer, call.span)
        builder.emit(ObjectSize(size, address, call.span))
        havoc_bytes(builder, address, writable_part(builder, address, size), call.span)


def note_external_effects(builder: FunctionBuilder, call: CallInstruction, name: str) -> None:
    """Add caveats about effects of an external function that are not modelled but matter."""
    scope = builder.scope
    if shared := external_globals(scope):
        text = f"{name} has no body: writes to {shared[0]} and other globals with external linkage are not modelled"
        scope.note(Direction.DROPS_BEHAVIOUR, text, call.span, Dropped.GLOBALS)
    elif found := scope.external_effects.callback:
        text = f"{name} has no body: a callback to {found.function}, which can modify {found.changed}, is not modelled"
        scope.note(Direction.DROPS_BEHAVIOUR, text, call.span, Dropped.CALLBACKS)
    passed = [argument.value for argument in call.arguments if _is_writable(builder, argument.value, call.span)]
    if passed and _may_be_kept_for_later(builder, passed, call.span):
        text = f"{name} has no body: later writes through pointers that it stores are not modelled"
        scope.note(Direction.DROPS_BEHAVIOUR, text, call.span, Dropped.MEMORY)


def note_effects(builder: FunctionBuilder, call: CallInstruction, name: str) -> None:
    """Add caveats about effects of a library function without model beyond arguments and result."""
    scope = builder.scope
    if name in _MAY_NOT_RETURN:
        builder.mark_unmodelled(name, call.span)
    undefined = [known for known in scope.globals if scope.module.globals[known].initial is None]
    if changed := next((known for known in undefined if known not in STREAMS), None):
        text = f"{name} has no model: its effect on {changed} is not modelled"
        scope.note(Direction.DROPS_BEHAVIOUR, text, call.span)
    if name in _JUMPS:
        text = f"{name} has no model: runs that it continues elsewhere are not modelled"
        scope.note(Direction.DROPS_BEHAVIOUR, text, call.span)
    if name in _KEEPS_POINTERS:
        text = f"{name} has no model: later accesses through pointers that it stores are not modelled"
        scope.note(Direction.DROPS_BEHAVIOUR, text, call.span, Dropped.MEMORY)
        builder.mark_unmodelled(name, call.span)


def _may_be_kept_for_later(builder: FunctionBuilder, passed: Sequence[Operand], span: Span | None) -> bool:
    """Return whether objects in ``passed`` may be live at a later call of an external function."""
    if builder.scope.external_effects.may_call_external_after(builder.flow, builder.current_label, builder.position):
        return True
    mentioned = [symbol for pointer in passed for symbol in variables_of(builder.term(pointer, span))]
    outlives_call = any(symbol not in builder.objects for symbol in mentioned)
    return outlives_call and builder.definition.name != "main"


def _is_writable(builder: FunctionBuilder, value: Operand, span: Span | None) -> bool:
    """Return whether ``value`` may point to a modifiable object."""
    if not isinstance(value.type, PointerType):
        return False
    if isinstance(value, Global):
        known = builder.scope.module.globals.get(value.name)
        return known is None or not known.constant
    return builder.term(value, span).op is not Op.CONSTANT


STREAMS = ("stdin", "stdout", "stderr")
"""Standard streams, in the order of their file descriptors."""
# fmt: off
_MAY_NOT_RETURN = frozenset({
    "raise", "gsignal", "kill", "killpg", "tgkill", "pthread_kill", "pthread_cancel", "sigqueue", "pthread_sigqueue", "reboot",
    "execl", "execle", "execlp", "execv", "execve", "execvp", "execvpe", "fexecve", "execveat",
})
"""Functions that may end the program."""
_JUMPS = frozenset({"setcontext", "swapcontext"})
"""Functions that continue the run at another place."""
_KEEPS_POINTERS = frozenset({
    "putenv", "open_memstream", "open_wmemstream", "fmemopen", "fopencookie", "initstate", "setstate", "initstate_r", "setstate_r",
    "sigaltstack", "aio_read", "aio_read64", "aio_write", "aio_write64", "lio_listio", "lio_listio64", "mq_notify", "timer_create",
    "setbuffer", "profil", "sprofil", "re_set_registers", "hsearch", "hsearch_r", "tsearch",
})
"""Functions that store pointers to memory of the program and use them after returning."""
_WRITES_FURTHER = frozenset({
    "readv", "preadv", "preadv2", "preadv64v2", "process_vm_readv", "recvmsg", "recvmmsg", "ioctl", "iconv", "strsep",
    "getline", "getdelim", "getwline", "getwdelim", "getopt_long", "getopt_long_only", "argp_parse", "insque", "remque",
    "vscanf", "vfscanf", "vsscanf", "vwscanf", "vfwscanf", "vswscanf", "io_getevents", "vswprintf", "vwprintf", "vfwprintf",
    "__getdelim", "getsubopt", "syscall", "prctl", "ptrace", "semctl", "argp_help", "random_r", "srandom_r", "setstate_r", "initstate_r",
    "argz_add", "argz_add_sep", "argz_append", "argz_delete", "argz_insert", "argz_replace", "envz_add", "envz_merge",
    "envz_remove", "envz_strip", "obstack_printf", "obstack_vprintf", "obstack_free", "re_match", "re_match_2", "re_search",
    "re_search_2", "aio_return", "aio_suspend", "getaddrinfo_a", "gai_suspend",
})
"""Functions that write to memory that objects passed to them point to."""
_CALLBACKS = {
    "atexit": 0, "at_quick_exit": 0, "on_exit": 0, "call_once": 1, "pthread_once": 1, "pthread_key_create": 1,
    "tss_create": 1, "thrd_create": 1, "pthread_create": 2, "pthread_atfork": 0, "makecontext": 1, "clone": 0,
    "signal": 1, "sigset": 1, "ssignal": 1, "sysv_signal": 1, "bsd_signal": 1, "bsearch": 4, "qsort": 3, "qsort_r": 3,
    "lfind": 4, "lsearch": 4, "tsearch": 2, "tfind": 2, "tdelete": 2, "twalk": 1, "twalk_r": 1, "tdestroy": 1, "ftw": 1, "nftw": 1, "glob": 2, "scandir": 2,
    "scandirat": 3, "fts_open": 2, "dl_iterate_phdr": 0, "register_printf_function": 1,
}
# fmt: on
"""Positions of the first parameters of library functions that are functions which they call."""


def external_globals(scope: ProgramScope) -> tuple[str, ...]:
    """Return the variables with external linkage that are not constant and that reached code mentions.

    Writes to other variables have no effect that a run can observe.
    """
    return tuple(
        name
        for name, known in scope.module.globals.items()
        if name in scope.globals
        and name not in STREAMS
        and name != ERROR_NUMBER
        and not (known.internal or known.constant)
    )


def _havoc_object(builder: FunctionBuilder, pointer: Operand, name: str, origin: Origin, span: Span | None) -> bool:
    module = builder.scope.module
    if isinstance(pointer, Global) and (known := module.globals.get(pointer.name)) and known.constant:
        return True
    address = builder.term(pointer, span)
    if address.op is Op.CONSTANT or _is_stream(builder, address):
        return True
    mentioned = tuple(variables_of(address))
    of = _object_type(builder, mentioned[0]) if len(mentioned) == 1 else None
    if of is None:
        return False
    if not havoc_contents(builder, mentioned[0], of, origin, name, span):
        return False
    return not any(isinstance(leaf.type, PointerType) for leaf in builder.type_sorts.leaves(of))


def _is_stream(builder: FunctionBuilder, address: Term) -> bool:
    """Return whether ``address`` is a standard stream, which is no object of the program."""
    variables = builder.scope.variables
    return any(name in variables and variables[name].symbol is address for name in STREAMS)


def _object_type(builder: FunctionBuilder, address: Term) -> Type | None:
    """Return the type of the object that begins at ``address``, or None if it is unknown."""
    if of := builder.objects.get(address):
        return of
    name = str(address.payload).removeprefix("&")
    known = builder.scope.module.globals.get(name)
    return known.type if known and address is builder.scope.address(name) else None
