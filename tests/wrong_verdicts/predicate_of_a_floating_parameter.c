// expect: unsafe line=6
// 2026-11-19: said safe, because the integer was divided as an integer, not as the parameter's type.
/*@ predicate is_half_zero(double x) = x / 2 == 0; */
int main(void) {
  int one = 1;
  /*@ assert is_half_zero(one); */
  return 0;
}
