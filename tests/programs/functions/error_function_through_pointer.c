// expect: unsafe line=6
extern void reach_error(void);

int main(void) {
  void (*p)(void) = reach_error;
  p();
}
