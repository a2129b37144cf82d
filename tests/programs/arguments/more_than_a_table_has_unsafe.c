// expect: unsafe line=6 property=valid-memsafety
int main(int argc, char **argv) {
  char *table[8];
  int count = 0;
  for (int i = 1; i < argc; i++)
    table[count++] = argv[i];
  return count > 0 && table[0][0] == 0;
}
