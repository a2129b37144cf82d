"""Calls of <math.h> for float and double, like those of `differential.library_rows`.

``real`` is the type and ``_T`` the suffix of names. Results of functions that are modelled by ranges
are compared with what their models fix.
"""

import re

_VALUES = {
    "": "1.5, -2.75, 0.1, 3e-310, -4.9e-324, 1.7e308, -1e300, 0.0, -0.0, INFINITY, -INFINITY, NAN, 4503599627370497.5, 2.5, -0.5, 1e19",
    "f": "1.5f, -2.75f, 0.1f, 1e-40f, -1e-45f, 3e38f, 0.0f, -0.0f, INFINITY, NAN, 8388609.5f, 2.5f, -0.5f, 1e19f",
}
_EACH = "static const volatile real v[] = { VALUES }; for (unsigned i = 0; i < sizeof v / sizeof *v; i++)"
_PAIR = "for (unsigned k = 0; k < sizeof v / sizeof *v; k += 3)"
_BITS = [
    f"{_EACH} {{ int e = 9; number_or_nan(frexp_T(v[i], &e)); see(e); }}",
    f"{_EACH} {{ errno = 0; number_or_nan(ldexp_T(v[i], (int)i * 37 - 300)); see(errno); number_or_nan(scalbn_T(v[i], 2100)); see(errno); }}",
    f"{_EACH} {{ errno = 0; number_or_nan(scalbln_T(v[i], -2100)); see(errno); number_or_nan(ldexp_T(v[i], -1073)); number_or_nan(ldexp_T(v[i], -149)); }}",
    f"{_EACH} {{ number_or_nan(ldexp_T(v[i], 1)); number_or_nan(ldexp_T(v[i], -1)); number_or_nan(scalbn_T(v[i], INT_MIN)); number_or_nan(scalbn_T(v[i], INT_MAX)); }}",
    f"{_EACH} {{ number_or_nan(logb_T(v[i])); errno = 0; see(ilogb_T(v[i])); see(errno); }}",
    f"{_EACH} {{ real w; number_or_nan(modf_T(v[i], &w)); number_or_nan(w); }}",
    f"{_EACH} {_PAIR} {{ errno = 0; number_or_nan(nextafter_T(v[i], v[k])); see(errno); }}",
    f"{_EACH} {_PAIR} {{ errno = 0; number_or_nan(fmod_T(v[i], v[k])); see(errno); }}",
    f"{_EACH} {_PAIR} {{ errno = 0; number_or_nan(remainder_T(v[i], v[k])); see(errno); }}",
    f"{_EACH} {_PAIR} {{ int q = 0; real r = remquo_T(v[i], v[k], &q); if (!isnan(r)) {{ number(r); see(q & 7); }} }}",
    f"{_EACH} if (fabs(v[i]) < 2e18) {{ see(lrint_T(v[i])); see(llrint_T(v[i])); see(lround_T(v[i])); see(llround_T(v[i])); }}",
    f"{_EACH} {{ number_or_nan(nearbyint_T(v[i])); number_or_nan(rint_T(v[i])); }}",
]
_AT_ZERO = "sin cos tan exp exp2 expm1 log log2 log10 log1p cbrt asin atan sinh cosh tanh asinh acosh atanh erf erfc"
_AT_INFINITY = "sin cos tan log log2 log10 log1p asin acos acosh atanh"
_RANGES = [
    *(
        f"static const volatile real v[] = {{ 0, -0.0, NAN }}; for (int i = 0; i < 3; i++) {{ errno = 0; number_or_nan({name}_T(v[i])); see(errno); }}"
        for name in _AT_ZERO.split()
    ),
    *(
        f"volatile real w = -INFINITY; errno = 0; see(isnan({name}_T(w)) != 0); see(errno)"
        for name in _AT_INFINITY.split()
    ),
    *(
        f"volatile real w = 1; errno = 0; number({name}_T(w)); w = INFINITY; number({name}_T(w)); see(errno); w = -1; see(isnan({name}_T(w)) != 0); see(errno)"
        for name in ("log", "log2", "log10")
    ),
    *(
        f"volatile real w = 1; see({name}_T(w) >= 1); errno = 0; w = INFINITY; number({name}_T(w)); see(errno)"
        for name in ("exp", "exp2", "cbrt")
    ),
    (
        "static const volatile real v[] = { 0, -0.0, 1, -1, 2, -3, 2.5, INFINITY, -INFINITY, NAN, -2.5 };"
        " static const volatile real w[] = { 0, 1, -1, 3, -3, 2, 0.5, INFINITY, -INFINITY, NAN };"
        " for (int i = 0; i < 11; i++) for (int k = 0; k < 10; k++)"
        " if (v[i] == 0 || isinf(v[i]) || isinf(w[k]) || w[k] == 0 || w[k] == 1 || v[i] == 1 || v[i] != v[i] || w[k] != w[k])"
        " { errno = 0; number_or_nan(pow_T(v[i], w[k])); see(errno); }"
    ),
    (
        "static const volatile real v[] = { 0, -0.0, 1, -2, INFINITY, -INFINITY, NAN };"
        " for (int i = 0; i < 7; i++) for (int k = 0; k < 7; k++)"
        " if (v[i] == 0 || v[k] == 0 || !isfinite(v[i]) || !isfinite(v[k])) number_or_nan(hypot_T(v[i], v[k]));"
    ),
    "volatile real w = 0; number(atan2_T(w, 1)); see(signbit(atan2_T(-w, -1)) != 0); see(isnan(atan2_T(w, NAN)) != 0)",
    "volatile real w = -2.5; errno = 0; number_or_nan(pow_T(w, (real)0.5)); see(errno); see(pow_T(w, -2) >= 0)",
    "volatile real w = -2.5; see(signbit(pow_T(w, 3)) != 0); w = 4; see(pow_T(w, (real)1.5) >= 1)",
    "volatile real w = 0; errno = 0; number(tgamma_T(w)); see(errno); w = -3; see(isnan(tgamma_T(w)) != 0); w = 4; see(tgamma_T(w) > 0)",
    "volatile real w = 1; errno = 0; number(atanh_T(w)); see(errno); number(acosh_T(w)); see(acos_T(w) == 0); w = 2; see(isnan(atanh_T(w)) != 0); see(errno)",
    *(
        f"volatile real w = 0.3; see({claim})"
        for claim in (
            "sin_T(w) <= 1",
            "cos_T(w) >= -1",
            "tanh_T(w) >= 0",
            "asin_T(w) >= 0",
            "acos_T(w) >= 0",
            "erfc_T(w) <= 1",
        )
    ),
]


def _of_type(rows: list[str], suffix: str) -> list[str]:
    meanings = {"real": "float" if suffix else "double", "VALUES": _VALUES[suffix]}
    return [re.sub(r"\b(real|VALUES)\b|_T\b", lambda word: meanings.get(word[0], suffix), row) for row in rows]


MATH_BITS = _of_type(_BITS, "") + _of_type(_BITS, "f")
MATH_RANGES = _of_type(_RANGES, "") + _of_type(_RANGES, "f")
