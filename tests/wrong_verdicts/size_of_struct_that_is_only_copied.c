// expect: safe property=default flags="--function copy"
// 2026-11-18: reported unsafe, because the size of a struct whose members are never accessed was treated as one byte
struct point {
    int x, y;
};
void copy(struct point *to, const struct point *from) {
    if (to && from)
        *to = *from;
}
