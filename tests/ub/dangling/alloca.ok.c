int printf(const char *, ...);

static int sum(int *p, int n) {
    int all = 0;
    for (int i = 0; i < n; i++)
        all += p[i];
    return all;
}

static int squares(int n) {
    int all = 0;
    for (int k = 1; k <= n; k++) {
        /* All of them live until the function returns. */
        int *p = __builtin_alloca((k + (n & 1)) * sizeof(int));
        for (int i = 0; i < k; i++)
            p[i] = i * i;
        all += sum(p, k);
    }
    return all;
}

int main(void) {
    printf("%d %d\n", squares(4), squares(7));
    return 0;
}
