int x = 1, printf(const char *, ...);
__attribute__((returns_nonnull)) int *f(int i) { return i < 2 ? &x : 0; }
void entry(void) { for (int i = 0; i < 3; i++) printf("%d\n", f(i) == &x); }
