// expect: dangling-read
static int *kept;

static void keep(int n) {
    int *p = __builtin_alloca(n * sizeof(int));
    p[0] = n;
    kept = p;
}

int main(void) {
    keep(3);
    return kept[0];
}
