// expect: safe property=unreach-call flags="--data-model ILP32"
_Static_assert(sizeof(long) == 4, "long has 32 bits");

int main(void) { return 0; }
