// error: 2:14: more initialisers than there are places
int a = { 1, 2 };
