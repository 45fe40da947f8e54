// error: 2:20: more initialisers than there are places
int a[2] = { 1, 2, 3 };
