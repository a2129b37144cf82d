// expect: safe property=unreach-call
typedef unsigned char page[4096];

int main(void) {
  unsigned long address = 0x10000;
  page *p = (page *)address;
  (void)p;
}
