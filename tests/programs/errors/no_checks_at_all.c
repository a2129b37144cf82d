// expect: unknown why=nothing-checked
int main(void) { return 3; }
