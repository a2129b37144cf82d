// expect: unsafe line=11 property=default
// 2026-11-18: said safe: clang puts the variable that is returned into the caller's, where it did not end with its function
struct large { int a[9]; };
static struct large *kept;
static struct large make(void) {
    struct large made = {{1}};
    kept = &made;
    return made;
}
int main(void) {
    struct large mine = make(); return mine.a[0] + kept->a[0];
}
