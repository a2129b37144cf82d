// expect: safe property=default flags="--function first"
// 2026-11-18: reported unsafe, because the size of a pointer that a typedef names was treated as one byte
typedef char *text;
char first(const text *given) {
    return given && *given ? **given : 0;
}
