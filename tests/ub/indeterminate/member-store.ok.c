int printf(const char *, ...);
void *memset(void *, int, __SIZE_TYPE__);
int main(void) {
    struct s {
        char c;
        int i;
    } s;
    memset(&s, 0, sizeof s);
    s.c = 1;
    ((unsigned char *)&s)[1] = 5;
    printf("%d\n", ((unsigned char *)&s)[1]);
    return 0;
}
