// error: 2:8: an object or type this large is not supported
char a[100000000000];
