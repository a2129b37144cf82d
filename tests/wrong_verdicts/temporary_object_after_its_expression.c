// expect: unsafe line=9 property=default
// 2026-11-18: reported safe: the struct that a function returned was assumed to live until its caller returns
struct triple { int a[3]; };
static struct triple make(void) {
    return (struct triple){{1, 2, 3}};
}
int main(void) {
    int *p = make().a;
    return p[1];
}
