// policy: [repairs] replace_operand = 0
int x = 3, y = 4, *p = &y, r;
int printf(const char *, ...);
void entry(void) { for (int i = 0; i < 3; i++) { r = x + (*p = i); printf("%d\n", r); if (i == 1) p = &x; } }
