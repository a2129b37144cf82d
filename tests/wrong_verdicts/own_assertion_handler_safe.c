// expect: safe
// 2026-11-16: the twin of own_assertion_handler.c: a function of that name that gets no text handles no assertion
void reach_error(void);
int failures;
void __assert(int holds) { failures += !holds; }
int main(void) {
    __assert(0);
    if (failures != 1)
        reach_error();
    return 0;
}
