// One place, reached with and without a defect on different paths.
int feasible_elsewhere(int a, int b, int c) {
    int d = 1;
    if (a % 2 == 1)
        d = 0;
    if (b == 77) {
        if (c > 3)
            d = 0;
    }
    if (a % 2 == 0)
        return 8 / d; // true
    return 0;
}
