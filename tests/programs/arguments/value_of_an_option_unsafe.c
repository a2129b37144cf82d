// expect: unsafe line=10 property=valid-memsafety flags="--engine bmc{max-bound=8}"
int main(int argc, char **argv) {
  const char *out = "a.out";
  for (int i = 1; i < argc; i++)
    if (argv[i][0] == '-') {
      if (++i > argc)
        return 1;
      out = argv[i];
    }
  return out[0] == '/';
}
