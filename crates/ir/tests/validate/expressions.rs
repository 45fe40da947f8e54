//! Constants, names, conversions, accesses and calls.

use crate::bench::{Bench, Case};
use assay_ir::validate::ViolationKind as V;
use assay_ir::*;

/// `int f(int, ...)` or, without the dots, another.
fn function(b: &mut Bench, variadic: bool) -> FuncId {
    let ty = b.p.types.function(FnType { ret: Ty::INT, params: vec![Ty::INT], variadic, prototype: true });
    b.p.add_func("f", ty, &["n"])
}

fn call(b: &mut Bench, f: FuncId, args: &[ExprId]) {
    let callee = b.p.func(f);
    let args = b.p.push_args(args);
    b.eval_raw(ExprKind::Call { callee, args }, Ty::INT);
}

/// A conversion of a variable of one type to another, in an assignment.
fn assign_pointer(b: &mut Bench, from: Ty, to: Ty) {
    let (lhs, rhs) = (b.new_var(to), b.new_var(from));
    let rhs = b.convert(rhs, to);
    b.eval_raw(ExprKind::Assign { lhs, rhs }, to);
}

/// A member of a sample struct.
fn member(b: &mut Bench, field: u32, ty: Ty) -> ExprId {
    let sample = b.sample();
    let base = b.new_var(sample);
    b.raw(ExprKind::Member { base, field }, ty)
}

fn alias(b: &mut Bench) -> Ty {
    let name = b.p.names.intern("T");
    b.p.types.add_alias(Alias { name, ty: Ty::INT, header: None })
}

/// A function with a `va_list ap`, its body and an lvalue of that variable.
fn variadic(b: &mut Bench, is: bool) -> (BlockId, ExprId) {
    let f = function(b, is);
    let body = b.p.push_block(vec![]);
    b.p.funcs[f].body = Some(body);
    let ap = b.p.add_local("ap", Ty::VA_LIST, Storage::Auto, f);
    b.p.append(body, Stmt::Decl(ap));
    (body, b.p.var(ap))
}

