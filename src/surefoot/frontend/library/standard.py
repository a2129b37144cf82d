"""Functions of the standard library that have a meaning we know and do not model.

Unlike a function that just lacks a body they change no global of the program and do not do just anything, so a violation
that rests on what one of them returns need not be real.
"""

from typing import Final

_MATH: Final = """acos acosh asin asinh atan atan2 atanh cbrt cos cosh erf erfc exp exp2 expm1 fdim fma fmod frexp hypot ilogb ldexp lgamma
    llrint llround log log10 log1p log2 logb lrint lround modf nan nearbyint nextafter nexttoward pow remainder remquo rint round
    scalbln scalbn sin sinh sqrt tan tanh tgamma"""
_OTHER: Final = """sscanf sprintf snprintf vsprintf vsnprintf vsscanf strtod strtof strtold atof strerror strcoll strxfrm qsort bsearch
    mktime gmtime localtime asctime ctime strftime difftime mblen mbtowc wctomb mbstowcs wcstombs"""

UNMODELLED: Final = frozenset(
    {f"{name}{suffix}" for name in _MATH.split() for suffix in ("", "f", "l")} | set(_OTHER.split())
)
"""A name counts only where neither the program nor the library models define it."""
