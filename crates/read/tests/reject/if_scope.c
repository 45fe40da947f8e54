// error: 2:61: `B` is not declared
int f(int a) { if (a == sizeof(enum { B = 2 })) a++; return B; }
