// error: 2:7: unsupported: an array of length zero
int a[0];
