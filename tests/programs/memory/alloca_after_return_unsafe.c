// expect: unsafe line=9 violates=valid-deref property=valid-memsafety
static int *place(void)
{
    int *there = __builtin_alloca(4);
    *there = 1;
    return there;
}

int main(void) { return *place(); }
