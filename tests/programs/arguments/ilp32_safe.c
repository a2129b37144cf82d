// expect: safe property=valid-memsafety flags="--data-model ILP32"
int main(int argc, char **argv) {
  int last = 0;
  for (int i = 0; i < argc; i++)
    last = argv[i][0];
  return last;
}
