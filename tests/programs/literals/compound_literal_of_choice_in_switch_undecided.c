// expect: unknown why=approximation property=default
// C ends the literal with the statement that it is in; this is not noticed, and no proof is given.
int main(void) {
    int count = 1, *kept = 0;
    switch (count ? *(kept = &(int){6}) : 1) { case 6: count = 2; }
    return *kept;
}
