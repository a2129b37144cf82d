// expect: safe property=valid-memsafety
int main(int argc, char **argv, char **envp) {
  int found = 0;
  for (char **e = envp; *e; e++)
    found |= (*e)[0] == 'P';
  return found;
}
