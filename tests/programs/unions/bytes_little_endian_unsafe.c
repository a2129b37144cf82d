// expect: unsafe line=11
#include <assert.h>
union Bytes {
  unsigned whole;
  unsigned char byte[4];
};

int main(void) {
  union Bytes b = {.whole = 0x11223344};
  b.byte[0] = 0xff;
  assert(b.whole == 0xff223344);
}
