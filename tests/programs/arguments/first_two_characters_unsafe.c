// expect: unsafe line=5 property=valid-memsafety
int main(int argc, char **argv) {
  int options = 0;
  for (int i = 1; i < argc; i++)
    options |= argv[i][0] == '-' && argv[i + 1][0] != 0;
  return options;
}
