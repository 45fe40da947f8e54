//! Every node knows where it came from, through line markers.

use assay_read::{Position, Unit, read};
use ir::{ExprKind, Stmt};

const TEXT: &str = "# 1 \"main.c\"
# 1 \"<built-in>\"
# 1 \"/usr/include/a.h\" 1 3 4
extern int from_header;
# 2 \"main.c\" 2

int global;
int f(int a)
{
# 40 \"included.c\"
  global = a +
     from_header;
  return -a;
}
";

fn unit() -> Unit {
    read(TEXT, ir::Target::LP64).unwrap()
}

fn at(file: &str, line: u32, column: u32) -> Option<Position> {
    Some(Position { file: file.to_owned(), line, column })
}

fn expr(unit: &Unit, is: fn(&ExprKind) -> bool) -> Option<Position> {
    let (id, _) = unit.program.exprs.iter().find(|(_, e)| is(&e.kind)).unwrap();
    unit.map.expr(id)
}

#[test]
fn expressions_stand_at_their_operators() {
    let unit = unit();
    assert_eq!(expr(&unit, |e| matches!(e, ExprKind::Assign { .. })), at("included.c", 40, 10));
    assert_eq!(expr(&unit, |e| matches!(e, ExprKind::Binary(..))), at("included.c", 40, 14));
    assert_eq!(expr(&unit, |e| matches!(e, ExprKind::Unary(..))), at("included.c", 42, 10));
    assert!(unit.program.exprs.ids().all(|id| unit.map.expr(id).is_some()));
    assert!(unit.program.stmts.ids().all(|id| unit.map.stmt(id).is_some()));
}

#[test]
fn declarations_stand_at_their_names() {
    let unit = unit();
    let var =
        |name: &str| unit.program.vars.iter().find(|(_, v)| unit.program.name(v.name) == name).unwrap().0;
    assert_eq!(unit.map.var(var("global")), at("main.c", 3, 5));
    assert_eq!(unit.map.var(var("a")), at("main.c", 4, 11));
    assert_eq!(unit.map.var(var("from_header")), at("/usr/include/a.h", 1, 12));
    assert_eq!(unit.map.func(unit.program.func_named("f").unwrap()), at("main.c", 4, 5));
}

#[test]
fn statements_stand_where_they_start() {
    let unit = unit();
    let (id, _) = unit.program.stmts.iter().find(|(_, s)| matches!(s, Stmt::Return(_))).unwrap();
    assert_eq!(unit.map.stmt(id), at("included.c", 42, 3));
    assert_eq!(unit.map.stmt_offset(id), TEXT.find("return"));
}

#[test]
fn errors_too() {
    let broken = TEXT.replace("-a", "-b");
    let error = read(&broken, ir::Target::LP64).unwrap_err();
    assert_eq!(error.to_string(), "included.c:42:11: `b` is not declared");
    assert_eq!(
        read("int x = @", ir::Target::LP64).unwrap_err().to_string(),
        "<text>:1:9: unexpected character '@'"
    );
}
