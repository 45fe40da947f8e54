// policy: [repairs] another_pointer = 0, around_null = 0
int x = 5, *volatile p = &x, r;
int printf(const char *, ...);
void entry(void) { for (int i = 0; i < 3; i++) { r = *p; printf("%d\n", r); if (i == 1) p = 0; } }
