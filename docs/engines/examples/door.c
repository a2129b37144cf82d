// A door controller: the motor never runs while the door is locked.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int locked = 1, motor = 0, alarm = 0;
    while (1) {
        int event = __VERIFIER_nondet_int();
        if (event == 0 && !motor)
            locked = 1;
        else if (event == 1 && !alarm)
            locked = 0;
        else if (event == 2 && !locked)
            motor = 1;
        else if (event == 3)
            motor = 0;
        else if (event == 4 && locked)
            alarm = !alarm;
        assert(!(locked && motor));
    }
}
