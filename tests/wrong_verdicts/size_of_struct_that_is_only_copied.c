// expect: safe property=default flags="--function copy"
// 2026-11-18: said unsafe, because the size of a struct that is never looked into was taken for one byte
struct point {
    int x, y;
};
void copy(struct point *to, const struct point *from) {
    if (to && from)
        *to = *from;
}
