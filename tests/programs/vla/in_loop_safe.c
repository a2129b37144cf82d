// expect: safe
#include <assert.h>

int main(void) {
  int total = 0;
  for (int n = 1; n <= 3; n++) {
    char buffer[n];
    for (int i = 0; i < n; i++)
      buffer[i] = 1;
    total += buffer[n - 1] * (int)sizeof buffer;
  }
  assert(total == 6);
}
