// The functions of <math.h>, where their results are exact or rounded in one way only.
#include <math.h>
#include <stdio.h>

static double infinite = INFINITY, not_a_number = NAN;

int main(void) {
    static double x = 2.5, y = -7.25, zero = 0.0;
    static float f = 2.0f;
    static long double l = 3.0L;
    printf("%g %g %g %g\n", floor(x), ceil(y), trunc(y), round(x));
    printf("%g %g %g %.17g\n", rint(x), nearbyint(y), fabs(y), sqrt(x));
    printf("%.9g %.20Lg %g %g\n", (double)sqrtf(f), sqrtl(l), fmin(x, y), fmax(x, NAN));
    printf("%g %g %g\n", fmod(y, x), remainder(y, x), copysign(x, y));
    printf("%g %g %ld %ld\n", ldexp(x, 10), fma(x, y, 1.0), lround(x), lrint(x));
    int exponent;
    double whole, rest = modf(y, &whole), fraction = frexp(x, &exponent);
    printf("%g %g %g %d\n", rest, whole, fraction, exponent);
    printf("%g %g %g %g\n", pow(x, 3), pow(2, -4), cbrt(27), hypot(3, 4));
    printf("%g %g %g %g\n", sin(zero), cos(zero), exp(zero), log(1.0 + zero));
    printf("%d %d %d %d\n", !!isnan(not_a_number), !!isinf(infinite), !!isfinite(x), !!signbit(y));
    printf("%d %d %d\n", isgreater(x, y), isless(x, not_a_number), isunordered(x, not_a_number));
    printf("%d %d %d\n", fpclassify(x) == FP_NORMAL, fpclassify(zero) == FP_ZERO, isnormal(1e-310) != 0);
    printf("%g %g %d\n", HUGE_VAL, -infinite, x > infinite);
    printf("%d %d\n", nextafter(1.0, 2.0) > 1.0, nextafterf(f, 0) < f);
    return 0;
}
