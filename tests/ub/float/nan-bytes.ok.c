int printf(const char *, ...);
void *memcpy(void *, const void *, __SIZE_TYPE__);
int main(void) {
    double zero = 0.0, nan = zero / zero, copy, other;
    unsigned long bits;
    memcpy(&copy, &nan, sizeof copy);
    other = copy;
    printf("%d\n", other != other);
    nan = 1.0 / zero;
    memcpy(&bits, &nan, sizeof bits);
    printf("%lx\n", bits);
    return 0;
}
