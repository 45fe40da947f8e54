// expect: uninitialized
int main(void) {
    int x;
    return __sync_add_and_fetch(&x, 1) != 1;
}
