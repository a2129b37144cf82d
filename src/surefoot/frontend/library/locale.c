/* <locale.h>. The program starts in the locale "C"; whether another one is there is unknown, and what it changes is not modelled. */
struct lconv {
    char *decimal_point, *thousands_sep, *grouping, *int_curr_symbol, *currency_symbol, *mon_decimal_point, *mon_thousands_sep, *mon_grouping,
        *positive_sign, *negative_sign;
    char int_frac_digits, frac_digits, p_cs_precedes, p_sep_by_space, n_cs_precedes, n_sep_by_space, p_sign_posn, n_sign_posn,
        int_p_cs_precedes, int_p_sep_by_space, int_n_cs_precedes, int_n_sep_by_space, int_p_sign_posn, int_n_sign_posn;
};
int __surefoot_made_up_int(void);
char __surefoot_made_up_char(void);
int strcmp(const char *left, const char *right);

char *setlocale(int category, const char *name) {
    static char other[64];
    if (name == 0 || strcmp(name, "C") == 0 || strcmp(name, "POSIX") == 0)
        return "C";
    if (__surefoot_made_up_int())
        return 0;
    for (int i = 0; i < 63; i++)
        other[i] = __surefoot_made_up_char();
    return other;
}

struct lconv *localeconv(void) {
    static struct lconv known = {".", "", "", "", "", "", "", "", "", "", 127, 127, 127, 127, 127, 127, 127, 127, 127, 127, 127, 127, 127, 127};
    return &known;
}
