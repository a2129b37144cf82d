// expect: safe
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
struct account {
  int balance;
  int limit;
  _Bool is_open;
};

int main(void) {
  struct account mine = {0, -100, 1};
  while (mine.is_open) {
    int amount = __VERIFIER_nondet_uchar();
    if (amount == 255)
      mine.is_open = 0;
    else if (amount < 128 && mine.balance < 1000)
      mine.balance += amount;
    else if (mine.balance - amount >= mine.limit)
      mine.balance -= amount;
    assert(mine.balance >= -100);
    assert(mine.balance < 1000 + 128);
  }
}
