// expect: null-pointer
int main(void) {
    int *p = 0;
    return __atomic_fetch_add(p, 1, 5);
}
