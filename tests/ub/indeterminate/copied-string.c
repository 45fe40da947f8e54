// expect: unspecified-value
int printf(const char *, ...);
int main(void) {
    char a[4], b[4], *p = a, *q = b;
    a[0] = 'x';
    *q++ = *p++;
    *q++ = *p++; /* not yet stored to */
    unsigned char c = b[1];
    b[2] = c;
    printf("%c\n", b[2]);
    return 0;
}
