// error: 2:9: this constant is not valid: its suffix is unknown
int x = 1lul;
