//! Streams (C17 7.21): the three that every program has, and files that exist in memory only. A program finds no file that it has
//! not written itself.

use crate::access::Intent;
use crate::grow::Grow;
use crate::library::HEAP_ALIGN;
use crate::machine::{Machine, full};
use crate::memory::Traits;
use crate::memory::sequence::Kind;
use crate::outcome::Eval;
use crate::state::streams::{Home, Stream};
use crate::ub::{Culprit, Ub};
use crate::value::Values;
use crate::value::{Place, Pointer, Value};
use ir::{Builtin, ExprId, ExprList, Id, Storage, Ty, VarId};

const END: i64 = -1;

const STANDARD: [(&str, Home); 3] =
    [("stdout", Home::Output), ("stderr", Home::Errors), ("stdin", Home::Input)];

impl<G: Grow> Machine<G> {
    /// `stdout` and its like are variables of the library.
    pub(crate) fn make_standard_streams(&mut self) -> Eval<()> {
        let p = self.program();
        let named = |id: VarId| STANDARD.iter().find(|(name, _)| *name == p.name(p.vars[id].name));
        let wanted: Vec<(VarId, Home)> = p
            .vars
            .iter()
            .filter(|(_, v)| v.storage == Storage::Extern && p.types.is_pointer(v.ty))
            .filter_map(|(id, _)| named(id).map(|(_, home)| (id, home.clone())))
            .collect();
        for (var, home) in wanted {
            self.make_static(var)?;
            let pointer = self.new_stream(home)?;
            let (object, ty) = (self.mem.bound(var).unwrap_or(0), self.program().vars[var].ty);
            let (place, ty) =
                (Place::at(self.mem.pointer_to(object), None), self.program().types.canonical(ty));
            self.write(ExprId::from_index(0), place, ty, Value::Pointer(pointer), Intent::Initialise)?;
        }
        Ok(())
    }

    fn new_stream(&mut self, home: Home) -> Eval<Pointer> {
        let traits = Traits::NONE;
        let object = self.mem.allocate(1, HEAP_ALIGN, Ty::CHAR, traits, Culprit::Heap, 0).map_err(full)?;
        let stream = Stream { object, home, text: Vec::new(), at: 0, appends: false, at_end: false };
        self.streams.open.push(stream);
        Ok(self.mem.pointer_to(object))
    }

    /// The stream that an argument points to.
    fn stream_arg(&self, id: ExprId, values: &Values, i: usize) -> Eval<usize> {
        let pointer = self.pointer_arg(id, values, i)?;
        if pointer.is_null() {
            return Err(self.ub(id, Ub::NullPointer));
        }
        let plain = self.mem.plain(pointer);
        let found = self.streams.open.iter().position(|s| plain.is_object() && s.object == plain.object);
        found.ok_or_else(|| self.ub(id, Ub::InvalidPointer))
    }

    fn write_stream(&mut self, stream: usize, text: &[u8]) -> Eval<()> {
        self.changes += 1;
        let Stream { home, text: all, at, appends, .. } = &mut self.streams.open[stream];
        match home {
            Home::Output => return self.print(text),
            Home::Errors => self.streams.errors.extend_from_slice(text),
            Home::Input => {}
            Home::File(_) => {
                let start = if *appends { all.len() } else { *at };
                all.resize(all.len().max(start + text.len()), 0);
                all[start..start + text.len()].copy_from_slice(text);
                *at = start + text.len();
            }
        }
        Ok(())
    }

    fn next_character(&mut self, stream: usize) -> i64 {
        self.changes += 1;
        let stream = &mut self.streams.open[stream];
        match stream.text.get(stream.at) {
            Some(byte) => {
                stream.at += 1;
                i64::from(*byte)
            }
            None => {
                stream.at_end = true;
                END
            }
        }
    }

