// expect: unsafe line=5 property=valid-memsafety
int main(int argc, char **argv) {
  int some = 0;
  if (argc >= 0)
    while (*++argv)
      some |= **argv == 0;
  return some;
}
