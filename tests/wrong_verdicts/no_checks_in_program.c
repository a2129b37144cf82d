// expect: unknown why=nothing-checked
// 2026-11-16: reported safe, although the program has no assertion
int main(int count, char **arguments) {
    return count / 2;
}
