// expect: out-of-bounds
int printf(const char *, ...);
void *malloc(__SIZE_TYPE__);
void free(void *);
struct pair {
    int first, second;
};
int main(void) {
    /* Compilers take it that the whole record is there: they may read `second` before they know whether it is wanted. */
    struct pair *p = malloc(sizeof(int));
    p->first = 3;
    printf("%d\n", p->first);
    free(p);
    return 0;
}
