// policy: [repairs] another_pointer = 100
int x = 5, *p, r;
int printf(const char *, ...);
void entry(void) { printf("%d\n", x); r = *p; }
