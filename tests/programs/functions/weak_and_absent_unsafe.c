// expect: unsafe line=5 property=default
int board_init(int) __attribute__((weak));

int main(void) {
  return board_init(1);
}
