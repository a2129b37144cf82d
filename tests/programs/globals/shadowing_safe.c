// expect: safe
#include <assert.h>
int x = 1;

int main(void) {
  int seen = x;
  {
    int x = 5;
    seen += x;
  }
  assert(seen == 6 && x == 1);
}
