// expect: safe property=unreach-call flags="--data-model ILP32"
_Static_assert(sizeof(long) == 4, "long has 32 bits");

extern void reach_error(void);

int main(void) {
    if (sizeof(long) != 4)
        reach_error();
    return 0;
}
