//! Small programs that together use every type, declarator, statement and initialiser. Each gives its entry function.

#![allow(dead_code)]

use ir::{
    Alias, Attrs, BinaryOp, BlockId, EnumId, ExprId, ExprKind, Field, FloatKind, FnType, FuncId, GuardStyle,
    Header, IncDec, Init, InitId, InitItem, IntKind, Program, Quals, RecordKind, Stmt, Storage, Target, Ty,
    VarId,
};

pub type Exhibit = fn(&mut Program) -> FuncId;

pub const ALL: [(&str, Exhibit); 12] = [
    ("declarators", declarators),
    ("records", records),
    ("statements", statements),
    ("late_declarations", late_declarations),
    ("variadics", variadics),
    ("initialisers", initialisers),
    ("functions", functions),
    ("forward_globals", forward_globals),
    ("enums_and_aliases", enums_and_aliases),
    ("wide_and_odd_types", wide_and_odd_types),
    ("expressions", expressions),
    ("guards", guards),
];

/// Exhibits with types that only a 64-bit target has.
pub const NEEDS_64_BITS: [&str; 2] = ["records", "wide_and_odd_types"];

pub fn program(exhibit: Exhibit) -> (Program, FuncId) {
    program_for(Target::LP64, exhibit)
}

pub fn program_for(target: Target, exhibit: Exhibit) -> (Program, FuncId) {
    let mut p = Program::new(target);
    let entry = exhibit(&mut p);
    (p, entry)
}

// --- making things ---

pub fn function(p: &mut Program, name: &str, ret: Ty, params: &[(&str, Ty)]) -> (FuncId, BlockId) {
    // A function's type does not have its parameters' qualifiers; the parameters do.
    let types: Vec<Ty> = params.iter().map(|(_, t)| t.unqualified()).collect();
    let names: Vec<&str> = params.iter().map(|(n, _)| *n).collect();
    let ty = p.fn_type(ret, &types);
    let f = p.add_func(name, ty, &names);
    for (i, (_, ty)) in params.iter().enumerate() {
        let var = p.params(f)[i];
        p.vars[var].ty = *ty;
    }
    let body = p.push_block(Vec::new());
    p.funcs[f].body = Some(body);
    (f, body)
}

pub fn entry(p: &mut Program) -> (FuncId, BlockId) {
    function(p, "func_1", Ty::VOID, &[])
}

fn int(p: &mut Program, value: u64) -> ExprId {
    p.int_lit(value, IntKind::Int)
}

fn value(p: &mut Program, v: i128, ty: Ty) -> InitId {
    let e = p.int_const(v, Ty::INT);
    let e = p.assign_convert(e, ty).expect("typed");
    p.push_init(Init::Expr(e))
}

fn list(p: &mut Program, items: &[(u32, InitId, bool)]) -> InitId {
    let items = items.iter().map(|(place, init, designated)| InitItem {
        place: *place,
        init: *init,
        designated: *designated,
    });
    let items = items.collect();
    p.push_init(Init::List(items))
}

fn ints(p: &mut Program, values: &[i128]) -> InitId {
    let items: Vec<(u32, InitId, bool)> =
        values.iter().enumerate().map(|(i, v)| (i as u32, value(p, *v, Ty::INT), false)).collect();
    list(p, &items)
}

fn global(p: &mut Program, name: &str, ty: Ty) -> VarId {
    p.add_global(name, ty, Storage::Global, None)
}

fn set(p: &mut Program, block: BlockId, var: VarId, v: u64) {
    let (to, v) = (p.var(var), int(p, v));
    let e = p.assign(to, v).expect("typed");
    p.expr_stmt(block, e);
}

/// `var = var * 3 + v;`
fn step(p: &mut Program, block: BlockId, var: VarId, v: u64) {
    let (old, three, v) = (p.var(var), int(p, 3), int(p, v));
    let product = p.binary(BinaryOp::Mul, old, three).expect("typed");
    let sum = p.binary(BinaryOp::Add, product, v).expect("typed");
    let to = p.var(var);
    let e = p.assign(to, sum).expect("typed");
    p.expr_stmt(block, e);
}

fn block(p: &mut Program) -> BlockId {
    p.push_block(Vec::new())
}

fn less(p: &mut Program, var: VarId, v: u64) -> ExprId {
    let (a, b) = (p.var(var), int(p, v));
    p.binary(BinaryOp::Lt, a, b).expect("typed")
}

