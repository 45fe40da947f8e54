// error: 2:13: more initialisers than there are places
char a[2] = "abc";
