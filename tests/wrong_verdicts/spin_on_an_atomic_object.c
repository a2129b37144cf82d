// expect: safe property=default
// 2026-11-19: said that the loop never ends, but atomic objects are there for other threads and handlers to write to.
static _Atomic int locked = 1;
static int steps[4];

int main(void) {
    for (int i = 0; i < 4; i++)
        steps[i] = i;
    while (locked) {
    }
    return steps[0];
}
