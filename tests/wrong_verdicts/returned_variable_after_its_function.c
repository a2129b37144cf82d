// expect: unsafe line=11 property=default
// 2026-11-18: reported safe: clang allocates the returned variable in the caller, where its lifetime did not end with the function
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
