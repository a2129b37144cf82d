static int state = 40;
static int value(void) { return 2; }

int other(void) {
  state += value();
  return state;
}
