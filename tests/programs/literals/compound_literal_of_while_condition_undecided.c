// expect: unknown why=approximation property=default
// C ends the lifetime of the literal with its statement; this is not detected, so there is no proof.
int main(void) {
    int count = 1, *kept = 0;
    while ((kept = &(int){6}) && count) count = 0;
    return *kept;
}
