// expect: safe property=default
// 2026-11-18: the twin of a program for which safe was wrong: the address of the returned variable is not used later
struct large { int a[9]; };
static struct large *kept;
static struct large make(void) {
    struct large made = {{1}};
    kept = &made;
    kept->a[1] = 2;
    kept = 0;
    return made;
}
int main(void) {
    struct large mine = make();
    if (mine.a[1] != 2 || kept) __builtin_trap();
    return 0;
}
