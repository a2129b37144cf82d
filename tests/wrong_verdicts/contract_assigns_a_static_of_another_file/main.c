// expect: unsafe line=6 flags="--modular"
// 2026-11-18: reported safe, because the static variable of another file has the name of one that the contract assigns.
#include <assert.h>
extern void other(void), work(void);
static int n;
/*@ assigns n; ensures n == 1; */
void work(void) { n = 1; other(); }
int main(void) { work(); return 0; }
