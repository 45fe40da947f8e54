// error: 2:8: unsupported: complex numbers
double _Complex z;
