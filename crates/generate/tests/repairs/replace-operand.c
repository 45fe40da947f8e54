// policy: [repairs] replace_operand = 100
int x = 3, y, r;
int printf(const char *, ...);
void entry(void) { printf("%d\n", x); r = x + (x = 4); }
