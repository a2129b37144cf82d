// expect: unknown why=undefined-behaviour
int main(void) {
  void (*f)(void) = 0;
  f();
}
