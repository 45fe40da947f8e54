unsigned x = 8;
int r;
int printf(const char *, ...);
void entry(void) { for (int i = 0; i < 4; i++) { r = __builtin_clz(x); printf("%d\n", r); x >>= 2; } }
