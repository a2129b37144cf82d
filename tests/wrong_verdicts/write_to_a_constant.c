// expect: unknown why=undefined-behaviour
// 2026-11-16: reported safe: a constant that is no array was treated as a variable, and the write for an assignment
extern void reach_error(void);
static const int limit = 4;

int main(void) {
    *(int *)&limit = 5;
    if (limit > 6)
        reach_error();
}
