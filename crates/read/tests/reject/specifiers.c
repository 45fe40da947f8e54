// error: 2:1: these specifiers do not make a type
short long x;
