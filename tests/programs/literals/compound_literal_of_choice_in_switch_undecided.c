// expect: unknown why=approximation property=default
// C ends the lifetime of the literal with its statement; this is not detected, so there is no proof.
int main(void) {
    int count = 1, *kept = 0;
    switch (count ? *(kept = &(int){6}) : 1) { case 6: count = 2; }
    return *kept;
}
