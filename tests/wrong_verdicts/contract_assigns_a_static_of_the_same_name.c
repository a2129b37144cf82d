// expect: unsafe line=4 flags="--modular"
// 2026-11-18: reported safe, because a static variable of the function has the name of a global one that its contract assigns.
int n;
/*@ assigns n; ensures \result <= 9; */
unsigned next(void) { static unsigned n; n = (n + 1) % 10; return n; }
int main(void) { return (int)next(); }
