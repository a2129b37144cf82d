// expect: unsafe line=19
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
struct Slot {
  char used;
  short value;
};

int main(void) {
  struct Slot slots[3] = {{0}};
  unsigned i = __VERIFIER_nondet_uint() % 3;
  slots[i].used = 1;
  slots[i].value = 100 + i;
  int used = 0, total = 0;
  for (int k = 0; k < 3; k++) {
    used += slots[k].used;
    total += slots[k].value;
  }
  assert(used == 1 && total == 100 + (int)i&& total != 101);
}
