// expect: unspecified-value
// a store to a member leaves padding unspecified (C17 6.2.6.1p6)
int printf(const char *, ...);
void *memset(void *, int, __SIZE_TYPE__);
int main(void) {
    struct s {
        char c;
        int i;
    } s;
    memset(&s, 0, sizeof s);
    s.c = 1;
    printf("%d\n", ((unsigned char *)&s)[1]);
    return 0;
}
