// expect: safe
#include <assert.h>
#include <string.h>

int main() {
  assert(strcmp(__func__, "main") == 0);
  assert(strcmp(__FUNCTION__, "main") == 0);
  assert(strcmp(__PRETTY_FUNCTION__, "int main()") == 0);
}
