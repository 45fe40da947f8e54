// expect: index-out-of-bounds
int printf(const char *, ...);
int main(void) {
    char(*b)[6] = &"hello";
    int i = 6;
    printf("%c\n", (*b)[i]);
    return 0;
}
