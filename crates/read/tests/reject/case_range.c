// error: 2:30: unsupported: an empty range of cases, or one of more than a thousand
void f(int x) { switch (x) { case 5 ... 1: ; } }
