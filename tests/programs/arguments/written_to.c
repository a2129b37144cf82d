// expect: unknown why=not-supported property=valid-memsafety flags="--engine kind"
int main(int argc, char **argv) {
  for (int i = 1; i < argc; i++)
    argv[i][0] = 0;
  return 0;
}
