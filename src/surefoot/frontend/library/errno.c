/* <errno.h>. Functions without a model in C leave its value unchanged or set it to an error number. */
int __surefoot_errno;

int *__errno_location(void) {
    return &__surefoot_errno;
}
