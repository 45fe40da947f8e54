int x;
int printf(const char *, ...);
void entry(void) { for (int i = 0; i < 3; i++) { printf("%d\n", i); if (i == 2) __builtin_unreachable(); x = i; } }
