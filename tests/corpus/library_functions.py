"""Functions in the style of a C library, each with a twin that does not end; the twin differs in one place.

Arrays are local, with unknown contents: a function with a pointer parameter may be called with null, and a proof has to
exclude undefined behaviour. An entry has the name of the function, its text with `$` where the twins differ, and the two texts for that place.
"""

# ruff: noqa: ISC004 - a function is one text
LIBRARY_FUNCTIONS: dict[str, tuple[str, str, str]] = {
    "skip_spaces": (
        "unsigned skip_spaces(unsigned n) { char s[16];"
        " unsigned i = 0; if (n > 16) n = 16; while (i < n && s[i] == ' ') { $ } return i; }",
        "i++;",
        ";",
    ),
    "find_char": (
        'int find_char(char c) { char s[8] = "needle"; unsigned i = 0;'
        " while (s[i] != 0) { if (s[i] == c) return 1; $ } return 0; }",
        "i++;",
        "i ^= 1;",
    ),
    "reverse_range": (
        "void reverse_range(unsigned lo, unsigned hi) { while (lo $ hi) { lo++; hi--; } }",
        "<",
        "!=",
    ),
    "compare_prefix": (
        "int compare_prefix(unsigned n) { char a[8]; char b[8];"
        " if (n > 8) n = 8; while (n > 0 && a[n - 1] == b[n - 1]) { $ } return n == 0; }",
        "n--;",
        "if (a[n - 1] != 'x') n--;",
    ),
    "trim_tail": (
        "unsigned trim_tail(unsigned n) { char s[16];"
        " if (n > 16) return 0; while (n > 0) { if (s[n - 1] != ' ') break; $ } return n; }",
        "n--;",
        "n = n == 1 ? 1 : n - 1;",
    ),
    "list_length": (
        "struct node { struct node *next; }; int list_length(void) { struct node a, b, c; int n = 0;"
        " a.next = &b; b.next = &c; c.next = $; for (struct node *p = &a; p; p = p->next) n ^= 1; return n; }",
        "0",
        "&a",
    ),
    "list_push_walk": (
        "void *malloc(unsigned long); struct node { struct node *next; };"
        " int list_push_walk(unsigned k) { struct node *h = 0;"
        " for (unsigned i = 0; i < k; i++) { struct node *p = malloc(sizeof *p); if (!p) return 1; p->next = h; h = p; }"
        " while (h) h = $; return 0; }",
        "h->next",
        "h->next ? h->next : h",
    ),
    "list_find": (
        "struct item { int key; struct item *next; }; int list_find(int key) {"
        " struct item b = {2, 0}, a = {1, &b}; struct item *p = &a;"
        " while (p && p->key != key) { p = $; } return p != 0; }",
        "p->next",
        "p->next ? p->next : &a",
    ),
    "ring_once": (
        "struct item { int key; struct item *next; }; int ring_once(int key) {"
        " struct item a, b, c; a.next = &b; b.next = &c; c.next = &a; a.key = 1; b.key = 2; c.key = 3;"
        " struct item *p = &a; do { if (p->key == key) return 1; p = p->next; } while (p != $); return 0; }",
        "&a",
        "0",
    ),
    "probe_table": (
        "int probe_table(unsigned key) { unsigned char used[8] = {1, 1, 1, 1, 1, 1, 1, 1}; unsigned at = key % 8;"
        " for (unsigned tries = 0; used[at] && tries < 8; $) at = (at + 1) % 8; return used[at]; }",
        "tries++",
        "tries = at",
    ),
    "hash_bytes": (
        "unsigned hash_bytes(unsigned n) { unsigned char p[16]; unsigned h = 5381u; if (n > 16) n = 16;"
        " for (unsigned i = 0; i < n; $) { h = h * 33u ^ p[i]; } return h; }",
        "i++",
        "i += p[i] != 0",
    ),
    "next_power": (
        "unsigned next_power(unsigned n) { unsigned p = 1; while (p < n$) p <<= 1; return p; }",
        " && p < 0x80000000u",
        "",
    ),
    "heap_up": (
        "void heap_up(unsigned i) { while (i > 0) { unsigned parent = $; if ((i ^ parent) & 0x80000000u) break; i = parent; } }",
        "(i - 1) / 2",
        "(i + 1) / 2",
    ),
    "heap_down": (
        "void heap_down(unsigned i, unsigned n) { if (n > 1000) return;"
        " while (i < 1000 && 2 * i + 1 < n) { i = $; } }",
        "2 * i + 1",
        "2 * i",
    ),
    "binary_search": (
        "int binary_search(int key) { int a[32]; unsigned lo = 0, hi = 32;"
        " while (lo < hi) { unsigned m = lo + (hi - lo) / 2; if (a[m] == key) return 1; if (a[m] < key) lo = $; else hi = m; }"
        " return 0; }",
        "m + 1",
        "m",
    ),
    "insertion_sort": (
        "void insertion_sort(unsigned n) { int a[8]; if (n > 8) n = 8; for (unsigned i = 1; i < n; i++) {"
        " int v = a[i]; unsigned j = i; while (j > 0 && a[j - 1] > v) { a[j] = a[j - 1]; $ } a[j] = v; } }",
        "j--;",
        "if (j > 1) j--; a[0] = v; if (v < 2147483647) a[0] = v + 1;",
    ),
    "parse_digits": (
        "unsigned parse_digits(void) { char s[16]; unsigned i = 0, v = 0;"
        " while (i < 15 && s[i] >= '0' && s[i] <= '9') { v = v * 10u + (unsigned)(s[i] - '0'); $ } return v; }",
        "i++;",
        "i += s[i] != '7';",
    ),
    "print_decimal": (
        "unsigned print_decimal(unsigned v) { unsigned n = 0; do { n++; v $= 10; } while (v); return n; }",
        "/",
        "%",
    ),
    "skip_nested": (
        "int skip_nested(unsigned n) { char s[16]; int depth = 0; unsigned i = 0; if (n > 16) n = 16;"
        " while (i < n) { if (s[i] == '(') { depth = depth < 9 ? depth + 1 : 9; } else if (s[i] == ')' && depth > 0) depth--;"
        " $ } return depth; }",
        "i++;",
        "i += depth < 9;",
    ),
    "varint": (
        "unsigned varint(void) { unsigned char p[8]; unsigned v = 0, i = 0;"
        " for (;;) { v |= (unsigned)(p[i] & 127) << (7 * (i & 3)); if (p[i] < 128) break; $ } return v; }",
        "if (++i == 5) break;",
        "if (++i == 5) i = 1;",
    ),
    "gcd": (
        "unsigned gcd(unsigned a, unsigned b) { while (b) { unsigned t = $; a = b; b = t; } return a; }",
        "a % b",
        "b",
    ),
    "power": (
        "unsigned power(unsigned x, unsigned e) { unsigned r = 1; while (e) { if (e & 1) r *= x; x *= x; $ } return r; }",
        "e >>= 1;",
        "e = (int)e >> 1;",
    ),
    "integer_root": (
        "unsigned integer_root(unsigned n) { unsigned r = 0; while (r < 65535) { if (n < 2 * r + 1) break; $ } return r; }",
        "n -= 2 * r + 1; r++;",
        "r ^= 1;",
    ),
    "count_bits": (
        "unsigned count_bits(unsigned x) { unsigned n = 0; while (x) { n++; x &= $; } return n; }",
        "x - 1",
        "-x",
    ),
    "collatz_depth": (
        "unsigned char digits(unsigned char x, unsigned char b) { return x < b ? 1 : digits($, b) + 1; }"
        " unsigned collatz_depth(unsigned char x) { return digits(x, 10); }",
        "x / b",
        "x % b + b",
    ),
}  # fmt: skip


def twins(name: str) -> tuple[str, str]:
    """The text of a function that ends, and of its twin that does not."""
    text, ends, does_not = LIBRARY_FUNCTIONS[name]
    return text.replace("$", ends) + "\n", text.replace("$", does_not) + "\n"
