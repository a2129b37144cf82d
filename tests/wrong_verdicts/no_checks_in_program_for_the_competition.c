// expect: safe property=unreach-call
// 2026-11-16: the twin of no_checks_in_program.c: if only calls of an error function are checked, there is a verdict
int main(int count, char **arguments) {
    return count;
}
