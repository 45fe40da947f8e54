// expect: overlapping-assignment
int printf(const char *, ...);
union u {
    float f;
    int i;
} u[2], *p = u;
int main(void) {
    int k = 0;
    p->i = 3;
    p[k].f = p[0].i; /* the same bytes, but of another type */
    printf("%d\n", (int)p->f);
    return 0;
}