fn increment(p: &mut Program, var: VarId) -> ExprId {
    let v = p.var(var);
    p.inc_dec(IncDec::PostInc, v).expect("typed")
}

fn add_to(p: &mut Program, block: BlockId, sum: VarId, what: ExprId) {
    let to = p.var(sum);
    let e = p.assign_op(BinaryOp::Add, to, what).expect("typed");
    p.expr_stmt(block, e);
}

// --- the exhibits ---

fn declarators(p: &mut Program) -> FuncId {
    let t = &mut p.types;
    let volatile_int = t.qualify(Ty::INT, Quals::VOLATILE);
    let const_char = t.qualify(Ty::CHAR, Quals::CONST);
    let int_ptr = t.pointer(Ty::INT);
    let const_ptr = t.qualify(int_ptr, Quals::CONST.with(Quals::VOLATILE));
    let text = t.pointer(const_char);
    let array = t.array(Ty::INT, 3);
    let matrix = t.array(array, 2);
    let to_array = t.pointer(array);
    let of_pointers = t.array(int_ptr, 4);
    let simple_fn = t.function(FnType {
        ret: Ty::INT,
        params: vec![Ty::CHAR, int_ptr],
        variadic: false,
        prototype: true,
    });
    let to_fn = t.pointer(simple_fn);
    let fns = t.array(to_fn, 2);
    let fn_of_fn =
        t.function(FnType { ret: to_fn, params: vec![to_fn, to_array], variadic: true, prototype: true });
    let to_fn_of_fn = t.pointer(fn_of_fn);
    let ret_array = t.function(FnType { ret: to_array, params: vec![], variadic: false, prototype: true });
    let to_ret_array = t.pointer(ret_array);
    let unknown = t.function(FnType { ret: Ty::VOID, params: vec![], variadic: false, prototype: false });
    let to_unknown = t.pointer(unknown);
    let deep = t.pointer(const_ptr);
    let const_matrix = t.qualify(matrix, Quals::CONST);
    let to_const_matrix = t.pointer(const_matrix);
    let void_ptr = t.pointer(Ty::VOID);
    let all = [
        volatile_int,
        int_ptr,
        const_ptr,
        text,
        array,
        matrix,
        to_array,
        of_pointers,
        to_fn,
        fns,
        to_fn_of_fn,
        to_ret_array,
        to_unknown,
        deep,
        const_matrix,
        to_const_matrix,
        void_ptr,
        Ty::FLOAT,
        Ty::DOUBLE,
        Ty::LDOUBLE,
    ];
    for (i, ty) in all.into_iter().enumerate() {
        global(p, &format!("g_{i}"), ty);
    }
    let (f, body) = entry(p);
    // The same types as type names.
    for ty in all {
        let size = p.sizeof_type(ty);
        p.expr_stmt(body, size);
    }
    let null = int(p, 0);
    let cast = p.cast(null, to_fn_of_fn).expect("typed");
    p.expr_stmt(body, cast);
    // A parameter that is restrict, and a function that returns a pointer to a function.
    let restrict = p.types.qualify(int_ptr, Quals::RESTRICT);
    let (g, inner) = function(p, "func_2", to_fn, &[("p_1", restrict), ("p_2", to_array)]);
    let null = int(p, 0);
    p.return_value(inner, g, null).expect("typed");
    let a = p.types.pointer(Ty::INT);
    let (zero, one) = (int(p, 0), int(p, 0));
    let (x, y) = (p.cast(zero, a).expect("typed"), p.cast(one, to_array).expect("typed"));
    let call = p.call_func(g, &[x, y]).expect("typed");
    p.expr_stmt(body, call);
    f
}

fn field(p: &mut Program, name: &str, ty: Ty, bits: Option<u8>) -> Field {
    let name = (!name.is_empty()).then(|| p.names.intern(name));
    Field { name, ty, bits }
}

fn record(p: &mut Program, kind: RecordKind, tag: &str, fields: Vec<Field>) -> Ty {
    let tag = p.names.intern(tag);
    let id = p.types.declare_record(tag, kind);
    p.types.complete_record(id, fields);
    p.types.record_type(id)
}

