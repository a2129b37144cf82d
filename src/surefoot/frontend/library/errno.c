/* <errno.h>. Functions that are not modelled in C leave what it was here, or the number of an error. */
int __surefoot_errno;

int *__errno_location(void) {
    return &__surefoot_errno;
}
