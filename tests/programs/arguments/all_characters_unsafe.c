// expect: unsafe line=5 property=valid-memsafety
int main(int argc, char **argv) {
  int upper = 0;
  for (int i = 1; i <= argc; i++)
    for (char *p = argv[i]; *p; p++)
      upper |= *p == 'A';
  return upper;
}
