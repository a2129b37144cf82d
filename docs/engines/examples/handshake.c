// A sender and a receiver that take turns; at most one message is under way.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int sender = 0, receiver = 0, sent = 0, received = 0;
    while (__VERIFIER_nondet_int()) {
        if (sender == receiver) {
            sender = !sender;
            sent = 1;
            received = 0;
        } else {
            assert(sent && !received);
            receiver = sender;
            received = 1;
        }
    }
    assert(sender == receiver || !received);
    return 0;
}
