int printf(const char *, ...);
void *malloc(__SIZE_TYPE__);
void free(void *);
int main(void) {
    int (*p)[4] = malloc(2 * sizeof *p), n = 1;
    p[1][0] = 5;
    (*(p + n))[0] = 6;
    printf("%d\n", p[1][0]);
    free(p);
    return 0;
}
