// expect: unsafe line=5 property=assertions
#include <assert.h>
int main(int argc, char **argv) {
  for (int i = 0; i + 1 < argc; i++)
    assert(argv[i] < argv[i + 1] && argv[i] != 0);
  assert(argv[argc] == 0);
}
