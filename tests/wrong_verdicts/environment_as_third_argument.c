// expect: safe property=default
// 2026-11-18: reported unsafe, because the third argument of main was an unconstrained pointer; it is an array of strings with a null pointer behind them
int main(int count, char **words, char **environment) {
    return environment[0] != 0;
}
