// expect: unsafe line=7
#include <assert.h>
static int first(int count, char **arguments) { return count > 1 ? arguments[1][0] : 0; }

int main(int argc, char **argv) {
  char c = first(argc, argv);
  assert(c != 'q');
}
