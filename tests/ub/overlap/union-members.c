// expect: overlapping-assignment
int printf(const char *, ...);
union u {
    char c;
    int i;
} u = {.i = 65};
int main(void) {
    u.c = u.i;
    printf("%c\n", u.c);
    return 0;
}
