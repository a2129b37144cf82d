// expect: unsafe line=5
#include <stdlib.h>
#include <assert.h>
static int left = 1;
__attribute__((destructor)) static void finish(void) { assert(left == 0); }

int main(int argc, char **argv) {
  if (argc > 1)
    exit(1);
  left = 0;
}
