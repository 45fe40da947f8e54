int x;
int printf(const char *, ...);
void entry(void) { for (int i = 0; i < 3; i++) { printf("%d\n", i); __builtin_assume(i < 2); x = i; } }
