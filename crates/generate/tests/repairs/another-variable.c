// policy: [repairs] another_variable = 100
int r;
int printf(const char *, ...);
void entry(void) { int x; printf("%d\n", r); r = x; }
