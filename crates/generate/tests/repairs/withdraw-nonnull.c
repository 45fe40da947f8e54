int x = 1, *p[3] = {&x, &x, 0}, printf(const char *, ...);
__attribute__((nonnull)) int f(int *q) { return q ? *q : 7; }
void entry(void) { for (int i = 0; i < 3; i++) printf("%d\n", f(p[i])); }
