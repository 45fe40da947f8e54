//! Typed ids and the arenas they index. An id is four bytes, and so is an optional id.

use std::marker::PhantomData;
use std::num::NonZeroU32;
use std::ops::{Index, IndexMut};

/// A small handle of an item in an [`Arena`].
pub trait Id: Copy + Eq {
    /// The id of the item with this position.
    fn from_index(index: usize) -> Self;
    /// The position of its item.
    fn index(self) -> usize;
}

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident),* $(,)?) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(NonZeroU32);

        impl Id for $name {
            #[inline]
            fn from_index(index: usize) -> Self {
                let raw = u32::try_from(index + 1).expect("an arena holds fewer than 2^32 items");
                Self(NonZeroU32::new(raw).expect("index + 1 is not zero"))
            }
            #[inline]
            fn index(self) -> usize {
                self.0.get() as usize - 1
            }
        }

        impl std::fmt::Debug for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write!(f, concat!(stringify!($name), "({})"), self.index())
            }
        }
    )*};
}

ids! {
    /// An expression node. Nodes that can be undefined are called sites.
    ExprId,
    /// A statement.
    StmtId,
    /// A list of statements with a scope of its own.
    BlockId,
    /// A variable of any kind: global, local, parameter, or the object of a compound literal.
    VarId,
    /// A function, defined here, merely declared, or known to the machine.
    FuncId,
    /// A label that `goto` can name.
    LabelId,
    /// An initialiser.
    InitId,
    /// A string literal.
    StrId,
    /// A floating constant.
    FloatId,
    /// A struct or union type.
    RecordId,
    /// An enumerated type.
    EnumId,
    /// A name for another type (`typedef`).
    AliasId,
    /// A function type.
    FnTypeId,
    /// An inline assembly.
    AsmId,
    /// An interned identifier.
    Symbol,
}

/// Items of one kind, addressed by their ids, in the order in which they were made.
#[derive(Clone)]
pub struct Arena<I, T> {
    items: Vec<T>,
    id: PhantomData<I>,
}

impl<I: Id, T> Arena<I, T> {
    /// An arena without items.
    pub const fn new() -> Self {
        Self { items: Vec::new(), id: PhantomData }
    }

    /// Adds an item, and gives its id.
    pub fn push(&mut self, item: T) -> I {
        self.items.push(item);
        I::from_index(self.items.len() - 1)
    }

    /// Makes room for so many more items.
    pub fn reserve(&mut self, items: usize) {
        self.items.reserve(items);
    }

    /// How many items there are.
    pub fn len(&self) -> usize {
        self.items.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    /// Forgets all items from the given count on; ids of those must not be used any more.
    pub fn truncate(&mut self, len: usize) {
        self.items.truncate(len);
    }

    /// The item, if there is one with this id.
    pub fn get(&self, id: I) -> Option<&T> {
        self.items.get(id.index())
    }

    /// All ids, in the order in which their items were added.
    pub fn ids(&self) -> impl DoubleEndedIterator<Item = I> + ExactSizeIterator + use<I, T> {
        (0..self.items.len()).map(I::from_index)
    }

    /// All items with their ids, in the order in which they were added.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (I, &T)> {
        self.items.iter().enumerate().map(|(i, item)| (I::from_index(i), item))
    }
}

impl<I: Id, T> Default for Arena<I, T> {
    fn default() -> Self {
        Self::new()
    }
}

impl<I: Id, T> Index<I> for Arena<I, T> {
    type Output = T;
    #[inline]
    fn index(&self, id: I) -> &T {
        &self.items[id.index()]
    }
}

impl<I: Id, T> IndexMut<I> for Arena<I, T> {
    #[inline]
    fn index_mut(&mut self, id: I) -> &mut T {
        &mut self.items[id.index()]
    }
}

impl<I, T: std::fmt::Debug> std::fmt::Debug for Arena<I, T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(&self.items).finish()
    }
}
