/* <fenv.h> for x86: the rounding mode. Operations of the program read the variable; flags of exceptions
   are not modelled. A `fenv_t` begins with the control word of the x87, whose bits 10 and 11 are the mode. */
int __surefoot_rounding_mode;

int fegetround(void) {
    return __surefoot_rounding_mode;
}

int fesetround(int mode) {
    if (mode & ~0xc00)
        return 1;
    __surefoot_rounding_mode = mode;
    return 0;
}

int fegetenv(void *environment) {
    *(unsigned short *)environment = 0x37f | __surefoot_rounding_mode;
    return 0;
}

int feholdexcept(void *environment) {
    return fegetenv(environment);
}

int fesetenv(const void *environment) {
    __surefoot_rounding_mode = environment == (const void *)-1 ? 0 : *(const unsigned short *)environment & 0xc00;
    return 0;
}

int feupdateenv(const void *environment) {
    return fesetenv(environment);
}
