// expect: unknown why=approximation property=no-overflow
int main(void) {
    if (0)
        return 2147483647 + 1;
    int numbers[2][2] = {{1, 2}, {3, 2147483647 + 1}};
    return numbers[0][0];
}
