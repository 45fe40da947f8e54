//! Numbers of objects and what they stand for.

use super::*;
use ir::Id;

#[test]
fn a_number_keeps_its_meaning() {
    let mut mem = Memory::new(Endian::Little, 8, 1 << 20);
    let var = |i| Culprit::Var(VarId::from_index(i));
    let first = mem.allocate(4, 4, Ty::INT, Traits::NONE, var(0), 1).unwrap();
    let dangling = mem.pointer_to(first);
    mem.end(first, Death::ScopeLeft);
    let heap = mem.allocate(4, 16, Ty::VOID, Traits::HEAP, Culprit::Heap, 0).unwrap();
    let other = mem.allocate(4, 4, Ty::INT, Traits::NONE, var(1), 1).unwrap();
    assert!(first != heap && first != other);
    assert_eq!(mem.origin(dangling), Some(var(0)));
    assert_eq!(mem.alive(dangling).map(|_| ()), Err(Death::ScopeLeft));
    let again = mem.allocate(4, 4, Ty::INT, Traits::NONE, var(0), 1).unwrap();
    assert_eq!(again, first);
    assert!(mem.alive(dangling).is_err(), "the same number, but another object");
}
