// expect: unsafe line=8
#include <assert.h>
#include <string.h>

int main() {
  assert(strcmp(__func__, "main") == 0);
  assert(strcmp(__FUNCTION__, "main") == 0);
  assert(strcmp(__PRETTY_FUNCTION__, "int main(void)") == 0);
}
