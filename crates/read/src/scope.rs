//! Which declaration a name refers to (C17 6.2.1). One table serves ordinary identifiers, another tags.

use crate::text::token::Name;

/// The bindings of one name space. File scope is kept apart, because declarations in headers are read late:
/// then the block scopes that are open are hidden for a while.
pub(crate) struct Scopes<B> {
    file: Vec<Option<B>>,
    locals: Vec<Local<B>>,
    /// For each name, one more than the index of its innermost local binding, or zero.
    innermost: Vec<u32>,
    /// Where each open scope starts in `locals`.
    starts: Vec<usize>,
    hidden: Hidden,
}

struct Local<B> {
    name: Name,
    binding: B,
    /// The binding that this one shadows, in the form of `innermost`.
    outer: u32,
}

/// How many scopes and bindings cannot be seen at the moment.
#[derive(Clone, Copy, Default)]
pub(crate) struct Hidden {
    scopes: usize,
    locals: usize,
}

impl<B: Copy> Scopes<B> {
    pub fn new(names: usize) -> Self {
        Scopes {
            file: vec![None; names],
            locals: Vec::new(),
            innermost: vec![0; names],
            starts: Vec::new(),
            hidden: Hidden::default(),
        }
    }

    pub fn is_file_scope(&self) -> bool {
        self.starts.len() == self.hidden.scopes
    }

    pub fn find(&self, name: Name) -> Option<B> {
        match self.visible_local(name) {
            Some(index) => Some(self.locals[index].binding),
            None => self.file[name.0 as usize],
        }
    }

    /// The binding made in the innermost scope itself.
    pub fn find_here(&self, name: Name) -> Option<B> {
        if self.is_file_scope() {
            return self.file[name.0 as usize];
        }
        let start = *self.starts.last()?;
        self.visible_local(name).filter(|i| *i >= start).map(|i| self.locals[i].binding)
    }

    fn visible_local(&self, name: Name) -> Option<usize> {
        let index = (self.innermost[name.0 as usize] as usize).checked_sub(1)?;
        (index >= self.hidden.locals).then_some(index)
    }

    /// Binds in the innermost scope, in place of a binding made there before.
    pub fn bind(&mut self, name: Name, binding: B) {
        if self.is_file_scope() {
            self.file[name.0 as usize] = Some(binding);
            return;
        }
        let start = self.starts.last().copied().unwrap_or(0);
        if let Some(index) = self.visible_local(name).filter(|i| *i >= start) {
            self.locals[index].binding = binding;
            return;
        }
        let outer = self.innermost[name.0 as usize];
        self.locals.push(Local { name, binding, outer });
        self.innermost[name.0 as usize] = self.locals.len() as u32;
    }

    pub fn bind_in_file(&mut self, name: Name, binding: B) {
        self.file[name.0 as usize] = Some(binding);
    }

    pub fn open(&mut self) {
        self.starts.push(self.locals.len());
    }

    pub fn close(&mut self) {
        let start = self.starts.pop().unwrap_or(0);
        while self.locals.len() > start {
            if let Some(local) = self.locals.pop() {
                self.innermost[local.name.0 as usize] = local.outer;
            }
        }
    }

    /// Ends the innermost scope, and gives what was declared in it.
    pub fn take(&mut self) -> Vec<(Name, B)> {
        let start = self.starts.last().copied().unwrap_or(0);
        let taken = self.locals[start..].iter().map(|local| (local.name, local.binding)).collect();
        self.close();
        taken
    }

    /// Hides all block scopes, so that the innermost scope is that of the file.
    pub fn hide(&mut self) -> Hidden {
        let now = Hidden { scopes: self.starts.len(), locals: self.locals.len() };
        std::mem::replace(&mut self.hidden, now)
    }

    pub fn unhide(&mut self, before: Hidden) {
        self.hidden = before;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inner_bindings_shadow_and_end() {
        let (mut scopes, x) = (Scopes::new(2), Name(1));
        scopes.bind(x, 'f');
        scopes.open();
        assert_eq!((scopes.find(x), scopes.find_here(x)), (Some('f'), None));
        scopes.bind(x, 'b');
        scopes.open();
        scopes.bind(x, 'c');
        assert_eq!(scopes.find(x), Some('c'));
        scopes.close();
        assert_eq!(scopes.find(x), Some('b'));
        let hidden = scopes.hide();
        assert_eq!(scopes.find(x), Some('f'));
        scopes.bind(x, 'g');
        scopes.unhide(hidden);
        assert_eq!(scopes.find(x), Some('b'));
        scopes.close();
        assert_eq!(scopes.find(x), Some('g'));
    }
}
