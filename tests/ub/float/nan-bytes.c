// expect: unspecified-value
int printf(const char *, ...);
void *memcpy(void *, const void *, __SIZE_TYPE__);
int main(void) {
    double zero = 0.0, nan = zero / zero;
    unsigned long bits;
    memcpy(&bits, &nan, sizeof bits);
    printf("%lx\n", bits);
    return 0;
}
