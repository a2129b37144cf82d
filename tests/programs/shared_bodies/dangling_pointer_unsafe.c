// expect: unsafe line=4 property=valid-memsafety flags="--engine ic3 --calls wait"
static int *kept;
static int other;
static void f(int n) { while (n > 0) n--; *kept = 1; }
static void g(void) { int x = 0; kept = &x; f(1); }
int main(void) {
    g();
    f(2);
    return other;
}
