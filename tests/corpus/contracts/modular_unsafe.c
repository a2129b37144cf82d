// expect: unsafe line=20 flags="--modular"
int calls;
/*@ requires -1000 <= x <= 1000;
    assigns \nothing;
    ensures \result >= 0 && (\result == x || \result == -x); */
static int absolute(int x) { return x < 0 ? -x : x; }
/*@ requires -1000 <= a <= 1000 && -1000 <= b <= 1000 && calls < 1000;
    assigns calls;
    ensures 0 <= \result <= 2000 && calls == \old(calls) + 1; */
static int length(int a, int b) {
    calls++;
    return absolute(a) + absolute(b);
}
/*@ requires 0 <= n <= 100;
    assigns \nothing;
    ensures \result == n; */
static int identity(int n) { return n == 0 ? 0 : 1 + identity(n - 1); }
int main(void) {
    int d = length(-3, 4);
    //@ assert d == 8 && calls == 1;
    int e = identity(50);
    //@ assert e == 50;
    return 0;
}
