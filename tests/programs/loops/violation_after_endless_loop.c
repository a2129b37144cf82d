// expect: unknown why=bound flags="--engine bmc{max-bound=5}"
#include <assert.h>

int main(void) {
  while (1)
    ;
  assert(0);
}
