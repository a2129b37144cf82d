// expect: unknown why=not-supported property=default flags="--function use"
struct pair {
    int left, right;
};
int use(int (*given)(struct pair), struct pair pair) {
    return given ? given(pair) : 0;
}
