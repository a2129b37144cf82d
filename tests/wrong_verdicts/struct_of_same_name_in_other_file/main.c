// expect: safe property=default flags="--function last"
// 2026-11-18: reported unsafe, because the size of a struct was that of another one in an earlier file
struct item {
    char letter;
};
int letter(const struct item *item) {
    return item->letter;
}
