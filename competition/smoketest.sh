#!/bin/sh
# Checks that the archive works on this machine: one safe program, one unsafe one, and the version.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cat > "$folder/safe.c" <<'END'
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) { unsigned n = __VERIFIER_nondet_uint(), i = 0; while (i < n) i++; if (i != n) reach_error(); }
END
sed 's/i != n/i == 7/' "$folder/safe.c" > "$folder/unsafe.c"
echo 'CHECK( init(main()), LTL(G ! call(reach_error())) )' > "$folder/unreach-call.prp"

result() {
    "$here/bin/surefoot" check "$folder/$1.c" --property="$folder/unreach-call.prp" --time-limit=60 --format=competition || true
}

"$here/bin/surefoot" --version
for each in "safe true" "unsafe false(unreach-call)"; do
    name=${each%% *} expected=${each#* }
    found=$(result "$name" | sed -n 's/^result: //p')
    echo "$name: $found"
    [ "$found" = "$expected" ] || { echo "expected $expected" >&2; exit 1; }
done
