int a[4] = {1, 2, 3, 4}, *p = a;
int printf(const char *, ...);
void entry(void) { for (int i = 0; i < 6; i++) { p = p + 2; printf("%d\n", (int)(p - a)); } }
