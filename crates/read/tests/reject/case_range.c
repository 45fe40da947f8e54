// error: 2:30: unsupported: a range of cases
void f(int x) { switch (x) { case 1 ... 5: ; } }
