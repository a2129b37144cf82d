// expect: unsafe line=12 flags="--engine accelerate"
// 2026-11-16: failed in line 11, because after acceleration of rounds a pointer was its offset, without the address of its object
extern void reach_error(void);

int a[1000000];

int main(void) {
  int *p = a;
  for (unsigned n = 0; n < 999999; n++) p++;
  *p = 1;
  if (a[999999] != 1 || p - a != 999999) reach_error();
  reach_error();
}
