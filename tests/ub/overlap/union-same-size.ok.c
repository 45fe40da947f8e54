int printf(const char *, ...);
union u {
    float f;
    int i;
} u[2], *p = u;
int main(void) {
    int k = 1;
    p->i = 3;
    p[k].f = p[0].i;
    printf("%d\n", (int)p[1].f);
    return 0;
}