    /// The functions that write to a stream.
    pub(super) fn put_stream(
        &mut self,
        id: ExprId,
        builtin: Builtin,
        args: ExprList,
        values: &Values,
    ) -> Eval<Value> {
        use Builtin as B;
        let at = match builtin {
            B::Fprintf | B::Vfprintf | B::Fflush => 0,
            B::Fwrite => 3,
            _ => 1,
        };
        if builtin == B::Fflush {
            return Ok(Value::Int(0));
        }
        let stream = self.stream_arg(id, values, at)?;
        let (text, result) = match builtin {
            B::Fprintf | B::Vfprintf => {
                let given = if builtin == B::Fprintf {
                    self.given(args, values, 2)
                } else {
                    self.va_rest(id, values[2])?.into()
                };
                let (text, _) = self.formatted(id, self.pointer_arg(id, values, 1)?, &given)?;
                let len = text.len() as i64;
                (text, len)
            }
            B::Fputs => (self.string(id, self.pointer_arg(id, values, 0)?)?, 1),
            B::Fwrite => {
                let (from, count) = (self.pointer_arg(id, values, 0)?, self.size_arg(values, 2));
                let len = self.size_arg(values, 1).saturating_mul(count);
                let start = self.bytes(id, from, len, Kind::Read)?;
                let text =
                    (0..len as u32).map(|i| self.byte(id, from, start + i)).collect::<Eval<Vec<u8>>>()?;
                (text, count as i64)
            }
            _ => {
                let c = self.int_arg(values, 0) as u8;
                (vec![c], i64::from(c))
            }
        };
        self.write_stream(stream, &text)?;
        Ok(Value::Int(result))
    }

    /// The functions that open, close, read and move.
    pub(super) fn use_stream(&mut self, id: ExprId, builtin: Builtin, values: &Values) -> Eval<Value> {
        use Builtin as B;
        self.changes += 1;
        match builtin {
            B::Fopen => self.open_file(id, values),
            B::Tmpfile => self.new_stream(Home::File(None)).map(Value::Pointer),
            B::Tmpnam => self.temporary_name(id, values),
            B::Remove => {
                let name = self.string(id, self.pointer_arg(id, values, 0)?)?;
                Ok(Value::Int(if self.streams.files.remove(&name).is_some() { 0 } else { -1 }))
            }
            B::Fclose => {
                let stream = self.stream_arg(id, values, 0)?;
                let closed = self.streams.open.remove(stream);
                if let Home::File(Some(name)) = closed.home {
                    self.streams.files.insert(name, closed.text);
                }
                Ok(Value::Int(0))
            }
            B::Fgetc | B::Getc => {
                let stream = self.stream_arg(id, values, 0)?;
                Ok(Value::Int(self.next_character(stream)))
            }
            B::Getchar => Ok(Value::Int(END)),
            B::Fgets => self.get_line(id, values),
            B::Fread => self.read_items(id, values),
            B::Ungetc => {
                let stream = self.stream_arg(id, values, 1)?;
                let stream = &mut self.streams.open[stream];
                stream.at = stream.at.saturating_sub(1);
                stream.at_end = false;
                Ok(values[0])
            }
            B::Feof => {
                let stream = self.stream_arg(id, values, 0)?;
                Ok(Value::from_bool(self.streams.open[stream].at_end))
            }
            B::Ferror => self.stream_arg(id, values, 0).map(|_| Value::Int(0)),
            B::Ftell => {
                let stream = self.stream_arg(id, values, 0)?;
                Ok(Value::Int(self.streams.open[stream].at as i64))
            }
            _ => self.seek(id, builtin, values),
        }
    }

    fn seek(&mut self, id: ExprId, builtin: Builtin, values: &Values) -> Eval<Value> {
        let index = self.stream_arg(id, values, 0)?;
        let (by, whence) = match builtin {
            Builtin::Rewind => (0, 0),
            _ => (self.int_arg(values, 1), self.int_arg(values, 2)),
        };
        let stream = &mut self.streams.open[index];
        let from = match whence {
            0 => 0,
            1 => stream.at,
            _ => stream.text.len(),
        };
        stream.at_end = false;
        match (from as i64).checked_add(by) {
            Some(at @ 0..) => stream.at = at as usize,
            _ => return Ok(Value::Int(END)),
        }
        Ok(if builtin == Builtin::Rewind { Value::Void } else { Value::Int(0) })
    }

    fn open_file(&mut self, id: ExprId, values: &Values) -> Eval<Value> {
        let name = self.string(id, self.pointer_arg(id, values, 0)?)?;
        let mode = self.string(id, self.pointer_arg(id, values, 1)?)?;
        // What another stream has written and not closed yet is there as well.
        let open = self.streams.open.iter().find(|s| s.home == Home::File(Some(name.clone())));
        let known = open.map(|s| s.text.clone()).or_else(|| self.streams.files.get(&name).cloned());
        let text = match (mode.first(), known) {
            (Some(b'w'), _) => Vec::new(),
            (Some(b'a'), known) => known.unwrap_or_default(),
            (_, Some(text)) => text,
            (_, None) => return Ok(Value::Pointer(Pointer::NULL)),
        };
        self.streams.files.insert(name.clone(), text.clone());
        let pointer = self.new_stream(Home::File(Some(name)))?;
        if let Some(stream) = self.streams.open.last_mut() {
            (stream.text, stream.appends) = (text, mode.first() == Some(&b'a'));
        }
        Ok(Value::Pointer(pointer))
    }

