// expect: unsafe line=5 property=default
static int table[4];
int main(void) {
    unsigned long size = 1ul << 63;
    //@ assert table[size + size] == 0;
    return 0;
}
