// expect: unsafe line=8 property=valid-memsafety
// 2026-11-17: reported safe: a pointer of the same block was assumed to end before the variable-length array
int main(void) {
    int count = 2, is_again = 0;
    {
        int *kept = 0;
    again:
        if (is_again) return *kept & 0;
        int array[count];
        array[0] = count;
        kept = array;
        is_again = 1;
        goto again;
    }
}