fn records(p: &mut Program) -> FuncId {
    // Declared before its part is, and pointing to itself and to one that is never complete.
    let (outer_tag, opaque_tag) = (p.names.intern("outer"), p.names.intern("opaque"));
    let outer_id = p.types.declare_record(outer_tag, RecordKind::Struct);
    let opaque_id = p.types.declare_record(opaque_tag, RecordKind::Union);
    let (outer, opaque) = (p.types.record_type(outer_id), p.types.record_type(opaque_id));
    let bits = {
        let fields = vec![
            field(p, "f0", Ty::INT, Some(3)),
            field(p, "f1", Ty::UINT, Some(31)),
            field(p, "", Ty::UINT, Some(5)),
            field(p, "f2", Ty::BOOL, Some(1)),
            field(p, "", Ty::INT, Some(0)),
            field(p, "f3", Ty::UCHAR, Some(7)),
            field(p, "f4", Ty::LONG, Some(33)),
        ];
        record(p, RecordKind::Struct, "bits", fields)
    };
    let packed_tag = p.names.intern("packed");
    let packed_id = p.types.declare_record(packed_tag, RecordKind::Struct);
    p.types.records[packed_id].packed = true;
    p.types.records[packed_id].aligned = Some(4);
    let fields = vec![field(p, "c", Ty::CHAR, None), field(p, "d", Ty::DOUBLE, None)];
    p.types.complete_record(packed_id, fields);
    let packed = p.types.record_type(packed_id);
    let inner_union = {
        let fields = vec![field(p, "u0", Ty::UINT, None), field(p, "u1", Ty::FLOAT, None)];
        record(p, RecordKind::Union, "unnamed", fields)
    };
    let array = p.types.array(bits, 2);
    let next = p.types.pointer(outer);
    let to_opaque = p.types.pointer(opaque);
    let fields = vec![
        field(p, "next", next, None),
        field(p, "hidden", to_opaque, None),
        field(p, "b", array, None),
        field(p, "", inner_union, None),
        field(p, "p", packed, None),
    ];
    p.types.complete_record(outer_id, fields);
    let g = global(p, "g_1", outer);
    let (f, body) = entry(p);
    let base = p.var(g);
    let union = p.member(base, 3).expect("typed");
    let member = p.member(union, 0).expect("typed");
    let seven = int(p, 7);
    let e = p.assign(member, seven).expect("typed");
    p.expr_stmt(body, e);
    // `(&g_1)->u1` through the anonymous member, and a bit-field.
    let base = p.var(g);
    let address = p.addr_of(base).expect("typed");
    let union = p.arrow(address, 3).expect("typed");
    let member = p.member(union, 0).expect("typed");
    let one = int(p, 1);
    let e = p.assign_op(BinaryOp::Add, member, one).expect("typed");
    p.expr_stmt(body, e);
    let base = p.var(g);
    let array = p.member(base, 2).expect("typed");
    let one = int(p, 1);
    let element = p.index(array, one).expect("typed");
    let bit = p.member(element, 1).expect("typed");
    let value = int(p, 12345);
    let e = p.assign(bit, value).expect("typed");
    p.expr_stmt(body, e);
    let offset = p.push_expr(ExprKind::Offsetof(outer_id, 4), p.types.size_t());
    let align = p.push_expr(ExprKind::AlignofType(outer), p.types.size_t());
    let sum = p.binary(BinaryOp::Add, offset, align).expect("typed");
    let size = global(p, "g_2", Ty::ULONG);
    let to = p.var(size);
    let e = p.assign(to, sum).expect("typed");
    p.expr_stmt(body, e);
    f
}

