// error: 3:8: unsupported: #pragma pack that lowers an alignment to more than one byte
#pragma pack(2)
struct s { char c; int i; };
