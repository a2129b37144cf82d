// expect: unsafe line=14 property=default
// 2026-11-18: reported safe: the struct that is passed on was assumed to live until its caller returns
struct large { int a[9]; };
static int *kept;
static struct large make(int k) {
    return (struct large){{k}};
}
static int first(int *p) {
    kept = p;
    return *p;
}
int main(void) {
    int x = first(make(4).a);
    return x + *kept;
}