fn statements(p: &mut Program) -> FuncId {
    let sum = global(p, "g_1", Ty::UINT);
    let (f, body) = entry(p);
    p.append(body, Stmt::Empty);
    let i = p.declare(body, f, "i", Ty::INT, None).expect("typed");
    // for with an expression, while, do, break and continue
    let (init, inner, then) = (block(p), block(p), block(p));
    set(p, init, i, 0);
    p.append(then, Stmt::Continue);
    let cond = less(p, i, 2);
    p.append(inner, Stmt::If { cond, then, els: None });
    step(p, inner, sum, 1);
    let (cond, next) = (less(p, i, 5), increment(p, i));
    p.append(body, Stmt::For { init, cond: Some(cond), step: Some(next), body: inner });
    let inner = block(p);
    let next = increment(p, i);
    p.expr_stmt(inner, next);
    let cond = less(p, i, 8);
    p.append(body, Stmt::While { cond, body: inner });
    let inner = block(p);
    step(p, inner, sum, 2);
    let cond = int(p, 0);
    p.append(body, Stmt::DoWhile { body: inner, cond });
    // for without anything, left by break; for with two declarations
    let (init, inner) = (block(p), block(p));
    p.append(inner, Stmt::Break);
    p.append(body, Stmt::For { init, cond: None, step: None, body: inner });
    let pointer = p.types.pointer(Ty::INT);
    let init = two_declarations(p, f, pointer);
    let inner = block(p);
    step(p, inner, sum, 3);
    p.append(inner, Stmt::Break);
    p.append(body, Stmt::For { init, cond: None, step: None, body: inner });
    // if else if else
    let (a, b, c, els) = (block(p), block(p), block(p), block(p));
    step(p, a, sum, 4);
    step(p, b, sum, 5);
    step(p, c, sum, 6);
    let cond = less(p, i, 7);
    p.append(els, Stmt::If { cond, then: b, els: Some(c) });
    let cond = less(p, i, 3);
    p.append(body, Stmt::If { cond, then: a, els: Some(els) });
    // switch with fallthrough, a declaration after a case, a default and a label at the end
    let inner = block(p);
    for n in [8, 9] {
        let case = int(p, n);
        p.append(inner, Stmt::Case(case));
    }
    let one = int(p, 1);
    let local = p.declare(inner, f, "l", Ty::UINT, Some(one)).expect("typed");
    let l = p.var(local);
    add_to(p, inner, sum, l);
    p.append(inner, Stmt::Default);
    p.append(inner, Stmt::Break);
    let case = int(p, 1);
    let case = p.unary(ir::UnaryOp::Neg, case).expect("typed");
    p.append(inner, Stmt::Case(case));
    let on = p.var(i);
    p.append(body, Stmt::Switch { on, body: inner });
    // goto, backwards and forwards
    let (again, out) = (p.push_label("again", f), p.push_label("out", f));
    p.append(body, Stmt::Label(again));
    let then = block(p);
    p.append(then, Stmt::Goto(out));
    let cond = less(p, i, 20);
    let cond = p.unary(ir::UnaryOp::Not, cond).expect("typed");
    p.append(body, Stmt::If { cond, then, els: None });
    let next = increment(p, i);
    p.expr_stmt(body, next);
    p.append(body, Stmt::Goto(again));
    let nested = block(p);
    step(p, nested, sum, 7);
    p.append(nested, Stmt::Return(None));
    p.append(body, Stmt::Block(nested));
    p.append(body, Stmt::Label(out));
    f
}

/// `int j = 0` and a second variable `k` of another type, for the head of a loop.
pub fn two_declarations(p: &mut Program, f: FuncId, second: Ty) -> BlockId {
    let init = block(p);
    for (name, ty) in [("j", Ty::INT), ("k", second)] {
        let zero = int(p, 0);
        p.declare(init, f, name, ty, Some(zero)).expect("typed");
    }
    init
}

fn late_declarations(p: &mut Program) -> FuncId {
    let sum = global(p, "g_1", Ty::UINT);
    let pair = p.record(RecordKind::Struct, "pair", &[("x", Ty::INT), ("y", Ty::UCHAR)]);
    let pairs = p.types.array(pair, 3);
    let (f, body) = entry(p);
    let nine = int(p, 9);
    let first = p.declare(body, f, "first", Ty::INT, Some(nine)).expect("typed");
    step(p, body, sum, 1);
    let v = p.var(first);
    let scalar = p.declare(body, f, "scalar", Ty::INT, Some(v)).expect("typed");
    let s = p.var(scalar);
    add_to(p, body, sum, s);
    // A label before the declaration, and a list with an element that is not constant.
    let label = p.push_label("here", f);
    p.append(body, Stmt::Label(label));
    let many = p.add_local("many", pairs, Storage::Auto, f);
    let x = p.var(first);
    let x = p.push_init(Init::Expr(x));
    let inner = list(p, &[(0, x, false)]);
    let all = list(p, &[(1, inner, true)]);
    p.vars[many].init = Some(all);
    p.append(body, Stmt::Decl(many));
    let (m, two) = (p.var(many), int(p, 1));
    let element = p.index(m, two).expect("typed");
    let member = p.member(element, 0).expect("typed");
    add_to(p, body, sum, member);
    // Constant, static, a string, and one without a value.
    let const_int = p.types.qualify(Ty::INT, Quals::CONST);
    let x = p.var(first);
    let constant = p.declare(body, f, "constant", const_int, Some(x)).expect("typed");
    let c = p.var(constant);
    add_to(p, body, sum, c);
    let lasting = p.add_local("lasting", Ty::INT, Storage::Static, f);
    p.vars[lasting].init = Some(value(p, 5, Ty::INT));
    p.append(body, Stmt::Decl(lasting));
    let inc = increment(p, lasting);
    add_to(p, body, sum, inc);
    let text = p.types.array(Ty::CHAR, 4);
    let text = p.add_local("text", text, Storage::Auto, f);
    let s = p.str_lit(b"abc");
    p.vars[text].init = Some(p.push_init(Init::Expr(s)));
    p.append(body, Stmt::Decl(text));
    let (t, one) = (p.var(text), int(p, 1));
    let c = p.index(t, one).expect("typed");
    add_to(p, body, sum, c);
    let last = p.declare(body, f, "last", Ty::SHORT, None).expect("typed");
    set(p, body, last, 3);
    let l = p.var(last);
    add_to(p, body, sum, l);
    let end = p.push_label("end", f);
    p.append(body, Stmt::Label(end));
    f
}

