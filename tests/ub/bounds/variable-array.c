// expect: out-of-bounds
int main(int argc, char **argv) {
    int n = argc + 2;
    int a[n];
    int i;
    for (i = 0; i <= n; i++)
        a[i] = i;
    return a[0];
}
