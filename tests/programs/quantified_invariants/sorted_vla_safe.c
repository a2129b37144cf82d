// expect: safe property=valid-memsafety flags="--engine kind"
extern int __VERIFIER_nondet_int(void);

static void sort(int *numbers, int length) {
  for (int i = 1; i < length; i++) {
    int moved = numbers[i], at = i;
    while (at > 0 && numbers[at - 1] > moved) {
      numbers[at] = numbers[at - 1];
      at--;
    }
    numbers[at] = moved;
  }
}

int main(void) {
  int length = __VERIFIER_nondet_int();
  if (length < 1 || length > 1000000) length = 1;
  int numbers[length];
  for (int i = 0; i < length; i++) numbers[i] = __VERIFIER_nondet_int();
  sort(numbers, length);
  return 0;
}
