// expect: safe property=unreach-call
// 2026-11-16: the twin of nothing_is_checked.c: who asks only for calls of an error function gets an answer
int main(int count, char **arguments) {
    return count;
}
