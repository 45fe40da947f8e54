// expect: unspecified-value
int printf(const char *, ...);
int main(void) {
    unsigned char c, *p = &c; /* its address is taken, and a character has no trap values */
    int n = 2;
    printf("%d\n", *p + n);
    return 0;
}
