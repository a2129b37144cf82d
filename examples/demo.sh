#!/bin/sh
# Verifies safe and buggy programs; fails unless the verdicts are the expected ones.
cd "$(dirname "$0")/.." || exit 1
surefoot="${BIN:-.venv/bin}/surefoot"

expect() { # expected exit code, then the command
    wanted=$1
    shift
    printf '\n$ surefoot %s\n' "$*"
    "$surefoot" "$@"
    code=$?
    if [ "$code" -ne "$wanted" ]; then
        printf 'demo: expected exit code %s, got %s\n' "$wanted" "$code" >&2
        exit 1
    fi
}

expect 0 check examples/saturating_sum.c
expect 0 check examples/turnstile.c
expect 1 check examples/binary_search.c
printf '\nAll verdicts are as expected.\n'
