int a[3] = {1, 2, 3}, printf(const char *, ...);
int f(int p[static 2]) { return p[0]; }
void entry(void) { for (int i = 0; i < 3; i++) printf("%d\n", f(a + i)); }