    fn temporary_name(&mut self, id: ExprId, values: &Values) -> Eval<Value> {
        let to = self.pointer_arg(id, values, 0)?;
        self.streams.names += 1;
        let name = format!("/tmp/file{:06}\0", self.streams.names);
        let to = if to.is_null() { self.allocate_heap(name.len() as u64)? } else { to };
        let target = self.bytes(id, to, name.len() as u64, Kind::Write)?;
        self.put(target, name.as_bytes());
        Ok(Value::Pointer(to))
    }

    fn get_line(&mut self, id: ExprId, values: &Values) -> Eval<Value> {
        let (to, most) = (self.pointer_arg(id, values, 0)?, self.int_arg(values, 1));
        let stream = self.stream_arg(id, values, 2)?;
        let mut line = Vec::new();
        while (line.len() as i64) < most - 1 {
            match self.next_character(stream) {
                END => break,
                c => line.push(c as u8),
            }
            if line.last() == Some(&b'\n') {
                break;
            }
        }
        if line.is_empty() {
            return Ok(Value::Pointer(Pointer::NULL));
        }
        line.push(0);
        let target = self.bytes(id, to, line.len() as u64, Kind::Write)?;
        self.put(target, &line);
        Ok(values[0])
    }

    fn read_items(&mut self, id: ExprId, values: &Values) -> Eval<Value> {
        let (to, size, count) =
            (self.pointer_arg(id, values, 0)?, self.size_arg(values, 1), self.size_arg(values, 2));
        let stream = self.stream_arg(id, values, 3)?;
        let mut text = Vec::new();
        for _ in 0..size.saturating_mul(count) {
            match self.next_character(stream) {
                END => break,
                c => text.push(c as u8),
            }
        }
        let target = self.bytes(id, to, text.len() as u64, Kind::Write)?;
        self.put(target, &text);
        Ok(Value::Int((text.len() as u64).checked_div(size).unwrap_or(0) as i64))
    }

    // --- the environment ---

    /// `atexit`, `signal`, `raise`, `time` and `clock`.
    pub(super) fn environment(&mut self, id: ExprId, builtin: Builtin, values: &Values) -> Eval<Value> {
        self.changes += 1;
        match builtin {
            Builtin::Atexit => {
                self.streams.at_exit.push(self.pointer_arg(id, values, 0)?);
                Ok(Value::Int(0))
            }
            Builtin::Signal => {
                let handler = self.pointer_arg(id, values, 1)?;
                let old = self.streams.handlers.insert(self.int_arg(values, 0), handler);
                Ok(Value::Pointer(old.unwrap_or(Pointer::NULL)))
            }
            Builtin::Raise => self.raise(id, values),
            // It is always the same moment.
            Builtin::Time => {
                let to = self.pointer_arg(id, values, 0)?;
                if !to.is_null() {
                    let place = Place::at(to, None);
                    self.write(id, place, Ty::LONG, Value::Int(MOMENT), Intent::Write)?;
                }
                Ok(Value::Int(MOMENT))
            }
            _ => Ok(Value::Int(0)),
        }
    }

    fn raise(&mut self, id: ExprId, values: &Values) -> Eval<Value> {
        const ABORT: i64 = 6;
        let number = self.int_arg(values, 0);
        let handler = self.streams.handlers.get(&number).copied().unwrap_or(Pointer::NULL);
        match handler.as_function() {
            Some(func) => self.call_function(func, &[Value::Int(number)], None).map(|_| Value::Int(0)),
            // SIG_IGN is one.
            None if handler.is_invalid() => Ok(Value::Int(0)),
            None if number == ABORT => Err(crate::outcome::Stop::Abort),
            None => Err(self.unsupported(crate::outcome::Missing::Signal(number), Some(id))),
        }
    }

    /// What `atexit` has registered, the last first (C17 7.22.4.4p3).
    pub(crate) fn run_exit_handlers(&mut self) -> Eval<()> {
        while let Some(handler) = self.streams.at_exit.pop() {
            if let Some(func) = handler.as_function() {
                match self.call_function(func, &[], None) {
                    Ok(_) | Err(crate::outcome::Stop::Exit(_)) => {}
                    Err(stop) => return Err(stop),
                }
            }
        }
        Ok(())
    }
}

/// What `time` answers: the first second of 2026.
const MOMENT: i64 = 1_767_225_600;
