//! Numbers for addresses, for programs of others that look at them. No rule of C says what they are: a run has one of two
//! layouts, and what differs between them was not the program's to rely on.

use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

/// What to do when a pointer is converted to an integer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Addresses {
    /// Nothing is known of addresses: the program is unsupported.
    Unknown,
    /// From low to high ones, far apart.
    Ascending,
    /// From high to low ones, each only as aligned as it must be.
    Descending,
}

/// An object: its number and its generation.
type Key = (u32, u32);

#[derive(Clone, Debug, Default)]
pub(crate) struct AddressBook {
    of: FxHashMap<Key, u64>,
    by: BTreeMap<u64, (Key, u32)>,
    /// How many bytes are taken.
    used: u64,
}

/// Where functions are: each at a number of its own.
const FUNCTIONS: u64 = 0x40_0000;
const LOWEST: u64 = 0x1000_0000;
const HIGHEST: u64 = 0x7fff_0000_0000;

impl AddressBook {
    pub fn is_used(&self) -> bool {
        !self.of.is_empty()
    }

    /// The address of an object, which it keeps.
    pub fn address(&mut self, mode: Addresses, key: Key, size: u32, align: u64) -> u64 {
        if let Some(address) = self.of.get(&key) {
            return *address;
        }
        let align = align.max(1);
        let address = match mode {
            Addresses::Unknown | Addresses::Ascending => {
                let at = (LOWEST + self.used).next_multiple_of(align.max(64));
                self.used = at - LOWEST + u64::from(size) + 64;
                at
            }
            Addresses::Descending => {
                let top = HIGHEST - self.used - u64::from(size) - 24;
                let at = top / (2 * align) * (2 * align) - align;
                self.used = HIGHEST - at;
                at
            }
        };
        self.of.insert(key, address);
        self.by.insert(address, (key, size));
        address
    }

    pub fn known(&self, key: Key, offset: u32) -> Option<u64> {
        self.of.get(&key).map(|start| start + u64::from(offset))
    }

    pub fn of_function(number: u32) -> u64 {
        FUNCTIONS + 16 * u64::from(number)
    }

    pub fn function_at(address: u64, count: usize) -> Option<u32> {
        let number = address.checked_sub(FUNCTIONS)?;
        (number % 16 == 0 && number / 16 < count as u64).then_some((number / 16) as u32)
    }

    /// The object that an address is in or right behind, and the offset there.
    pub fn object_at(&self, address: u64) -> Option<(Key, u32)> {
        let (start, (key, size)) = self.by.range(..=address).next_back()?;
        let offset = address - start;
        (offset <= u64::from(*size)).then_some((*key, offset as u32))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn objects_are_apart_and_found_again() {
        for mode in [Addresses::Ascending, Addresses::Descending] {
            let mut book = AddressBook::default();
            let places: Vec<u64> =
                (1..50).map(|n| book.address(mode, (n, 0), n, u64::from(n).next_power_of_two())).collect();
            for (n, at) in (1..50).zip(&places) {
                assert_eq!(at % u64::from(n).next_power_of_two(), 0);
                assert_eq!(book.object_at(at + u64::from(n)), Some(((n, 0), n)));
                assert_eq!(book.address(mode, (n, 0), n, 1), *at);
            }
        }
    }
}
