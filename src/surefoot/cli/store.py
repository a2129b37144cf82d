"""``surefoot store``: the kept results of scans."""

from argparse import Namespace

from surefoot.base.errors import InputError
from surefoot.cli.output import ExitCode, print_output
from surefoot.project.store import ResultStore, tool_digest


def run(options: Namespace) -> ExitCode:
    """List, prune or verify the store."""
    if not options.store.is_dir():
        raise InputError(f"{options.store} does not exist; `surefoot scan` creates it, --store names another folder")
    store = ResultStore(options.store)
    match options.action:
        case "list":
            return _list(store)
        case "prune":
            removed = store.prune(tool_digest(), options.days)
            print_output(f"{removed} files removed, {sum(1 for _ in store.files())} kept\n")
            return ExitCode.SAFE
        case _:
            return _verify(store)


def _list(store: ResultStore) -> ExitCode:
    current = tool_digest()
    total = 0
    for file in store.files():
        size = file.path.stat().st_size
        total += size
        if file.entry is None:
            print_output(f"{file.path}: damaged\n")
            continue
        entry = file.entry
        age = "" if entry["tool"] == current else "  (another version of surefoot)"
        print_output(
            f"{entry['file']}  {entry['function']}  {entry['verdict']}  {entry['seconds']:.2f} s  {size} bytes{age}\n"
        )
    print_output(f"{total} bytes in {store.folder}\n")
    return ExitCode.SAFE


def _verify(store: ResultStore) -> ExitCode:
    files = list(store.files())
    damaged = [each for each in files if each.entry is None]
    for each in damaged:
        print_output(f"{each.path}: damaged\n")
    print_output(f"{len(files) - len(damaged)} of {len(files)} results are sound\n")
    return ExitCode.UNSAFE if damaged else ExitCode.SAFE
