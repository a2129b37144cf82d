// expect: unsafe line=8
#include <assert.h>
#include <string.h>

static const char *own_name(void) { return __func__; }

int main(void) {
  assert(strcmp(own_name(), "main") == 0);
}
