extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int credit = 0;
int door = 0;
int served = 0;

void step(int event) {
  if (event == 3 && credit == 5) {
    credit = 0;
    door = 1;
  } else if (event == 7 && door == 1) {
    door = 0;
    served = served < 6 ? served + 1 : 0;
  } else if (event == 1 && credit < 5 && door == 0) {
    credit = credit + 1;
  } else if (event == 9 && served == 6) {
    reach_error();
  }
}

int main(void) {
  while (1)
    step(__VERIFIER_nondet_int());
}
