// expect: unsafe line=7 flags="--data-model ILP32"
// 2026-11-19: reported safe, because an index of 64 bits in an annotation was reduced to the width of pointers
char a[4];
unsigned long long size(void) { return 1ull << 32; }
int main(void) {
    unsigned long long n = size();
    //@ assert \valid(&a[n]);
    return 0;
}
