/* <errno.h>. Calls of functions that are not modelled in C leave an unknown value here. */
int __surefoot_errno;

int *__errno_location(void) {
    return &__surefoot_errno;
}
