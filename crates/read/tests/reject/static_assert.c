// error: 2:16: static assertion failed: three
_Static_assert(sizeof(int) == 3, "three");
