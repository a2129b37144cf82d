// expect: safe
int main(void) { return 3; }
