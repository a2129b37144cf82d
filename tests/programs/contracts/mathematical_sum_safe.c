// expect: safe flags="--function fits"
/*@ ensures \result == 1 <==> a + b <= 2147483647 && a + b >= -2147483648; */
int fits(int a, int b) {
    long long sum = (long long)a + b;
    return sum <= 2147483647 && sum >= -2147483647 - 1;
}
