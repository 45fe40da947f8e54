//! The functions of `<math.h>`: their names and types. What they compute is in `arith/functions.rs`, and in the machine.

use crate::target::FloatKind;

macro_rules! functions {
    ($($variant:ident $double:literal $float:literal $long:literal $signature:literal;)*) => {
        /// A function of `<math.h>`, which exists once for each floating type, or for all of them.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum MathFn {
            $(#[doc = concat!("`", $double, "`")] $variant,)*
        }

        impl MathFn {
            /// All functions of the table.
            pub const ALL: &'static [MathFn] = &[$(MathFn::$variant,)*];

            /// The name for an argument of the type; empty if there is none.
            pub fn name(self, kind: FloatKind) -> &'static str {
                match (self, kind) {
                    $((MathFn::$variant, FloatKind::Double) => $double,
                    (MathFn::$variant, FloatKind::Float) => $float,
                    (MathFn::$variant, FloatKind::LongDouble) => $long,)*
                }
            }

            /// The result, a space, the parameters, in the letters of `library.rs`, and: `t` the function's own type, `T` a pointer to
            /// it, `I` one to `int`, `x` an argument of any floating type where the function is for `double`, else of its own.
            pub(crate) fn signature(self) -> &'static str {
                match self {
                    $(MathFn::$variant => $signature,)*
                }
            }
        }
    };
}

functions! {
    Fabs "fabs" "fabsf" "fabsl" "t t";
    Copysign "copysign" "copysignf" "copysignl" "t tt";
    Fmin "fmin" "fminf" "fminl" "t tt";
    Fmax "fmax" "fmaxf" "fmaxl" "t tt";
    Fdim "fdim" "fdimf" "fdiml" "t tt";
    Floor "floor" "floorf" "floorl" "t t";
    Ceil "ceil" "ceilf" "ceill" "t t";
    Trunc "trunc" "truncf" "truncl" "t t";
    Round "round" "roundf" "roundl" "t t";
    Rint "rint" "rintf" "rintl" "t t";
    Nearbyint "nearbyint" "nearbyintf" "nearbyintl" "t t";
    Lround "lround" "lroundf" "lroundl" "l t";
    Llround "llround" "llroundf" "llroundl" "L t";
    Lrint "lrint" "lrintf" "lrintl" "l t";
    Llrint "llrint" "llrintf" "llrintl" "L t";
    Sqrt "sqrt" "sqrtf" "sqrtl" "t t";
    Fma "fma" "fmaf" "fmal" "t ttt";
    Fmod "fmod" "fmodf" "fmodl" "t tt";
    Remainder "remainder" "remainderf" "remainderl" "t tt";
    Ldexp "ldexp" "ldexpf" "ldexpl" "t ti";
    Scalbn "scalbn" "scalbnf" "scalbnl" "t ti";
    Frexp "frexp" "frexpf" "frexpl" "t tI";
    Modf "modf" "modff" "modfl" "t tT";
    Logb "logb" "logbf" "logbl" "t t";
    Ilogb "ilogb" "ilogbf" "ilogbl" "i t";
    Nextafter "nextafter" "nextafterf" "nextafterl" "t tt";
    Pow "pow" "powf" "powl" "t tt";
    Powi "__builtin_powi" "__builtin_powif" "__builtin_powil" "t ti";
    Exp "exp" "expf" "expl" "t t";
    Exp2 "exp2" "exp2f" "exp2l" "t t";
    Expm1 "expm1" "expm1f" "expm1l" "t t";
    Log "log" "logf" "logl" "t t";
    Log2 "log2" "log2f" "log2l" "t t";
    Log10 "log10" "log10f" "log10l" "t t";
    Log1p "log1p" "log1pf" "log1pl" "t t";
    Sin "sin" "sinf" "sinl" "t t";
    Cos "cos" "cosf" "cosl" "t t";
    Tan "tan" "tanf" "tanl" "t t";
    Asin "asin" "asinf" "asinl" "t t";
    Acos "acos" "acosf" "acosl" "t t";
    Atan "atan" "atanf" "atanl" "t t";
    Atan2 "atan2" "atan2f" "atan2l" "t tt";
    Sinh "sinh" "sinhf" "sinhl" "t t";
    Cosh "cosh" "coshf" "coshl" "t t";
    Tanh "tanh" "tanhf" "tanhl" "t t";
    Cbrt "cbrt" "cbrtf" "cbrtl" "t t";
    Hypot "hypot" "hypotf" "hypotl" "t tt";
    Isnan "isnan" "isnanf" "isnanl" "i x";
    Isinf "isinf" "isinff" "isinfl" "i x";
    IsinfSign "__builtin_isinf_sign" "" "" "i x";
    Finite "finite" "finitef" "finitel" "i x";
    Isfinite "isfinite" "" "" "i x";
    Isnormal "isnormal" "" "" "i x";
    Signbit "signbit" "signbitf" "signbitl" "i x";
    Isgreater "isgreater" "" "" "i xx";
    Isgreaterequal "isgreaterequal" "" "" "i xx";
    Isless "isless" "" "" "i xx";
    Islessequal "islessequal" "" "" "i xx";
    Islessgreater "islessgreater" "" "" "i xx";
    Isunordered "isunordered" "" "" "i xx";
    Fpclassify "__builtin_fpclassify" "" "" "i iiiiix";
    Inf "__builtin_inf" "__builtin_inff" "__builtin_infl" "t ";
    HugeVal "__builtin_huge_val" "__builtin_huge_valf" "__builtin_huge_vall" "t ";
    Nan "nan" "nanf" "nanl" "t S";
}

impl MathFn {
    /// The types that each function exists for: `sin`, `sinf`, `sinl`.
    pub const KINDS: [FloatKind; 3] = [FloatKind::Double, FloatKind::Float, FloatKind::LongDouble];

    /// The function that a name means, and the type that it is for.
    pub fn from_name(name: &str) -> Option<(MathFn, FloatKind)> {
        let named =
            |f: MathFn| Self::KINDS.into_iter().find(|kind| f.name(*kind) == name).map(|kind| (f, kind));
        if name.is_empty() { None } else { Self::ALL.iter().copied().find_map(named) }
    }

    /// Whether GCC and clang take a call with constant arguments for a constant (beyond C17 6.6).
    pub fn is_constant(self) -> bool {
        matches!(self, MathFn::Inf | MathFn::HugeVal | MathFn::Nan | MathFn::Fabs | MathFn::Copysign)
    }
}
