int x, printf(const char *, ...);
void exit(int);
__attribute__((noreturn)) void f(int i) { if (i == 0) exit(0); }
void entry(void) { printf("%d\n", x); f(1); }
