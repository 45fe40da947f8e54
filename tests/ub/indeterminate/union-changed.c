// expect: unspecified-value
// The bytes that the small member left are read to be changed, though nobody uses the result.
union u {
    char c;
    float f;
};

int main(void) {
    union u u = {.f = 2.0f};
    u.c = 1;
    u.f += 1.0f;
    return 0;
}
