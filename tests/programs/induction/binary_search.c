// expect: safe
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  const unsigned char sorted[8] = {2, 3, 5, 7, 11, 13, 17, 19};
  unsigned char key = __VERIFIER_nondet_uchar();
  int low = 0, high = 7, found = -1;
  while (low <= high) {
    int middle = (low + high) / 2;
    if (sorted[middle] == key) {
      found = middle;
      break;
    }
    if (sorted[middle] < key)
      low = middle + 1;
    else
      high = middle - 1;
  }
  assert(found == -1 || sorted[found] == key);
  assert(found != -1 || key != 13);
}
