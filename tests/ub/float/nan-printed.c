// expect: unspecified-nan-sign
int printf(const char *, ...);
int main(void) {
    double zero = 0.0, nan = zero / zero;
    printf("%f\n", nan); /* "nan" or "-nan" */
    return 0;
}
