// expect: effective-type
int printf(const char *, ...);
void *malloc(__SIZE_TYPE__);
void free(void *);
struct s {
    int tag;
    union {
        float f;
        int i;
    } u;
};
int main(void) {
    struct s *p = malloc(sizeof *p);
    p->u.f = 1.0f;
    int *q = &p->u.i;
    printf("%x\n", *q); /* not through the union */
    free(p);
    return 0;
}
