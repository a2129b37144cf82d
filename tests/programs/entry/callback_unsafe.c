// expect: unsafe line=6 property=default flags="--function best"
int best(int (*better)(int, int), int first, int second) {
    if (!better)
        return first;
    int order = better(first, second);
    return 100 / order;
}