fn variadics(p: &mut Program) -> FuncId {
    let sum = global(p, "g_1", Ty::INT);
    let ty =
        p.types.function(FnType { ret: Ty::INT, params: vec![Ty::INT], variadic: true, prototype: true });
    let total = p.add_func("total", ty, &["count"]);
    let body = block(p);
    p.funcs[total].body = Some(body);
    let ap = p.declare(body, total, "ap", Ty::VA_LIST, None).expect("typed");
    let copy = p.declare(body, total, "copy", Ty::VA_LIST, None).expect("typed");
    let result = p.declare(body, total, "result", Ty::INT, None).expect("typed");
    let a = p.var(ap);
    let start = p.push_expr(ExprKind::VaStart(a), Ty::VOID);
    p.append(body, Stmt::Expr(start));
    let (to, from) = (p.var(copy), p.var(ap));
    let e = p.push_expr(ExprKind::VaCopy { to, from }, Ty::VOID);
    p.append(body, Stmt::Expr(e));
    set(p, body, result, 0);
    for (list, ty) in [(ap, Ty::INT), (copy, Ty::INT), (ap, Ty::DOUBLE)] {
        let l = p.var(list);
        let arg = p.push_expr(ExprKind::VaArg(l), ty);
        let arg = p.cast(arg, Ty::INT).expect("typed");
        add_to(p, body, result, arg);
    }
    for list in [ap, copy] {
        let l = p.var(list);
        let end = p.push_expr(ExprKind::VaEnd(l), Ty::VOID);
        p.append(body, Stmt::Expr(end));
    }
    let r = p.var(result);
    p.return_value(body, total, r).expect("typed");
    let (f, body) = entry(p);
    let (n, x) = (int(p, 2), int(p, 40));
    let y = p.float_lit(FloatKind::Double, 2.5f64.to_bits().into(), false);
    let call = p.call_func(total, &[n, x, y]).expect("typed");
    add_to(p, body, sum, call);
    f
}

