// expect: unknown why=approximation property=default
// C ends the literal with the statement that it is in; this is not noticed, and no proof is given.
int main(void) {
    int count = 1, *kept = 0;
    if (count) kept = &(int){6};
    return *kept;
}
