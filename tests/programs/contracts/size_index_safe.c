// expect: safe
typedef unsigned long size_t;
static char text[4] = "abc";
int main(void) {
    size_t size = sizeof text;
    //@ assert text[size - 1] == 0;
    //@ assert \forall integer i; 0 <= i < size - 1 ==> text[i] != 0;
    return 0;
}