fn initialisers(p: &mut Program) -> FuncId {
    let row = p.types.array(Ty::INT, 3);
    let matrix = p.types.array(row, 4);
    let mixed = {
        let inner = p.record(RecordKind::Union, "either", &[("a", Ty::INT), ("b", Ty::DOUBLE)]);
        let fields = vec![
            field(p, "x", Ty::CHAR, None),
            field(p, "", Ty::INT, Some(3)),
            field(p, "u", inner, None),
            field(p, "r", row, None),
            field(p, "y", Ty::LONG, None),
        ];
        record(p, RecordKind::Struct, "mixed", fields)
    };
    let (r0, r2) = (ints(p, &[1, -2, 3]), ints(p, &[7]));
    let init = list(p, &[(0, r0, false), (2, r2, false)]);
    p.add_global("g_1", matrix, Storage::Global, Some(init));
    // Designated although in order; a later member of a union; a gap over an unnamed bit-field.
    let (x, b, y) = (value(p, 65, Ty::CHAR), value(p, 2, Ty::DOUBLE), value(p, 9, Ty::LONG));
    let u = list(p, &[(1, b, false)]);
    let init = list(p, &[(0, x, true), (2, u, false), (4, y, false)]);
    p.add_global("g_2", mixed, Storage::Static, Some(init));
    let (x, a) = (value(p, 66, Ty::CHAR), value(p, 3, Ty::INT));
    let u = list(p, &[(0, a, false)]);
    let init = list(p, &[(0, x, false), (2, u, false)]);
    p.add_global("g_3", mixed, Storage::Global, Some(init));
    let empty = list(p, &[]);
    p.add_global("g_4", mixed, Storage::Global, Some(empty));
    let text = p.types.array(Ty::CHAR, 6);
    let s = p.str_lit(b"a\"\\\n?");
    let init = p.push_init(Init::Expr(s));
    p.add_global("g_5", text, Storage::Global, Some(init));
    let const_char = p.types.qualify(Ty::CHAR, Quals::CONST);
    let pointer = p.types.pointer(const_char);
    let s = p.str_lit(b"text");
    let s = p.assign_convert(s, pointer).expect("typed");
    let init = p.push_init(Init::Expr(s));
    p.add_global("g_6", pointer, Storage::Global, Some(init));
    let long = ints(p, &(0..40).collect::<Vec<i128>>());
    let forty = p.types.array(Ty::INT, 40);
    p.add_global("g_7", forty, Storage::Global, Some(long));
    let sum = global(p, "g_8", Ty::INT);
    let (f, body) = entry(p);
    // A list that is not constant, at the block's start, and a compound literal.
    let local = p.add_local("local", row, Storage::Auto, f);
    let (s, two) = (p.var(sum), value(p, 2, Ty::INT));
    let s = p.push_init(Init::Expr(s));
    p.vars[local].init = Some(list(p, &[(0, s, false), (2, two, false)]));
    p.append(body, Stmt::Decl(local));
    let literal = p.add_local("", row, Storage::Auto, f);
    p.vars[literal].init = Some(ints(p, &[4, 5, 6]));
    let literal = p.compound_lit(literal);
    let index = int(p, 1);
    let e = p.index(literal, index).expect("typed");
    add_to(p, body, sum, e);
    let (l, two) = (p.var(local), int(p, 2));
    let e = p.index(l, two).expect("typed");
    add_to(p, body, sum, e);
    f
}

fn functions(p: &mut Program) -> FuncId {
    let sum = global(p, "g_1", Ty::UINT);
    let specials = [
        (true, false, Attrs::NOINLINE),
        (true, true, Attrs::NONE),
        (false, true, Attrs::NONE),
        (false, false, Attrs::NOIPA),
        (false, false, Attrs::PURE.with(Attrs::HOT)),
        (true, false, Attrs::CONST.with(Attrs::COLD)),
        (true, true, Attrs::ALWAYS_INLINE),
    ];
    let mut calls = Vec::new();
    for (i, (is_static, inline, attrs)) in specials.into_iter().enumerate() {
        let (g, body) =
            function(p, &format!("func_{}", i + 2), Ty::UINT, &[("p_1", Ty::UINT), ("p_2", Ty::CHAR)]);
        (p.funcs[g].is_static, p.funcs[g].inline, p.funcs[g].attrs) = (is_static, inline, attrs);
        let (a, b) = (p.params(g)[0], p.params(g)[1]);
        let (a, b) = (p.var(a), p.var(b));
        let e = p.binary(BinaryOp::Mul, a, b).expect("typed");
        p.return_value(body, g, e).expect("typed");
        calls.push(g);
    }
    // Called through a pointer in a static variable, with and without `*`.
    let to_fn = p.types.pointer(p.funcs[calls[0]].ty);
    let address = p.func(calls[0]);
    let address = p.assign_convert(address, to_fn).expect("typed");
    let init = p.push_init(Init::Expr(address));
    let pointer = p.add_global("g_2", to_fn, Storage::Static, Some(init));
    let (f, body) = entry(p);
    for g in calls {
        let (a, b) = (int(p, 5), int(p, 6));
        let call = p.call_func(g, &[a, b]).expect("typed");
        add_to(p, body, sum, call);
    }
    let callee = p.var(pointer);
    let (a, b) = (int(p, 1), int(p, 2));
    let call = p.call(callee, &[a, b]).expect("typed");
    add_to(p, body, sum, call);
    let callee = p.var(pointer);
    let callee = p.deref(callee).expect("typed");
    let (a, b) = (int(p, 1), int(p, 2));
    let call = p.call(callee, &[a, b]).expect("typed");
    add_to(p, body, sum, call);
    f
}

