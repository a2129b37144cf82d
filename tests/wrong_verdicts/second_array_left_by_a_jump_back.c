// expect: unsafe line=10 property=valid-memsafety
// 2026-11-17: reported safe: no stack is restored where the jump goes back past the declaration of the second array, but not of the first
int main(void) {
    int count = 2, is_again = 0, *kept = 0;
    {
        int first[count];
        first[0] = 1;
    again:
        if (is_again)
            return *kept & 0;
        int second[count];
        second[0] = first[0];
        kept = second;
        is_again = 1;
        goto again;
    }
}