pub const CASES: &[Case] = &[
    (V::NotCanonical, |b| {
        let ty = alias(b);
        let var = b.local("x", ty);
        b.eval_raw(ExprKind::Var(var), b.or(ty, Ty::INT));
    }),
    (V::IntegerConstantType, |b| {
        let e = b.p.int_lit(1, b.or(IntKind::Char, IntKind::UInt));
        b.eval(e);
    }),
    (V::IntegerConstantType, |b| {
        let e = b.p.int_lit(1, b.or(IntKind::Int128, IntKind::ULongLong));
        b.eval(e);
    }),
    (V::IntegerConstantValue, |b| {
        let e = b.p.int_lit(b.or(1 << 31, (1 << 31) - 1), IntKind::Int);
        b.eval(e);
    }),
    (V::IntegerConstantValue, |b| {
        let e = b.p.int_lit(u64::MAX, b.or(IntKind::Long, IntKind::ULong));
        b.eval(e);
    }),
    (V::CharacterConstant, |b| {
        let style = LitStyle { base: Base::Char, ..LitStyle::DECIMAL };
        let e = b.p.int_lit_styled(b.or(200, 100), IntKind::Int, style);
        b.eval(e);
    }),
    (V::CharacterConstant, |b| {
        let style = LitStyle { base: Base::Char, ..LitStyle::DECIMAL };
        let e = b.p.int_lit_styled(65, b.or(IntKind::UInt, IntKind::Int), style);
        b.eval(e);
    }),
    (V::FloatConstant, |b| {
        let e = b.p.float_lit(FloatKind::Double, u128::from(b.or(-1.0f64, 1.0).to_bits()), false);
        b.eval(e);
    }),
    (V::FloatConstant, |b| {
        let e = b.p.float_lit(FloatKind::Float, u128::from(b.or(f32::INFINITY, f32::MAX).to_bits()), true);
        b.eval(e);
    }),
    (V::StringType, |b| {
        let text = b.p.strings.push(StrLit { bytes: b"abc".to_vec() });
        let ty = b.array(Ty::CHAR, b.or(3, 4));
        let e = b.raw(ExprKind::Str(text), ty);
        let e = b.p.decay(e);
        b.eval(e);
    }),
    (V::EnumConstant, |b| {
        let one = b.p.names.intern("ONE");
        let id = b.p.types.add_enum(None, vec![(one, 1)]);
        b.eval_raw(ExprKind::EnumConst(id, b.or(1, 0)), Ty::INT);
    }),
    (V::DeclaredType, |b| {
        let var = b.local("x", Ty::INT);
        b.eval_raw(ExprKind::Var(var), b.or(Ty::LONG, Ty::INT));
    }),
    (V::LiteralObject, |b| {
        let one = b.int(1);
        let var = b.undeclared("literal", Ty::INT);
        b.p.vars[var].init = Some(b.p.push_init(Init::Expr(one)));
        b.p.vars[var].storage = b.or(Storage::Static, Storage::Auto);
        b.eval_raw(ExprKind::CompoundLit(var), Ty::INT);
    }),
    (V::LiteralInit, |b| {
        let one = b.int(1);
        let var = b.undeclared("literal", Ty::INT);
        let init = b.p.push_init(Init::Expr(one));
        b.p.vars[var].init = b.or(None, Some(init));
        b.eval_raw(ExprKind::CompoundLit(var), Ty::INT);
    }),
    // --- conversions ---
    (V::ResultType, |b| {
        let (x, y) = (b.int(1), b.int(2));
        b.eval_raw(ExprKind::Binary(BinaryOp::Add, x, y), b.or(Ty::LONG, Ty::INT));
    }),
    (V::ResultType, |b| {
        let x = b.new_var(Ty::INT);
        let (wrong, right) = (b.ptr(Ty::LONG), b.ptr(Ty::INT));
        b.eval_raw(ExprKind::AddrOf(x), b.or(wrong, right));
    }),
    (V::ResultType, |b| {
        let sample = b.sample();
        let sample = b.konst(sample);
        let base = b.new_var(sample);
        let qualified = b.konst(Ty::INT);
        b.eval_raw(ExprKind::Member { base, field: 0 }, b.or(Ty::INT, qualified));
    }),
    (V::Promotion, |b| {
        let c = b.new_var(Ty::CHAR);
        let promoted = b.convert(c, Ty::INT);
        b.eval_raw(ExprKind::Unary(UnaryOp::BitNot, b.or(c, promoted)), Ty::INT);
    }),
    (V::Promotion, |b| {
        // A bit-field of three bits fits in int, whatever its declared type.
        let bits = member(b, 1, Ty::UINT);
        let to_int = b.convert(bits, Ty::INT);
        let ty = b.or(Ty::UINT, Ty::INT);
        b.eval_raw(ExprKind::Unary(UnaryOp::Plus, b.or(bits, to_int)), ty);
    }),
    (V::Promotion, |b| {
        // Also after an assignment to it.
        let lhs = member(b, 1, Ty::UINT);
        let rhs = b.p.int_lit(1, IntKind::UInt);
        let assigned = b.raw(ExprKind::Assign { lhs, rhs }, Ty::UINT);
        let to_int = b.convert(assigned, Ty::INT);
        b.eval_raw(ExprKind::Unary(UnaryOp::Neg, b.or(assigned, to_int)), b.or(Ty::UINT, Ty::INT));
    }),
    (V::UsualConversions, |b| {
        let (x, y) = (b.int(1), b.new_var(Ty::LONG));
        let converted = b.convert(x, Ty::LONG);
        b.eval_raw(ExprKind::Binary(BinaryOp::Add, b.or(x, converted), y), Ty::LONG);
    }),
    (V::UsualConversions, |b| {
        // long holds all values of unsigned on this target, but not on that.
        *b = Bench::on(b.or(Target::ILP32, Target::LP64), b.twin);
        let (x, y) = (b.new_var(Ty::UINT), b.new_var(Ty::LONG));
        let x = b.convert(x, Ty::LONG);
        b.eval_raw(ExprKind::Binary(BinaryOp::Xor, x, y), Ty::LONG);
    }),
    (V::DisputedBitField, |b| {
        let wide = member(b, 2, Ty::ULONG);
        let cast = b.raw(ExprKind::Cast(wide), Ty::ULONG);
        b.eval_raw(ExprKind::Unary(UnaryOp::BitNot, b.or(wide, cast)), Ty::ULONG);
    }),
    (V::DisputedBitField, |b| {
        let bits = member(b, 1, Ty::UINT);
        let op = b.or(IncDec::PostInc, IncDec::PreInc);
        let e = b.raw(ExprKind::IncDec(op, bits), Ty::UINT);
        let e = b.convert(e, Ty::INT);
        b.eval_raw(ExprKind::Unary(UnaryOp::Neg, e), Ty::INT);
    }),
    (V::MisplacedConversion, |b| {
        let x = b.int(1);
        let converted = b.convert(x, Ty::LONG);
        b.eval(b.or(converted, x));
    }),
    (V::MisplacedConversion, |b| {
        let x = b.int(1);
        let converted = b.convert(x, Ty::LONG);
        let e = b.p.sizeof_expr(b.or(converted, x));
        b.eval(e);
    }),
    (V::MisplacedConversion, |b| {
        let ty = b.array(Ty::INT, 3);
        let x = b.new_var(ty);
        let decayed = b.p.decay(x);
        let e = b.p.sizeof_expr(b.or(decayed, x));
        b.eval(e);
    }),
    (V::MisplacedConversion, |b| {
        let x = b.int(1);
        let narrow = b.convert(x, Ty::CHAR);
        let twice = b.convert(narrow, Ty::LONG);
        let once = b.convert(x, Ty::LONG);
        let lhs = b.new_var(Ty::LONG);
        b.eval_raw(ExprKind::Assign { lhs, rhs: b.or(twice, once) }, Ty::LONG);
    }),
    (V::NotDecayed, |b| {
        let ty = b.array(Ty::INT, 3);
        let x = b.new_var(ty);
        let decayed = b.p.decay(x);
        b.eval(b.or(x, decayed));
    }),
    (V::NotDecayed, |b| {
        let f = function(b, false);
        let designator = b.p.func(f);
        let decayed = b.p.decay(designator);
        b.eval_raw(ExprKind::Unary(UnaryOp::Not, b.or(designator, decayed)), Ty::INT);
    }),
    (V::DecayOperand, |b| {
        let (array, to_int) = (b.array(Ty::INT, 3), b.ptr(Ty::INT));
        let x = b.new_var(b.or(Ty::INT, array));
        b.eval_raw(ExprKind::Decay(x), to_int);
    }),
    (V::DecayOperand, |b| {
        let (array, to_int) = (b.array(Ty::INT, 3), b.ptr(Ty::INT));
        let var = b.local("x", array);
        b.p.vars[var].storage = b.or(Storage::Register, Storage::Auto);
        let x = b.p.var(var);
        b.eval_raw(ExprKind::Decay(x), to_int);
    }),
    (V::VoidValue, |b| {
        let (nothing, something) = (b.void_call(), b.call_of(Ty::INT));
        b.eval_raw(ExprKind::Unary(UnaryOp::Not, b.or(nothing, something)), Ty::INT);
    }),
    (V::IncompleteValue, |b| {
        let opaque = b.incomplete();
        let pointer = b.ptr(opaque);
        let x = b.new_var(pointer);
        let to = b.raw(ExprKind::Deref(x), opaque);
        let address = b.raw(ExprKind::AddrOf(to), pointer);
        b.eval(b.or(to, address));
    }),
    (V::ImplicitConversion, |b| {
        let (to_int, to_long, to_void) = (b.ptr(Ty::INT), b.ptr(Ty::LONG), b.ptr(Ty::VOID));
        assign_pointer(b, to_int, b.or(to_long, to_void));
    }),
    (V::ImplicitConversion, |b| {
        let (to_int, to_function, to_void) = (b.ptr(Ty::INT), b.fn_ptr(), b.ptr(Ty::VOID));
        assign_pointer(b, to_void, b.or(to_function, to_int));
    }),
    (V::ImplicitConversion, |b| {
        let to_int = b.ptr(Ty::INT);
        assign_pointer(b, to_int, b.or(Ty::LONG, Ty::BOOL));
    }),
    (V::ImplicitConversion, |b| {
        // Qualifiers count below the first level: int ** is no const int **.
        let inner = b.konst(Ty::INT);
        let (inner, plain) = (b.ptr(inner), b.ptr(Ty::INT));
        let qualified = b.konst(plain);
        let (bad, good, from) = (b.ptr(inner), b.ptr(qualified), b.ptr(plain));
        assign_pointer(b, from, b.or(bad, good));
    }),
    (V::DiscardedQualifiers, |b| {
        let inner = b.konst(Ty::INT);
        let read_only = b.ptr(inner);
        let read_only_void = b.konst(Ty::VOID);
        let (to_void, to_const_void) = (b.ptr(Ty::VOID), b.ptr(read_only_void));
        assign_pointer(b, read_only, b.or(to_void, to_const_void));
    }),
    (V::ArrayQualifiers, |b| {
        let (plain, unsized_array) = (b.array(Ty::INT, 3), b.p.types.unsized_array(Ty::INT));
        let read_only = b.konst(plain);
        let (from, bad, good) = (b.ptr(plain), b.ptr(read_only), b.ptr(unsized_array));
        assign_pointer(b, from, b.or(bad, good));
    }),
    (V::NotNullConstant, |b| {
        let ty = b.ptr(Ty::INT);
        let (lhs, number) = (b.new_var(ty), b.int(b.or(1, 0)));
        let rhs = b.convert(number, ty);
        b.eval_raw(ExprKind::Assign { lhs, rhs }, ty);
    }),
    (V::NotNullConstant, |b| {
        let ty = b.ptr(Ty::INT);
        let (lhs, variable) = (b.new_var(ty), b.new_var(Ty::INT));
        let (x, y) = (b.int(1), b.int(1));
        let zero = b.raw(ExprKind::Binary(BinaryOp::Sub, x, y), Ty::INT);
        let rhs = b.convert(b.or(variable, zero), ty);
        b.eval_raw(ExprKind::Assign { lhs, rhs }, ty);
    }),
    // --- accesses and calls ---
    (V::SubscriptOperands, |b| {
        let (ty, index) = (b.ptr(Ty::INT), b.int(1));
        let (bad, good) = (b.int(1), b.new_var(ty));
        b.eval_raw(ExprKind::Index { base: b.or(bad, good), index }, Ty::INT);
    }),
    (V::SubscriptOperands, |b| {
        let opaque = b.incomplete();
        let (bad, good) = (b.ptr(opaque), b.ptr(Ty::INT));
        let (bad, good) = (b.new_var(bad), b.new_var(good));
        let (i, j) = (b.int(1), b.int(1));
        let bad = b.raw(ExprKind::Index { base: bad, index: i }, opaque);
        let ty = b.ptr(opaque);
        let bad = b.raw(ExprKind::AddrOf(bad), ty);
        let good = b.raw(ExprKind::Index { base: good, index: j }, Ty::INT);
        b.eval(b.or(bad, good));
    }),
    (V::Callee, |b| {
        let (to_int, to_function) = (b.ptr(Ty::INT), b.fn_ptr());
        let callee = b.new_var(b.or(to_int, to_function));
        let args = b.p.push_args(&[]);
        b.eval_raw(ExprKind::Call { callee, args }, Ty::INT);
    }),
    (V::Callee, |b| {
        let opaque = b.incomplete();
        // Its value has no size, so the call itself is what there is to refuse.
        let ty = b.p.fn_type(b.or(opaque, Ty::VOID), &[]);
        let f = b.p.add_func("f", ty, &[]);
        let (callee, args) = (b.p.func(f), b.p.push_args(&[]));
        b.eval_raw(ExprKind::Call { callee, args }, Ty::VOID);
    }),
    (V::ArgumentCount, |b| {
        let f = function(b, false);
        let (x, y) = (b.int(1), b.int(2));
        let args = b.or(vec![x, y], vec![x]);
        call(b, f, &args);
    }),
    (V::ArgumentCount, |b| {
        let f = function(b, true);
        let x = b.int(1);
        let args = b.or(vec![], vec![x]);
        call(b, f, &args);
    }),
    (V::ArgumentType, |b| {
        let f = function(b, false);
        let long = b.p.int_lit(1, IntKind::Long);
        let converted = b.convert(long, Ty::INT);
        let arg = b.or(long, converted);
        call(b, f, &[arg]);
    }),
    (V::DefaultPromotion, |b| {
        let f = function(b, true);
        let (first, float) = (b.int(1), b.new_var(Ty::FLOAT));
        let promoted = b.convert(float, Ty::DOUBLE);
        let second = b.or(float, promoted);
        call(b, f, &[first, second]);
    }),
    (V::DefaultPromotion, |b| {
        let f = function(b, true);
        let (first, short) = (b.int(1), b.new_var(Ty::SHORT));
        let promoted = b.convert(short, Ty::INT);
        let second = b.or(short, promoted);
        call(b, f, &[first, second]);
    }),
    (V::MemberBase, |b| {
        let sample = b.sample();
        let base = b.new_var(b.or(Ty::INT, sample));
        b.eval_raw(ExprKind::Member { base, field: 0 }, Ty::INT);
    }),
    (V::ArrowBase, |b| {
        let sample = b.sample();
        let pointer = b.ptr(sample);
        let base = b.new_var(b.or(sample, pointer));
        b.eval_raw(ExprKind::Arrow { base, field: 0 }, Ty::INT);
    }),
    (V::ArrowBase, |b| {
        let (opaque, sample) = (b.incomplete(), b.sample());
        let pointer = b.ptr(b.or(opaque, sample));
        let base = b.new_var(pointer);
        b.eval_raw(ExprKind::Arrow { base, field: 0 }, Ty::INT);
    }),
    (V::MemberName, |b| {
        let e = member(b, b.or(4, 0), Ty::INT);
        b.eval(e);
    }),
    (V::MemberName, |b| {
        let fields = vec![b.field("x", Ty::INT, None), b.field(b.or("", "y"), Ty::INT, Some(3))];
        let ty = b.record(RecordKind::Struct, "s", fields);
        let base = b.new_var(ty);
        b.eval_raw(ExprKind::Member { base, field: 1 }, Ty::INT);
    }),
    (V::AddressOperand, |b| {
        let (value, object, ty) = (b.int(1), b.new_var(Ty::INT), b.ptr(Ty::INT));
        b.eval_raw(ExprKind::AddrOf(b.or(value, object)), ty);
    }),
    (V::AddressOperand, |b| {
        // A member of a value is not an lvalue.
        let (sample, ty) = (b.sample(), b.ptr(Ty::INT));
        let (value, object) = (b.call_of(sample), b.new_var(sample));
        let e = b.raw(ExprKind::Member { base: b.or(value, object), field: 0 }, Ty::INT);
        b.eval_raw(ExprKind::AddrOf(e), ty);
    }),
    (V::AddressOfBitField, |b| {
        let sample = b.sample();
        let base = b.new_var(sample);
        let (field, of) = b.or((1, Ty::UINT), (0, Ty::INT));
        let (e, ty) = (b.raw(ExprKind::Member { base, field }, of), b.ptr(of));
        b.eval_raw(ExprKind::AddrOf(e), ty);
    }),
    (V::AddressOfRegister, |b| {
        let var = b.local("x", Ty::INT);
        b.p.vars[var].storage = b.or(Storage::Register, Storage::Auto);
        let (e, ty) = (b.p.var(var), b.ptr(Ty::INT));
        b.eval_raw(ExprKind::AddrOf(e), ty);
    }),
    (V::IndirectionOperand, |b| {
        let ty = b.ptr(Ty::INT);
        let x = b.new_var(b.or(Ty::INT, ty));
        b.eval_raw(ExprKind::Deref(x), Ty::INT);
    }),
    (V::SizeofOperand, |b| {
        let e = b.p.sizeof_type(b.or(Ty::VOID, Ty::INT));
        b.eval(e);
    }),
    (V::SizeofOperand, |b| {
        let f = function(b, false);
        let designator = b.p.func(f);
        let called = b.call_of(Ty::INT);
        let e = b.p.sizeof_expr(b.or(designator, called));
        b.eval(e);
    }),
    (V::SizeofOperand, |b| {
        let (field, ty) = b.or((1, Ty::UINT), (0, Ty::INT));
        let e = member(b, field, ty);
        let e = b.p.sizeof_expr(e);
        b.eval(e);
    }),
    (V::OffsetofMember, |b| {
        let sample = b.sample();
        let id = b.p.types.record(sample).unwrap();
        b.eval_raw(ExprKind::Offsetof(id, b.or(1, 3)), b.p.types.size_t());
    }),
    // --- arrays of variable length ---
    (V::VariableArray, |b| {
        let (array, plain) = (variable_array(b), b.ptr(Ty::INT));
        let other = b.local("other", plain);
        let e = b.p.var(b.or(array, other));
        let address = b.p.addr_of(e).unwrap();
        b.eval(address);
    }),
    (V::VariableArray, |b| {
        let (array, plain) = (variable_array(b), b.ptr(Ty::INT));
        let other = b.local("other", plain);
        let e = b.p.var(b.or(array, other));
        let size = b.p.sizeof_expr(e);
        b.eval(size);
    }),
    // --- statement expressions ---
    (V::StatementExpression, |b| {
        let label = b.p.push_label("x", b.main);
        let stmt = b.p.push_stmt(b.or(Stmt::Label(label), Stmt::Empty));
        let block = b.p.push_block(vec![stmt]);
        b.eval_raw(ExprKind::Stmts(block), Ty::VOID);
    }),
    // --- inline assembly ---
    (V::AsmOperand, |b| {
        let operand = b.or("r", "+r");
        assembly(b, operand);
    }),
    (V::AsmPlace, |b| {
        let asm = assembly_node(b, "+r");
        let one = b.int(1);
        let e = if b.bad() { b.p.comma(asm, one) } else { asm };
        b.eval(e);
    }),
    // --- variable arguments ---
    (V::VaList, |b| {
        let (body, ap) = variadic(b, true);
        let one = b.int(1);
        let e = b.raw(ExprKind::VaEnd(b.or(one, ap)), Ty::VOID);
        b.p.append(body, Stmt::Expr(e));
    }),
    (V::VaStart, |b| {
        let (body, ap) = variadic(b, !b.bad());
        let e = b.raw(ExprKind::VaStart(ap), Ty::VOID);
        b.p.append(body, Stmt::Expr(e));
    }),
    (V::VaArgType, |b| {
        let (body, ap) = variadic(b, true);
        let e = b.raw(ExprKind::VaArg(ap), b.or(Ty::VOID, Ty::INT));
        b.p.append(body, Stmt::Expr(e));
    }),
    (V::VaArgType, |b| {
        let (body, ap) = variadic(b, true);
        let e = b.raw(ExprKind::VaArg(ap), b.or(Ty::VA_LIST, Ty::FLOAT));
        b.p.append(body, Stmt::Expr(e));
    }),
];

