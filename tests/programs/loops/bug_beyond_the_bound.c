// expect: unknown why=bound-reached flags="--engine bmc{max-bound=5}"
#include <assert.h>

int main(void) {
  for (int i = 0; i < 100; i++)
    assert(i != 50);
}
