// expect: safe flags="--engine kind"
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
unsigned char grades[4];

int main(void) {
  while (__VERIFIER_nondet_uchar()) {
    unsigned char who = __VERIFIER_nondet_uchar() & 3, grade = __VERIFIER_nondet_uchar();
    if (grade >= 1 && grade <= 6)
      grades[who] = grade;
  }
  assert(grades[0] <= 6 && grades[1] <= 6 && grades[2] <= 6 && grades[3] <= 6);
}
