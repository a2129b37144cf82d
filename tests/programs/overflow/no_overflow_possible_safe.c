// expect: safe property=no-overflow
int main(void) {
    return 0;
}