fn forward_globals(p: &mut Program) -> FuncId {
    let pointer = p.types.pointer(Ty::INT);
    let array = p.types.array(Ty::INT, 4);
    let early = p.add_global("early", pointer, Storage::Global, None);
    let middle = p.add_global("middle", pointer, Storage::Static, None);
    let late = p.add_global("late", array, Storage::Static, None);
    let last = p.add_global("last", Ty::INT, Storage::Global, None);
    let (a, two) = (p.var(late), int(p, 2));
    let element = p.index(a, two).expect("typed");
    let address = p.addr_of(element).expect("typed");
    p.vars[early].init = Some(p.push_init(Init::Expr(address)));
    let l = p.var(last);
    let address = p.addr_of(l).expect("typed");
    p.vars[middle].init = Some(p.push_init(Init::Expr(address)));
    let (f, body) = entry(p);
    for (pointer, v) in [(early, 11), (middle, 12)] {
        let q = p.var(pointer);
        let object = p.deref(q).expect("typed");
        let v = int(p, v);
        let e = p.assign(object, v).expect("typed");
        p.expr_stmt(body, e);
    }
    f
}

fn alias(p: &mut Program, name: &str, ty: Ty, header: Option<Header>) -> Ty {
    let name = p.names.intern(name);
    p.types.add_alias(Alias { name, ty, header })
}

fn enums_and_aliases(p: &mut Program) -> FuncId {
    let names = ["RED", "GREEN", "LEAST", "NEXT"].map(|n| p.names.intern(n));
    let values = [0, 5, i32::MIN.into(), i128::from(i32::MIN) + 1];
    let tag = p.names.intern("color");
    let color: EnumId = p.types.add_enum(Some(tag), names.into_iter().zip(values).collect());
    let other = p.names.intern("OTHER");
    p.types.add_enum(None, vec![(other, 3)]);
    let color_type = p.types.enum_type(color);
    let int8 = alias(p, "int8_t", Ty::SCHAR, Some(Header::Stdint));
    let size = alias(p, "size_t", Ty::ULONG, Some(Header::Stddef));
    let node_tag = p.names.intern("node");
    let node = p.types.declare_record(node_tag, RecordKind::Struct);
    let node_type = p.types.record_type(node);
    let node_alias = alias(p, "node_t", node_type, None);
    let link = p.types.pointer(node_alias);
    let link = alias(p, "link", link, None);
    let row = p.types.array(int8, 3);
    let row = alias(p, "row", row, None);
    let binary =
        p.types.function(FnType { ret: int8, params: vec![link, size], variadic: false, prototype: true });
    let callback = p.types.pointer(binary);
    let callback = alias(p, "callback", callback, None);
    let fields =
        vec![field(p, "next", link, None), field(p, "values", row, None), field(p, "call", callback, None)];
    p.types.complete_record(node, fields);
    let g = global(p, "g_1", node_alias);
    let const_link = p.types.qualify(link, Quals::CONST);
    global(p, "g_2", const_link);
    let chosen = global(p, "g_3", color_type);
    let rows = p.types.array(row, 2);
    global(p, "g_4", rows);
    let (f, body) = entry(p);
    let (to, from) = (p.var(chosen), p.push_expr(ExprKind::EnumConst(color, 1), Ty::INT));
    let e = p.assign(to, from).expect("typed");
    p.expr_stmt(body, e);
    let base = p.var(g);
    let values = p.member(base, 1).expect("typed");
    let one = int(p, 1);
    let element = p.index(values, one).expect("typed");
    let v = int(p, 300);
    let v = p.cast(v, int8).expect("typed");
    let e = p.assign(element, v).expect("typed");
    p.expr_stmt(body, e);
    f
}

