// expect: unsafe line=5
#include <assert.h>

int main(int argc, char **argv) {
  assert(argc >= 0&& argc < 5 && argv[argc] == 0);
}
