int printf(const char *, ...);
int main(void) {
    unsigned char a[2], b[2], c;
    c = b[0] = a[0];
    (void)c;
    printf("%d\n", 1);
    return 0;
}