fn wide_and_odd_types(p: &mut Program) -> FuncId {
    let all = [
        (Ty::BOOL, 1),
        (Ty::CHAR, 65),
        (Ty::SCHAR, -7),
        (Ty::UCHAR, 200),
        (Ty::SHORT, -300),
        (Ty::USHORT, 60000),
        (Ty::INT, i32::MIN.into()),
        (Ty::UINT, u32::MAX.into()),
        (Ty::LONG, i64::MIN.into()),
        (Ty::ULONG, u64::MAX.into()),
        (Ty::LLONG, i64::MAX.into()),
        (Ty::ULLONG, 1 << 63),
        (Ty::INT128, i128::MIN + 5),
        (Ty::UINT128, (7 << 100) + 1),
    ];
    for (i, (ty, v)) in all.into_iter().enumerate() {
        let e = p.int_const(v, ty);
        let init = p.push_init(Init::Expr(e));
        let g = p.add_global(&format!("g_{i}"), ty, Storage::Global, Some(init));
        if i == 3 {
            p.vars[g].aligned = Some(16);
        }
    }
    for (i, kind) in [FloatKind::Float, FloatKind::Double, FloatKind::LongDouble].into_iter().enumerate() {
        let bits = [1.25f32.to_bits().into(), 0.1f64.to_bits().into(), 0x3fff_c000_0000_0000_0000][i];
        let e = p.float_lit(kind, bits, i != 1);
        let init = p.push_init(Init::Expr(e));
        p.add_global(&format!("h_{i}"), Ty::float(kind), Storage::Global, Some(init));
    }
    let volatile = p.types.qualify(Ty::INT, Quals::VOLATILE);
    global(p, "g_v", volatile);
    entry(p).0
}

fn expressions(p: &mut Program) -> FuncId {
    let (x, y) = (global(p, "x", Ty::INT), global(p, "y", Ty::LONG));
    let (f, body) = entry(p);
    set(p, body, x, 5);
    for op in BinaryOp::ALL {
        let (a, b) = (p.var(x), int(p, 3));
        let e = p.binary(op, a, b).expect("typed");
        add_to(p, body, y, e);
    }
    let (a, b, c) = (p.var(x), int(p, 1), p.var(x));
    let inner = p.binary(BinaryOp::Sub, b, c).expect("typed");
    let outer = p.binary(BinaryOp::Sub, a, inner).expect("typed");
    add_to(p, body, y, outer);
    let (c, t, e, other) = (p.var(x), p.var(y), int(p, 2), p.var(x));
    let inner = p.comma(t, e);
    let e = p.cond(c, inner, other).expect("typed");
    add_to(p, body, y, e);
    for op in IncDec::ALL {
        let v = p.var(x);
        let e = p.inc_dec(op, v).expect("typed");
        p.expr_stmt(body, e);
    }
    let size = {
        let v = p.var(x);
        p.sizeof_expr(v)
    };
    add_to(p, body, y, size);
    f
}

/// Each style, nested in other operators and in each other, with operands that must not be repeated.
fn guards(p: &mut Program) -> FuncId {
    let (x, y) = (global(p, "x", Ty::INT), global(p, "y", Ty::LLONG));
    let (z, b) = (global(p, "z", Ty::DOUBLE), global(p, "b", Ty::UCHAR));
    let volatile = p.types.qualify(Ty::INT, Quals::VOLATILE);
    let v = global(p, "v", volatile);
    let (f, body) = entry(p);
    set(p, body, x, 2_147_483_647);
    set(p, body, b, 33);
    for style in [GuardStyle::Inline, GuardStyle::Function, GuardStyle::Macro] {
        let guarded = |p: &mut Program, op, left: VarId, right: VarId| {
            let (l, r) = (p.var(left), p.var(right));
            let raw = p.binary(op, l, r).expect("typed");
            let ty = p.value_type(raw);
            p.push_expr(ExprKind::Guard(raw, style), ty)
        };
        for op in [BinaryOp::Add, BinaryOp::Mul, BinaryOp::Div, BinaryOp::Shl] {
            let e = guarded(p, op, x, b);
            let (two, other) = (int(p, 2), guarded(p, op, x, v));
            let e = p.binary(BinaryOp::Xor, e, two).expect("typed");
            let e = p.binary(BinaryOp::Or, e, other).expect("typed");
            let to = p.var(y);
            let e = p.assign_op(BinaryOp::Xor, to, e).expect("typed");
            p.expr_stmt(body, e);
        }
        let inner = guarded(p, BinaryOp::Sub, x, y);
        let raw = p.unary(ir::UnaryOp::Neg, inner).expect("typed");
        let ty = p.value_type(raw);
        let e = p.push_expr(ExprKind::Guard(raw, style), ty);
        let to = p.var(y);
        let e = p.assign(to, e).expect("typed");
        p.expr_stmt(body, e);
        let d = p.var(z);
        let raw = p.cast(d, Ty::SHORT).expect("typed");
        let e = p.push_expr(ExprKind::Guard(raw, style), Ty::SHORT);
        let to = p.var(x);
        let e = p.assign_op(BinaryOp::Or, to, e).expect("typed");
        p.expr_stmt(body, e);
    }
    f
}
