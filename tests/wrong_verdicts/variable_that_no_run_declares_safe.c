// expect: safe property=default
// 2026-11-18: the twin of a program for which safe was wrong: the undeclared variable is used in its block only
int main(int argc, char **argv) {
    int total = 0;
    (void)argv;
    for (int round = 0; round < 3; round++) {
        switch (((argc & 3) + round) & 3) {
            int i, sum;
        case 1:
            sum = 0;
            for (i = 0; i < 3; i++)
                sum += i;
            total += sum;
            break;
        case 2:
            i = round;
            /* fall through */
        case 3:
            i = 7;
            while (i-- > 5)
                total++;
        }
    }
    if (total < 0 || total > 9)
        __builtin_trap();
    return 0;
}
