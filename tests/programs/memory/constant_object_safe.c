// expect: safe property=valid-memsafety
static  int x = 1;
int main(void) {
    *(int *)&x = 2;
    return 0;
}
