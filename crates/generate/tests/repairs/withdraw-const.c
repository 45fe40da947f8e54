int x, y = 1, printf(const char *, ...);
__attribute__((const)) int f(int i) { return i == 2 ? y : i; }
void entry(void) { for (int i = 0; i < 3; i++) printf("%d\n", f(i)); }
