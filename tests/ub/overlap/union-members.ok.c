int printf(const char *, ...);
union u {
    char c;
    int i;
} u = {.i = 65};
int main(void) {
    int i = u.i;
    u.c = i;
    printf("%c\n", u.c);
    return 0;
}
