// expect: unsafe line=5 property=valid-memsafety flags="--data-model ILP32"
int main(int argc, char **argv) {
  int last = 0;
  for (int i = 0; i < argc; i++)
    last = argv[i][1];
  return last;
}
