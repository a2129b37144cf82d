// expect: unsafe line=6 property=default
// 2026-11-18: reported safe, because sorting no elements touches nothing
#include <stdlib.h>
static int order(const void *left, const void *right) { return *(const int *)left - *(const int *)right; }
int main(void) {
  qsort(0, 0, sizeof(int), order);
}
