// expect: safe
#include <assert.h>
static int depth(int count, char **arguments, int level) { return level == 0 ? arguments[0] == 0 : depth(count, arguments, level - 1); }

int main(int argc, char **argv) {
  if (argc > 0)
    assert(depth(argc, argv, 2) == 0);
}
