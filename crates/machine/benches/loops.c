/* Arithmetic in loops, with array and pointer access: what the machine's speed is measured by. */
static unsigned seed = 1;
static int table[256];
static unsigned words[64];

struct node {
    int value;
    struct node *next;
};

static unsigned next(void) {
    seed = seed * 1103515245u + 12345u;
    return seed >> 16 & 0x7fff;
}

static int sum_array(const int *p, int n) {
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += p[i] % 1000 - (i & 7);
    return sum;
}

static void sort(int *p, int n) {
    for (int i = 1; i < n; i++) {
        int x = p[i], j = i - 1;
        while (j >= 0 && p[j] > x) {
            p[j + 1] = p[j];
            j--;
        }
        p[j + 1] = x;
    }
}

static unsigned mix(void) {
    unsigned h = 2166136261u;
    for (int round = 0; round < 200; round++)
        for (int i = 0; i < 64; i++) {
            words[i] = words[i] * 31u + (unsigned)i;
            h = (h ^ words[i]) * 16777619u;
            h = h << 5 | h >> 27;
        }
    return h;
}

static long matrix(void) {
    long a[12][12], b[12][12], c[12][12];
    for (int i = 0; i < 12; i++)
        for (int j = 0; j < 12; j++) {
            a[i][j] = i + j;
            b[i][j] = i - j;
            c[i][j] = 0;
        }
    for (int round = 0; round < 8; round++)
        for (int i = 0; i < 12; i++)
            for (int j = 0; j < 12; j++) {
                long s = 0;
                for (int k = 0; k < 12; k++)
                    s += a[i][k] * b[k][j];
                c[i][j] += s;
            }
    return c[3][4] + c[11][0];
}

static int list(void) {
    struct node nodes[100];
    struct node *head = 0;
    for (int i = 0; i < 100; i++) {
        nodes[i].value = i;
        nodes[i].next = head;
        head = &nodes[i];
    }
    int sum = 0;
    for (int round = 0; round < 100; round++)
        for (struct node *p = head; p; p = p->next)
            sum += p->value;
    return sum;
}

int main(void) {
    long result = 0;
    for (int round = 0; round < 20; round++) {
        for (int i = 0; i < 256; i++)
            table[i] = (int)next();
        result += sum_array(table, 256);
        sort(table, 256);
        result += table[128] + (long)(mix() & 0xff) + matrix() + list();
    }
    return (int)(result & 0x7f);
}
