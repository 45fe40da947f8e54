int x, y, *p[3] = {&x, &x, &y}, printf(const char *, ...);
int f(int *restrict q, int *r) { *q = 1; *r = 2; return *q; }
void entry(void) { for (int i = 0; i < 3; i++) printf("%d\n", f(&y, p[i])); }
