// policy: [repairs] another_variable = 0
int r;
int printf(const char *, ...);
void entry(void) { for (int i = 0; i < 3; i++) { int x; if (i < 2) x = i; printf("%d\n", i); r = x; } }
