int printf(const char *, ...);
struct s {
    unsigned a : 5;
    unsigned __int128 c : 70;
    __int128 d : 100;
    unsigned char e;
} s;
int main(void) {
    struct s *p = &s;
    s.c = ~(unsigned __int128)0;
    s.a = 9;
    s.e = 7;
    p->d = -3;
    s.d *= 5;
    printf("%llx %llx\n", (unsigned long long)s.c, (unsigned long long)((unsigned __int128)s.c >> 64));
    printf("%lld %u %u %d\n", (long long)s.d, s.a, s.e, (int)sizeof s);
    return 0;
}
