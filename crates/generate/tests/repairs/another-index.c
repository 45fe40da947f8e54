// policy: [odds] another_index = 100
int a[4] = {1, 2, 3, 4}, r, i = 4;
int printf(const char *, ...);
void entry(void) { printf("%d\n", a[1]); r = a[i]; }
