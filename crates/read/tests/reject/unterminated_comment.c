// error: 2:8: a comment without its end
int x; /* never ends
