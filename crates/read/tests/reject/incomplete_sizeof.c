// error: 2:9: the type is not complete here
int x = sizeof(struct never);
