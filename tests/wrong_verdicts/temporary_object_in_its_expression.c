// expect: safe property=default
// 2026-11-18: the twin of a program for which safe was wrong: the struct is used in the expression that it belongs to
struct triple { int a[3]; };
static struct triple make(void) {
    return (struct triple){{1, 2, 3}};
}
static int *same(int *p) {
    return p;
}
int main(void) {
    return same(make().a)[1] - 2;
}