/// `asm("" : CONSTRAINT (x))`
fn assembly_node(b: &mut Bench, constraint: &str) -> ExprId {
    let x = b.local("x", Ty::INT);
    let operand = b.p.var(x);
    let operands = vec![AsmOperand { constraint: constraint.to_owned(), name: None }];
    let asm = Asm {
        template: String::new(),
        volatile: false,
        outputs: 1,
        operands,
        clobbers: Vec::new(),
        labels: Vec::new(),
    };
    b.p.assembly(asm, &[operand])
}

fn assembly(b: &mut Bench, constraint: &str) {
    let e = assembly_node(b, constraint);
    b.eval(e);
}

/// `int a[3];`, as if the length were no constant.
fn variable_array(b: &mut Bench) -> VarId {
    let (size_t, pointer) = (b.p.types.size_t(), b.ptr(Ty::INT));
    let (constant, fixed) = (b.konst(size_t), b.konst(pointer));
    let size = b.local("size", constant);
    let (count, each) = (b.p.int_const(3, size_t), b.p.sizeof_type(Ty::INT));
    let bytes = b.p.binary(BinaryOp::Mul, count, each).unwrap();
    b.p.vars[size].init = Some(b.p.push_init(Init::Expr(bytes)));
    let array = b.local("a", fixed);
    let (bytes, bits) = (b.p.var(size), b.p.int_const(32, size_t));
    let memory = b.p.builtin(Builtin::AllocaWithAlign);
    let memory = b.p.call_func(memory, &[bytes, bits]).unwrap();
    let memory = b.p.assign_convert(memory, pointer).unwrap();
    b.p.vars[array].init = Some(b.p.push_init(Init::Expr(memory)));
    (b.p.vars[array].array_size, b.p.vars[size].size_of) = (Some(size), Some(array));
    array
}
