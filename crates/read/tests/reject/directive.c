// error: 2:1: directive #include in text that should be preprocessed
#include <stdio.h>
int x;
