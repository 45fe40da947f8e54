int printf(const char *, ...);
int main(void) {
    unsigned char c, *p = &c, d = *p;
    c = 1;
    d = c;
    int n = 2;
    printf("%d\n", d + n);
    return 0;
}
