// expect: unspecified-value
// The same with an integer and a step.
union u {
    char c;
    int i;
};

int main(void) {
    union u u = {.i = 2};
    u.c = 1;
    u.i++;
    return 0;
}
