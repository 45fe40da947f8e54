// expect: unspecified-value
int printf(const char *, ...);
int main(void) {
    unsigned char a[2], b[2];
    if ((b[0] = a[0])) {
        printf("%d\n", 1);
    }
    return 0;
}
