// expect: unsafe line=5
int main(void) {
    int s = 0, i = 0;
    do {
        //@ assert s <= 2;
        s++;
        i++;
    } while (i < 5);
    i = 0;
    //@ loop invariant s <= 7;
    for (;;) {
        if (i == 3)
            break;
        i++, s++;
    }
    return 0;
}
