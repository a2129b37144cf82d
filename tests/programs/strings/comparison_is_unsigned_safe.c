// expect: safe
#include <assert.h>
#include <string.h>

int main(void) {
  assert(strcmp("\x80", "a") > 0 && memcmp("\xff", "\x01", 1) > 0);
}
