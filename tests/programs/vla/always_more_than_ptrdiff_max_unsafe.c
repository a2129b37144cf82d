// expect: unsafe line=10 property=unreach-call flags="--data-model ILP32"
extern void reach_error(void);

int main(void) {
  int m = 1 << 15, n = (3 << 15) + 1;
  int cells[m][n];
  cells[0][1] = 5;
  cells[0][0] = 4;
  if (cells[0][1] != 4)
    reach_error();
}
