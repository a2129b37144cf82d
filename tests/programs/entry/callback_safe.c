// expect: safe property=default flags="--function best"
int best(int (*better)(int, int), int first, int second) {
    if (!better)
        return first;
    int order = better(first, second);
    return order == 0 ? 0 : 100 / order;
}
