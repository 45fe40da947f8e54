// error: 2:6: unsupported: a main that does not return int, or whose parameters are not (int), (int, char **) or (int, char **, char **)
void main(void) { }
