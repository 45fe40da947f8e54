int a[4] = {1, 2, 3, 4}, *p = a, *r;
int printf(const char *, ...);
void entry(void) { printf("%d\n", *p); r = p + 9; }
