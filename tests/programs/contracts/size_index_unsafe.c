// expect: unsafe line=6 property=default
typedef unsigned long size_t;
static char text[4] = "abc";
int main(void) {
    size_t size = 0;
    //@ assert text[size - 1] == 0;
    return 0;
}
