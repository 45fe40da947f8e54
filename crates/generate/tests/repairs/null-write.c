// policy: [repairs] another_pointer = 0, around_null = 100
int x = 5, *p[3] = {&x, &x, 0};
int printf(const char *, ...);
void entry(void) { for (int i = 0; i < 3; i++) { *p[i] = x + 1; printf("%d\n", x); } }
