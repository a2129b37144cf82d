// expect: unknown why=not-supported property=default
// 2026-11-18: reported unsafe, because environ was an unconstrained pointer, as a variable of another file
extern char **environ;

int main(void) {
    return environ[0] != 0;
}
