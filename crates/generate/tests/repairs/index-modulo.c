// policy: [odds] another_index = 0
int a[4] = {1, 2, 3, 4}, r;
int printf(const char *, ...);
void entry(void) { for (int i = 0; i < 7; i++) { r = a[i]; printf("%d\n", r); } }
