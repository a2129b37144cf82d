// expect: unsafe line=8 violates=valid-deref property=valid-memsafety
int main(void) {
    int *last = 0, sum = 0;
    for (int n = 1; n <= 3; n++) {
        int array[n];
        array[0] = n;
        if (last != 0)
            sum += *last;
        last = array;
    }
    return sum & 0;
}
