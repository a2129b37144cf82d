// Runs a program, whose main is called program, on many inputs, each time in a process of its own.
// Prints the number of the first run that fails an assertion, or 0 when none of them does.
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#undef main
enum { RUNS = 400, MOST_INPUTS = 300, MOST_HANGING = 10, MICROSECONDS = 20000 };
int program(void);

static uint64_t random_state, last;
static unsigned style, inputs;

static uint64_t drawn(void) {
  random_state ^= random_state << 13;
  random_state ^= random_state >> 7;
  random_state ^= random_state << 17;
  return random_state >> 8;
}

static uint64_t fresh(void) {
  static const uint64_t corners[] = {0, 1, -1, 0x7f, 0x80, 0x7fff, 0x8000, 0x7fffffff, 0x80000000};
  switch (drawn() % 8) {
  case 0: return corners[drawn() % (sizeof corners / sizeof *corners)];
  case 1: case 2: case 3: return drawn() % 10;
  default: return drawn();
  }
}

// Odd runs often repeat an input, every third one has few zeros: so loops run long and stay in one branch.
static uint64_t input(void) {
  if (++inputs > MOST_INPUTS)
    _exit(0);
  if (style % 2 == 0 || drawn() % 4 == 0)
    last = fresh();
  return style % 3 == 0 && last == 0 && drawn() % 16 != 0 ? drawn() | 1 : last;
}

#define INPUT(type, tag) type __VERIFIER_nondet_##tag(void) { return (type)input(); }
INPUT(_Bool, bool)
INPUT(char, char)
INPUT(unsigned char, uchar)
INPUT(short, short)
INPUT(unsigned short, ushort)
INPUT(int, int)
INPUT(unsigned, uint)
INPUT(long, long)
INPUT(unsigned long, ulong)

void __VERIFIER_assume(int condition) {
  if (!condition)
    _exit(0);
}

void reach_error(void) {
  abort();
}

static void run(unsigned number) {
  struct itimerval limit = {{0, 0}, {0, MICROSECONDS}};
  close(STDERR_FILENO);
  setitimer(ITIMER_VIRTUAL, &limit, 0);
  style = number;
  random_state = 88172645463325252u + 1000003u * number;
  for (int i = 0; i < 8; i++)
    drawn();
  program();
  _exit(0);
}

int main(void) {
  for (unsigned number = 1, hanging = 0; number <= RUNS && hanging < MOST_HANGING; number++) {
    int status;
    pid_t child = fork();
    if (child == 0)
      run(number);
    waitpid(child, &status, 0);
    if (WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT) {
      printf("%u\n", number);
      return 0;
    }
    hanging += WIFSIGNALED(status) && WTERMSIG(status) == SIGVTALRM;
  }
  printf("0\n");
}
