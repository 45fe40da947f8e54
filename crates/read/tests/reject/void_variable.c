// error: 2:6: the type is not complete here
void x;
