// error: 3:1: expected ), found the end of the text
int x = sizeof(int
