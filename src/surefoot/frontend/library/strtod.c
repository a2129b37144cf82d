/* Conversion of text to floating-point numbers, for <stdlib.h>. Numbers of few digits are exact,
   because a single rounding yields them; other results are havocked. */
int *__errno_location(void);
double __surefoot_havocked_double(void);
long double __surefoot_havocked_long_double(void);
void __surefoot_assume(int condition);

struct library_decimal { int negative, is_infinite, is_nan, is_exact, exponent; unsigned long long digits; };

static const double library_tens[23] = {
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
};

static int library_starts_with(const char *s, const char *word) {
    int i = 0;
    while (word[i] != 0 && (s[i] == word[i] || s[i] == word[i] - 'a' + 'A'))
        i++;
    return word[i] == 0 ? i : 0;
}

static int library_is_digit(char c, int hexadecimal) {
    return (c >= '0' && c <= '9') || (hexadecimal && ((c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F')));
}

/* Read a number. Return its end, or null if there is none. */
static const char *library_read_float(const char *s, struct library_decimal *number) {
    while (*s == ' ' || (*s >= '\t' && *s <= '\r'))
        s++;
    number->negative = *s == '-';
    if (*s == '-' || *s == '+')
        s++;
    int length = library_starts_with(s, "infinity");
    if (length == 0)
        length = library_starts_with(s, "inf");
    if (length != 0) {
        number->is_infinite = 1;
        return s + length;
    }
    if ((length = library_starts_with(s, "nan")) != 0) {
        number->is_nan = 1;
        s += length;
        if (*s == '(') {
            const char *rest = s + 1;
            while (*rest == '_' || (*rest >= '0' && *rest <= '9') || (*rest >= 'a' && *rest <= 'z') || (*rest >= 'A' && *rest <= 'Z'))
                rest++;
            if (*rest == ')')
                return rest + 1;
        }
        return s;
    }
    int hexadecimal = s[0] == '0' && (s[1] == 'x' || s[1] == 'X')
        && (library_is_digit(s[2], 1) || (s[2] == '.' && library_is_digit(s[3], 1)));
    if (hexadecimal)
        s += 2;
    number->is_exact = !hexadecimal;
    int seen = 0;
    for (; library_is_digit(*s, hexadecimal); s++, seen = 1) {
        if (number->digits < 900000000000000000U)
            number->digits = number->digits * 10 + (*s - '0');
        else
            number->is_exact = 0;
    }
    if (*s == '.' && (seen || library_is_digit(s[1], hexadecimal)))
        for (s++; library_is_digit(*s, hexadecimal); s++, seen = 1) {
            if (number->digits < 900000000000000000U) {
                number->digits = number->digits * 10 + (*s - '0');
                number->exponent--;
            } else {
                number->is_exact = 0;
            }
        }
    if (!seen)
        return 0;
    if (hexadecimal ? *s == 'p' || *s == 'P' : *s == 'e' || *s == 'E') {
        const char *rest = s + 1;
        int negative = *rest == '-';
        if (*rest == '-' || *rest == '+')
            rest++;
        if (*rest >= '0' && *rest <= '9') {
            int exponent = 0;
            for (; *rest >= '0' && *rest <= '9'; rest++)
                if (exponent < 100000)
                    exponent = exponent * 10 + (*rest - '0');
            number->exponent += negative ? -exponent : exponent;
            s = rest;
        }
    }
    return s;
}

double strtod(const char *s, char **end) {
    struct library_decimal number = {0};
    const char *rest = library_read_float(s, &number);
    if (end != 0)
        *end = (char *)(rest != 0 ? rest : s);
    if (rest == 0)
        return 0;
    double value;
    if (number.is_nan)
        value = __builtin_nan("");
    else if (number.is_infinite)
        value = __builtin_inf();
    else if (number.is_exact && number.digits == 0)
        value = 0;
    else if (number.is_exact && number.digits <= 1ULL << 53 && number.exponent >= -22 && number.exponent <= 22)
        value = number.exponent < 0 ? (double)number.digits / library_tens[-number.exponent] : (double)number.digits * library_tens[number.exponent];
    else {
        value = __surefoot_havocked_double();
        __surefoot_assume(value >= 0);
        if (value < 2.3e-308 || value > 1.7e308)
            *__errno_location() = 34; /* ERANGE */
    }
    return number.negative ? -value : value;
}

float strtof(const char *s, char **end) {
    struct library_decimal number = {0};
    const char *rest = library_read_float(s, &number);
    if (end != 0)
        *end = (char *)(rest != 0 ? rest : s);
    if (rest == 0)
        return 0;
    float value;
    if (number.is_nan)
        value = __builtin_nanf("");
    else if (number.is_infinite)
        value = __builtin_inff();
    else if (number.is_exact && number.digits == 0)
        value = 0;
    else if (number.is_exact && number.digits <= 1ULL << 24 && number.exponent >= -10 && number.exponent <= 10)
        value = number.exponent < 0 ? (float)number.digits / (float)library_tens[-number.exponent] : (float)number.digits * (float)library_tens[number.exponent];
    else {
        value = (float)__surefoot_havocked_double();
        __surefoot_assume(value >= 0);
        if (value < 1.2e-38f || value > 3.4e38f)
            *__errno_location() = 34; /* ERANGE */
    }
    return number.negative ? -value : value;
}

long double strtold(const char *s, char **end) {
    struct library_decimal number = {0};
    const char *rest = library_read_float(s, &number);
    if (end != 0)
        *end = (char *)(rest != 0 ? rest : s);
    if (rest == 0)
        return 0;
    long double value;
    if (number.is_nan)
        value = __builtin_nanl("");
    else if (number.is_infinite)
        value = __builtin_infl();
    else if (number.is_exact && number.digits == 0)
        value = 0;
    else if (number.is_exact && number.exponent >= -22 && number.exponent <= 22)
        value = number.exponent < 0 ? (long double)number.digits / library_tens[-number.exponent] : (long double)number.digits * library_tens[number.exponent];
    else {
        value = __surefoot_havocked_long_double();
        __surefoot_assume(value >= 0);
        if (value < 3.4e-4932L || value > 1.1e4932L)
            *__errno_location() = 34; /* ERANGE */
    }
    return number.negative ? -value : value;
}

double atof(const char *s) {
    return strtod(s, 0);
}
