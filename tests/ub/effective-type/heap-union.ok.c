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
    printf("%x\n", p->u.i + 0 * (q == 0));
    free(p);
    return 0;
}
