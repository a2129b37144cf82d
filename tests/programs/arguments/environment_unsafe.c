// expect: unsafe line=5 property=valid-memsafety
int main(int argc, char **argv, char **envp) {
  int found = 0;
  for (char **e = envp; e <= envp + 1; e++)
    found |= (*e)[0] == 'P';
  return found;
}
