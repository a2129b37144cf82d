// expect: safe property=valid-memsafety
int main(void) {
    int *last = 0, sum = 0;
    for (int n = 1; n <= 3; n++) {
        int array[n];
        array[0] = n;
        last = array;
        if (last != 0)
            sum += *last;
    }
    return sum & 0;
}
