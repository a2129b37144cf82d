r"""Growth of proofs with the number of calls of a function with a loop, with a copy for each call
(inline) and one for all (shared).

    python bench/functions.py --program steps --engine 'euf{rewriting=no,max-lemmas=0}' \
        --calls inline shared --limit 60 1 2 5 10

There are three programs, with n calls each:

    steps    void loop(void) { do i += 3; while (i < 5); assert(i < 7); }      n times  i = 0; loop();
             (Bueno, "Software Model Checking with Uninterpreted Functions", 2021, figure 5.8)
    results  unsigned up(unsigned n) { s = 0; while (s < n) s++; return s; }
             n times  { unsigned x = any(); assert(up(x) == x); }
    locks    void work(void) { while (any()) locked = !locked && any(); assert(locked <= 1); }
             n times  work();

In the first and the last, all calls need the same invariant; in the second, each needs another
one. The table has a line for each n and each encoding: locations of the control system, the
depth of the search (its last frame), lemmas, formulas in the certificate, and CPU seconds of the
whole process.
"""

import argparse
import json
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

HEADER = ("| n | calls | verdict | locations | depth | lemmas | formulas | CPU |", "|--:|---|---|--:|--:|--:|--:|--:|")


PRELUDE = "extern void reach_error(void);\nextern int __VERIFIER_nondet_int(void);\n#define any __VERIFIER_nondet_int\n"
FUNCTIONS = {
    "steps": "int i;\nvoid loop(void) { do i += 3; while (i < 5); if (!(i < 7)) reach_error(); }\n",
    "results": "unsigned up(unsigned n) { unsigned s = 0; while (s < n) s++; return s; }\n",
    "locks": "int locked;\nvoid work(void) { while (any()) locked = !locked && any(); if (locked > 1) reach_error(); }\n",
}
CALLS = {
    "steps": "  i = 0; loop();\n",
    "results": "  { unsigned x = any(); if (up(x) != x) reach_error(); }\n",
    "locks": "  work();\n",
}


def program(name: str, calls: int) -> str:
    """Return the program with so many calls."""
    return f"{PRELUDE}{FUNCTIONS[name]}int main(void) {{\n{CALLS[name] * calls}  return 0;\n}}\n"


def judged(file: str, engine: str, calls: str, limit: float) -> None:
    """Check a program in this process, and print a document with what came out."""
    import surefoot
    from surefoot.base.events import BoundRaised, EngineCounted, ProgressEvent
    from surefoot.certify.verdicts import Safe

    depth, lemmas = 0, 0

    def watch(event: ProgressEvent) -> None:
        nonlocal depth, lemmas
        match event:
            case BoundRaised(_, bound):
                depth = max(depth, bound)
            case EngineCounted(_, counts):
                lemmas = int(counts["lemmas"])
            case _:
                pass

    report = surefoot.check(file, property="unreach-call", engine=engine, calls=calls, time_limit=limit, on_event=watch)
    verdict = report.verdict
    document = {"verdict": type(verdict).__name__.lower(), "depth": depth, "lemmas": lemmas}
    if isinstance(verdict, Safe) and verdict.encoding is not None:
        document["locations"] = len(verdict.encoding.system.names)
        stated = getattr(verdict.certificate, "invariants", {})
        document["formulas"] = sum(map(len, stated.values()))
    print(json.dumps(document))


def row(calls: int, way: str, options: argparse.Namespace) -> str:
    """Return one line of the table."""
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "calls.c"
        source.write_text(program(options.program, calls), encoding="utf-8")
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        command = [sys.executable, __file__, "--one", str(source), "--engine", options.engine, "--calls", way]
        command += ["--limit", str(options.limit)]
        said = subprocess.run(command, capture_output=True, text=True, check=False)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if said.returncode:
        raise SystemExit(said.stderr)
    found = json.loads(said.stdout)
    used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    numbers = [str(found.get(word, "")) for word in ("verdict", "locations", "depth", "lemmas", "formulas")]
    return f"| {calls} | {way} | {' | '.join(numbers)} | {used:.1f} s |"


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("numbers", nargs="*", type=int, default=[1, 2, 5, 10], metavar="N")
    parser.add_argument("--engine", default="euf{rewriting=no,max-lemmas=0}")
    parser.add_argument("--calls", nargs="+", default=["inline", "shared"])
    parser.add_argument("--program", choices=FUNCTIONS, default="steps")
    parser.add_argument("--limit", type=float, default=60)
    parser.add_argument("--one", metavar="FILE", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.one is not None:
        judged(options.one, options.engine, options.calls[0], options.limit)
        return
    print(*HEADER, sep="\n")
    for calls in options.numbers:
        for way in options.calls:
            print(row(calls, way, options), flush=True)


if __name__ == "__main__":
    main()
