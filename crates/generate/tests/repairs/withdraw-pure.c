int x, y, printf(const char *, ...);
__attribute__((pure)) int f(int i) { if (i == 2) x = i; return i + y; }
void entry(void) { for (int i = 0; i < 3; i++) printf("%d\n", f(i)); }
