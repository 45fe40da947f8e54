// error: 2:9: no association of _Generic fits the type, or more than one does
int x = _Generic(1, char: 2);
