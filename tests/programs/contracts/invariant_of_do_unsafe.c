// expect: unsafe line=4
int main(void) {
    int i = 0;
    //@ loop invariant i <= 2;
    do {
        i++;
    } while (i < 5);
    return 0;
}
