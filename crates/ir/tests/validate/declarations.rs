//! Declarations, scopes and names.

use crate::bench::{Bench, Case};
use assay_ir::validate::ViolationKind as V;
use assay_ir::*;

fn named_global(b: &mut Bench, bad: &str, good: &str) {
    let name = b.or(bad, good);
    b.global(name, Ty::INT, Storage::Global);
}

fn alias(b: &mut Bench, name: &str) -> Ty {
    let name = b.p.names.intern(name);
    b.p.types.add_alias(Alias { name, ty: Ty::INT, header: None })
}

/// A block inside of main's.
fn inner(b: &mut Bench) -> BlockId {
    let block = b.p.push_block(vec![]);
    b.stmt(Stmt::Block(block));
    block
}

fn int_function(b: &mut Bench, name: &str) -> FuncId {
    let ty = b.p.fn_type(Ty::INT, &[]);
    b.p.add_func(name, ty, &[])
}

pub const CASES: &[Case] = &[
    (V::VariableType, |b| {
        b.new_var(b.or(Ty::VOID, Ty::INT));
    }),
    (V::VariableType, |b| {
        let opaque = b.incomplete();
        b.global("g", opaque, b.or(Storage::Global, Storage::Extern));
    }),
    (V::VariableSize, |b| {
        let ty = b.array(Ty::CHAR, b.or(1 << 63, (1 << 63) - 1));
        b.new_var(ty);
    }),
    (V::VariableSize, |b| {
        *b = Bench::on(Target::IP16, b.twin);
        let ty = b.array(Ty::CHAR, b.or(40000, 30000));
        b.new_var(ty);
    }),
    (V::FileScopeStorage, |b| {
        let var = b.global("g", Ty::INT, Storage::Global);
        b.p.vars[var].storage = b.or(Storage::Register, Storage::Static);
    }),
    (V::Unlisted, |b| {
        let var = b.global("g", Ty::INT, Storage::Static);
        b.p.vars[var].owner = b.or(Some(b.main), None);
    }),
    (V::ExternInit, |b| {
        let var = b.global("g", Ty::INT, b.or(Storage::Extern, Storage::Global));
        let one = b.int(1);
        b.p.vars[var].init = Some(b.p.push_init(Init::Expr(one)));
    }),
    (V::ThreadStorage, |b| {
        let var = b.local("x", Ty::INT);
        b.p.vars[var].thread = true;
        b.p.vars[var].storage = b.or(Storage::Auto, Storage::Static);
    }),
    (V::AlignedRegister, |b| {
        let var = b.local("x", Ty::INT);
        b.p.vars[var].aligned = Some(8);
        b.p.vars[var].storage = b.or(Storage::Register, Storage::Auto);
    }),
    (V::Alignment, |b| {
        let var = b.local("x", Ty::INT);
        b.p.vars[var].aligned = Some(b.or(0, 8));
    }),
    (V::StaticBound, |b| {
        let f = int_function(b, "f");
        let pointer = b.p.types.pointer(Ty::INT);
        let ty = b.or(Ty::INT, pointer);
        let var = b.p.add_local("p", ty, Storage::Param, f);
        b.p.vars[var].at_least = 2;
        b.p.funcs[f].params.push(var);
        b.p.funcs[f].ty = b.p.fn_type(Ty::INT, &[ty]);
    }),
    (V::StaticBound, |b| {
        let pointer = b.p.types.pointer(Ty::INT);
        let var = b.local("x", pointer);
        b.p.vars[var].at_least = b.or(1, 0);
    }),
    (V::FunctionType, |b| {
        let f = int_function(b, "f");
        b.p.funcs[f].ty = b.or(Ty::INT, b.p.funcs[f].ty);
    }),
    (V::DefinitionReturn, |b| {
        let opaque = b.incomplete();
        let ty = b.p.fn_type(opaque, &[]);
        let f = b.p.add_func("f", ty, &[]);
        let body = b.p.push_block(vec![]);
        b.p.funcs[f].body = b.or(Some(body), None);
    }),
    (V::DefinitionParameters, |b| {
        let ty = b.p.fn_type(Ty::VOID, &[Ty::INT]);
        let names: &[&str] = b.or(&[], &["x"]);
        let f = b.p.add_func("f", ty, names);
        b.p.funcs[f].body = Some(b.p.push_block(vec![]));
    }),
    (V::DefinitionParameters, |b| {
        let ty = b.p.fn_type(Ty::VOID, &[Ty::INT]);
        let f = b.p.add_func("f", ty, &["x"]);
        b.p.funcs[f].body = Some(b.p.push_block(vec![]));
        let param = b.p.funcs[f].params[0];
        let qualified = b.konst(Ty::INT);
        b.p.vars[param].ty = b.or(Ty::LONG, qualified);
    }),
    (V::StaticUndefined, |b| {
        let f = int_function(b, "f");
        b.p.funcs[f].is_static = b.bad();
    }),
    (V::InlineStatic, |b| {
        let f = b.other();
        b.p.funcs[f].inline = true;
        let g = b.global("g", Ty::INT, b.or(Storage::Static, Storage::Global));
        let e = b.p.var(g);
        let body = b.p.funcs[f].body.unwrap();
        b.p.append(body, Stmt::Expr(e));
    }),
    (V::InlineStatic, |b| {
        let f = b.other();
        b.p.funcs[f].inline = true;
        let qualified = b.konst(Ty::INT);
        let var = b.p.add_local("x", b.or(Ty::INT, qualified), Storage::Static, f);
        let body = b.p.funcs[f].body.unwrap();
        b.p.append(body, Stmt::Decl(var));
    }),
    (V::MainInline, |b| b.p.funcs[b.main].inline = b.bad()),
    (V::MainType, |b| b.p.funcs[b.main].ty = b.p.fn_type(b.or(Ty::LONG, Ty::INT), &[])),
    (V::MainType, |b| {
        let strings = b.ptr(Ty::CHAR);
        let strings = b.ptr(strings);
        let ty = b.p.fn_type(Ty::INT, &[b.or(Ty::LONG, Ty::INT), strings]);
        b.p.funcs[b.main].body = None;
        b.p.funcs[b.main].ty = ty;
    }),
    // --- scopes ---
    (V::Undeclared, |b| {
        let var = b.undeclared("x", Ty::INT);
        let e = b.p.var(var);
        if b.bad() {
            b.eval(e);
        }
        b.stmt(Stmt::Decl(var));
        if !b.bad() {
            b.eval(e);
        }
    }),
    (V::Undeclared, |b| {
        let block = inner(b);
        let var = b.undeclared("x", Ty::INT);
        b.p.append(block, Stmt::Decl(var));
        let e = b.p.var(var);
        b.p.append(b.or(b.body, block), Stmt::Expr(e));
    }),
    (V::Undeclared, |b| {
        let g = b.p.add_local("later", Ty::INT, Storage::Global, b.main);
        b.p.vars[g].owner = None;
        let to = b.p.var(g);
        let address = b.p.addr_of(to).unwrap();
        let ty = b.ptr(Ty::INT);
        b.static_with(ty, address);
        b.p.globals.push(g);
        if !b.bad() {
            b.p.globals.reverse();
        }
    }),
    (V::Hidden, |b| {
        let outer = b.local("x", Ty::INT);
        let block = inner(b);
        let other = b.undeclared(b.or("x", "y"), Ty::INT);
        b.p.append(block, Stmt::Decl(other));
        let e = b.p.var(outer);
        b.p.append(block, Stmt::Expr(e));
    }),
    (V::Hidden, |b| {
        let f = int_function(b, "f");
        b.local(b.or("f", "g"), Ty::INT);
        let e = b.p.call_func(f, &[]).unwrap();
        b.eval(e);
    }),
    (V::Hidden, |b| {
        let one = b.p.names.intern("ONE");
        let id = b.p.types.add_enum(None, vec![(one, 1)]);
        b.local(b.or("ONE", "TWO"), Ty::INT);
        b.eval_raw(ExprKind::EnumConst(id, 0), Ty::INT);
    }),
    (V::Hidden, |b| {
        let ty = alias(b, "T");
        b.local(b.or("T", "t"), Ty::INT);
        let one = b.int(1);
        b.eval_raw(ExprKind::Cast(one), ty);
    }),
    (V::Hidden, |b| {
        let ty = alias(b, "T");
        b.local(b.or("T", "t"), Ty::INT);
        b.local("x", ty);
    }),
    (V::Redeclared, |b| {
        b.local("x", Ty::INT);
        b.local(b.or("x", "y"), Ty::INT);
    }),
    (V::Redeclared, |b| {
        let ty = b.p.fn_type(Ty::VOID, &[Ty::INT]);
        let f = b.p.add_func("f", ty, &["x"]);
        let body = b.p.push_block(vec![]);
        b.p.funcs[f].body = Some(body);
        let var = b.p.add_local(b.or("x", "y"), Ty::INT, Storage::Auto, f);
        b.p.append(body, Stmt::Decl(var));
    }),
    (V::Redeclared, |b| named_global(b, "main", "x")),
    (V::DeclaredTwice, |b| {
        let (x, y) = (b.undeclared("x", Ty::INT), b.undeclared("x", Ty::INT));
        let (first, second) = (inner(b), inner(b));
        b.p.append(first, Stmt::Decl(x));
        b.p.append(second, Stmt::Decl(b.or(x, y)));
    }),
    (V::DeclaredElsewhere, |b| {
        let f = b.other();
        let var = b.local("x", Ty::INT);
        b.p.vars[var].owner = Some(b.or(f, b.main));
    }),
    (V::DuplicateTag, |b| {
        let fields = vec![b.field("x", Ty::INT, None)];
        b.record(RecordKind::Struct, "t", fields);
        let (tag, one) = (b.p.names.intern(b.or("t", "u")), b.p.names.intern("ONE"));
        b.p.types.add_enum(Some(tag), vec![(one, 1)]);
    }),
    (V::DuplicateLabelName, |b| {
        let (x, y) = (b.p.push_label("l", b.main), b.p.push_label(b.or("l", "m"), b.main));
        b.stmt(Stmt::Label(x));
        b.stmt(Stmt::Label(y));
    }),
    (V::Identifier, |b| named_global(b, "2x", "x2")),
    (V::ExtendedName, |b| named_global(b, "caf\u{e9}", "cafe")),
    (V::LaterKeyword, |b| named_global(b, "true", "truth")),
    (V::Keyword, |b| named_global(b, "union", "onion")),
    (V::Keyword, |b| {
        let fields = vec![b.field(b.or("int", "x"), Ty::INT, None)];
        b.record(RecordKind::Struct, "s", fields);
    }),
    (V::ReservedName, |b| named_global(b, "__x", "x__")),
    (V::ReservedName, |b| {
        int_function(b, b.or("memcpy", "memcpi"));
    }),
];
