// expect: zero-bits
static unsigned x;

int main(void) {
    return __builtin_clz(x);
}
