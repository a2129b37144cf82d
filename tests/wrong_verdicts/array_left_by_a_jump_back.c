// expect: unsafe line=12 property=valid-memsafety
// 2026-11-17: reported safe: a variable-length array of the function's own block was assumed to live until the function returns, although the jump leaves the scope of its declaration
int main(void) {
    int count = 2, sum = 0, *kept = 0;
again:;
    int array[count];
    array[0] = count++;
    if (!kept) {
        kept = array;
        goto again;
    }
    sum = *kept;
    return sum & 0;
}
