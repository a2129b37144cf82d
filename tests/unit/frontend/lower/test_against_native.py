"""Programs without inputs compute the same number natively and in the interpreter.

Each program calls `finish` with a number. The native run prints it; then the program is loaded with that number, and
with another one, as EXPECTED: the first must end well and the second must fail.
"""

import subprocess
from pathlib import Path

import pytest

from corpus.lowered import Load
from surefoot.frontend.native import build_executable
from surefoot.program.interpreter import Finished, Violated, ZeroChoices, run
from surefoot.program.program import DataModel
from surefoot.program.properties import ASSERTIONS

PRELUDE = """
#include <ctype.h>
#include <math.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
typedef unsigned long long number;
#ifdef EXPECTED
void reach_error(void);
static void finish(number n) { if (n != EXPECTED) reach_error(); }
#else
#include <stdio.h>
static void finish(number n) { printf("%llu", n); }
#endif
static number mix(number sum, number n) { return (sum ^ n) * 1099511628211ull + 7; }
"""

PROGRAMS = {
    "integers": """
        int main(void) {
            number s = 0;
            signed char c = -100; unsigned short u = 65535; long long l = -5000000000; _Bool b = 7; __int128 w = l;
            for (int i = -3; i < 40; i++) {
                s = mix(s, c * i); s = mix(s, u / (i ? i : 1)); s = mix(s, l % (i ? i : 9)); s = mix(s, l >> (i & 31));
                s = mix(s, (unsigned)i << (i & 15)); s = mix(s, b + !i); s = mix(s, (unsigned char)(c - i)); s = mix(s, ~i);
                s = mix(s, i < u); s = mix(s, (unsigned)i > 5u); s = mix(s, -i); w = w * 3 + i; s = mix(s, w >> 70);
            }
            finish(s); return 0; }
    """,
    "floats": """
        int main(void) {
            number s = 0; double d = 0.1; float f = 0.1f; union { double d; number n; } bits;
            for (int i = 1; i < 30; i++) {
                d = d * 1.7 - i / 3.0; f = f / 1.3f + i; bits.d = d + f; s = mix(s, bits.n);
                s = mix(s, (long)d); s = mix(s, (unsigned char)f); s = mix(s, d < f); s = mix(s, isnan(d - d) || d != d);
                bits.d = sqrt(fabs(d)); s = mix(s, bits.n); bits.d = floor(d) + ceil(f) + trunc(d) + rint(d) + fmin(d, f); s = mix(s, bits.n);
                bits.d = copysign(f, d); s = mix(s, bits.n); s = mix(s, signbit(d) != 0); s = mix(s, fpclassify(d)); s = mix(s, (float)d == f);
                bits.d = -(d / 0.0); s = mix(s, bits.n); s = mix(s, isinf(bits.d) != 0); s = mix(s, d <= f || d > f);
            }
            finish(s); return 0; }
    """,
    "long doubles": """
        long double kept[3]; long double third(int n) { return (long double)n / 3; }
        int main(void) {
            number s = 0;
            for (int i = -5; i < 6; i++) {
                kept[(i + 9) % 3] = third(i) + 1e-4L; long double d = kept[(i + 9) % 3]; s = mix(s, (long long)(d * 1e15L));
                s = mix(s, d > third(i)); s = mix(s, (double)d < d); s = mix(s, isnan(d / 0.0L * 0.0L) != 0); s = mix(s, signbit(d) != 0);
            }
            finish(s); return 0; }
    """,
    "structs": """
        struct pair { int a; double b; }; struct big { int v[7]; char c; }; struct bits { unsigned a : 3; int b : 5; unsigned long long c : 40; };
        union mixed { float f; unsigned u; unsigned char bytes[4]; };
        struct pair make(int n) { struct pair p = {n, n / 2.0}; return p; }
        struct big grow(struct big b, int n) { b.v[n % 7] += n; b.c ^= n; return b; }
        int main(void) {
            number s = 0; struct big b = {{1, 2, 3}, 'x'}; struct bits f = {0}; union mixed m;
            for (int i = 0; i < 20; i++) {
                struct pair p = make(i); s = mix(s, p.a); s = mix(s, p.b * 8); b = grow(b, i); s = mix(s, b.v[i % 7]); s = mix(s, b.c);
                f.a += i; f.b -= i; f.c = f.c * 77 + i; s = mix(s, f.a); s = mix(s, f.b); s = mix(s, f.c);
                m.f = i * 0.3f; s = mix(s, m.u); s = mix(s, m.bytes[i % 4]);
                struct pair q[2] = {[1] = p}; s = mix(s, q[1].a + q[0].a); s = mix(s, (struct pair){.a = i}.a); s = mix(s, sizeof f + sizeof b);
            }
            finish(s); return 0; }
    """,
    "control": """
        static int calls; int noisy(int n) { calls++; return n & 1; } int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
        int odd(int); int even(int n) { return n == 0 || odd(n - 1); } int odd(int n) { return n != 0 && even(n - 1); }
        int main(void) {
            number s = 0; static void *const where[] = {&&zero, &&one, &&two}; int i = 0;
            do {
                if (noisy(i) && noisy(i + 1) || noisy(i * 3)) s = mix(s, 1); s = mix(s, calls); s = mix(s, noisy(i) ? fib(i % 9) : even(i));
                switch (i % 6) { case 0: s = mix(s, 5); case 1 ... 2: s = mix(s, 6); break; case 4: if (i < 10) continue; default: s = mix(s, 8); }
                for (int j = 0; ; j++) { if (j > i) break; if (j % 3 == 1) continue; s = mix(s, j); if (s % 11 == 0) goto out; }
                goto *where[i % 3];
                zero: s = mix(s, 10); one: s = mix(s, 11); two: s = mix(s, 12);
                out: s = mix(s, ({ int k = i; k * k; }));
            } while (++i < 25);
            int a = 1, b = 2; for (int k = 0; k < 5; k++) { int t = a; a = b; b = t + k; } s = mix(s, a * 100 + b);
            finish(s); return 0; }
    """,
    "pointers": """
        struct node { struct node *next; int value; }; typedef int (*operation)(int, int);
        int add(int a, int b) { return a + b; } int sub(int a, int b) { return a - b; }
        operation choose(int n) { return n % 2 ? add : sub; } struct { operation run; const char *name; } table[] = {{add, "add"}, {sub, "sub"}};
        void swap(int *a, int *b) { int t = *a; *a = *b; *b = t; } int matrix[3][4]; int *middle = &matrix[1][2]; char text[] = "surefoot";
        int main(void) {
            number s = 0; struct node *list = 0;
            for (int i = 0; i < 12; i++) {
                struct node *n = malloc(sizeof *n); n->next = list; n->value = i * i; list = n; matrix[i % 3][i % 4] = i; s = mix(s, *middle);
                s = mix(s, choose(i)(i, 3)); s = mix(s, table[i % 2].run(i, 5)); s = mix(s, table[i % 2].name[1]); int v[i + 1]; v[i] = i; s = mix(s, v[i]);
                int x = i, y = -i; swap(&x, &y); s = mix(s, x - 2 * y); int *p = &matrix[0][0] + i; s = mix(s, *p); s = mix(s, p - &matrix[0][0]); s = mix(s, sizeof v);
                char *c = text + i % 8; *c += 1; s = mix(s, *c); int **pp = &p; **pp = 4; s = mix(s, matrix[i / 4][i % 4]);
            }
            for (struct node *n = list, *next; n; n = next) { next = n->next; s = mix(s, n->value); free(n); }
            finish(s); return 0; }
    """,
    "strings": """
        int main(void) {
            number s = 0; char b[64] = "", c[64]; const char *words[] = {"one", "two", "three", "", "Three", "on"};
            for (int i = 0; i < 6; i++) {
                strcat(b, words[i]); strncat(b, "xyz", i % 3); s = mix(s, strlen(b)); strcpy(c, b); strncpy(c + 5, words[i], 4); s = mix(s, memchr(c, 't', 9) != 0);
                for (int j = 0; j < 6; j++) { s = mix(s, (strcmp(words[i], words[j]) > 0) - (strcmp(words[i], words[j]) < 0)); s = mix(s, strncmp(words[i], words[j], 2) == 0); s = mix(s, strcasecmp(words[i], words[j]) == 0); }
                s = mix(s, strchr(b, 'o') - b); s = mix(s, strrchr(b, 'o') - b); s = mix(s, strstr(b, "th") != 0); s = mix(s, strspn(b, "neo")); s = mix(s, strcspn(b, "x")); memmove(b + 1, b, 5); s = mix(s, b[3]);
                s = mix(s, memcmp(b, c, 8) == 0); memset(c + 2, i, 3); s = mix(s, c[3]); char *d = strdup(b); s = mix(s, d[2]); d = realloc(d, 80); s = mix(s, strlen(d)); free(d);
            }
            char list[] = "a,b;;c"; for (char *t = strtok(list, ",;"); t; t = strtok(0, ",;")) s = mix(s, *t);
            for (int i = 0; i < 256; i++) { s = mix(s, !isalpha(i) + 2 * !isdigit(i) + 4 * !isspace(i) + 8 * !ispunct(i) + 16 * !isxdigit(i) + 32 * !isprint(i) + 64 * !iscntrl(i)); s = mix(s, toupper(i) * 3 + tolower(i)); }
            finish(s); return 0; }
    """,
    "stdlib": """
        static int by_value(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
        int main(void) {
            number s = 0; const char *numbers[] = {"42", " -17x", "+0", "0x1F", "99999999999999999999", "-99999999999999999999", "abc", "", "077", "zz"}; char *end;
            for (int i = 0; i < 10; i++) { s = mix(s, strtol(numbers[i], &end, 0)); s = mix(s, end - numbers[i]); s = mix(s, strtoul(numbers[i], &end, 10)); s = mix(s, end - numbers[i]); s = mix(s, strtol(numbers[i], 0, 36)); if (i < 4) s = mix(s, atoi(numbers[i])); }
            int v[] = {5, -2, 9, 0, 3, 3, -7}; qsort(v, 7, sizeof *v, by_value); for (int i = 0; i < 7; i++) s = mix(s, v[i]); int key = 3; s = mix(s, *(int *)bsearch(&key, v, 7, sizeof *v, by_value));
            s = mix(s, abs(-4) + labs(-5L)); div_t q = div(-17, 5); s = mix(s, q.quot * 10 + q.rem); int *z = calloc(4, 4); s = mix(s, z[3]);
            finish(s); return 0; }
    """,
    "builtins": """
        int main(void) {
            number s = 0; int r; unsigned u; atomic_int counter = 3; int plain = 5;
            for (unsigned i = 1; i < 2000000000u; i = i * 7 + 3) {
                s = mix(s, __builtin_popcount(i)); s = mix(s, __builtin_clz(i)); s = mix(s, __builtin_ctz(i)); s = mix(s, __builtin_bswap32(i)); s = mix(s, __builtin_ffs(i)); s = mix(s, __builtin_parity(i));
                s = mix(s, __builtin_add_overflow((int)i, 2000000000, &r)); s = mix(s, r); s = mix(s, __builtin_mul_overflow(i, 3u, &u)); s = mix(s, u); s = mix(s, __builtin_sub_overflow((int)i, -2000000000, &r)); s = mix(s, r);
                s = mix(s, counter++); s = mix(s, atomic_fetch_sub(&counter, 2)); s = mix(s, __sync_bool_compare_and_swap(&plain, 5, i)); s = mix(s, plain); s = mix(s, __atomic_exchange_n(&plain, 5, 0)); s = mix(s, __builtin_rotateleft32(i, i)); s = mix(s, __builtin_bitreverse32(i));
                s = mix(s, __builtin_expect(i > 7, 1)); s = mix(s, __builtin_constant_p(4)); s = mix(s, __builtin_elementwise_max((int)i, 9)); s = mix(s, __builtin_bswap64(i));
            }
            finish(s); return 0; }
    """,
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_the_interpreter_agrees_with_the_machine(load: Load, name: str, tmp_path: Path) -> None:
    text = PRELUDE + PROGRAMS[name]
    source, executable = tmp_path / "native.c", tmp_path / "native"
    source.write_text(text)
    build_executable([source], executable, DataModel.LP64)
    printed = subprocess.run([executable], capture_output=True, check=True, timeout=20).stdout.decode()
    right = load(text, flags=[f"-DEXPECTED={printed}ull"])
    wrong = load(text, flags=[f"-DEXPECTED={int(printed) ^ 1}ull"])
    assert isinstance(run(right, ASSERTIONS, ZeroChoices(), max_steps=2_000_000), Finished)
    assert isinstance(run(wrong, ASSERTIONS, ZeroChoices(), max_steps=2_000_000), Violated)
    assert right.caveats == ()
