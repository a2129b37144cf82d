// expect: unsafe line=13
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
struct record { char text[4]; int number; };

int main(void) {
  struct record record = {{0}, 0};
  unsigned i = __VERIFIER_nondet_uint();
  if (i >= sizeof record)
    return 0;
  record.number = 0;
  ((char *)&record)[i] = 1;
  assert(record.number == 0);
}
