// policy: [repairs] another_pointer = 0, around_null = 0
int x = 5, *p[3] = {&x, &x, 0}, r;
int printf(const char *, ...);
void entry(void) { for (int i = 0; i < 3; i++) { r = *p[i]; printf("%d\n", r); } }
