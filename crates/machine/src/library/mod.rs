//! The library functions that the machine knows: one small function for each.

mod atomic;
mod bits;
pub mod format;
mod math;
mod sort;
mod streams;
mod strings;
mod text;

use crate::access::{Intent, bits, quals_within};
use crate::grow::Grow;
use crate::library::bits::Exact;
use crate::library::format::{Arg, Conversion, Count, FormatError, Operand, Piece, Stars};
use crate::machine::{Machine, full};
use crate::memory::Traits;
use crate::memory::sequence::Kind;
use crate::outcome::{Eval, Limit, Missing, Stop};
use crate::state::random::Random;
use crate::ub::{Culprit, Death, Ub};
use crate::value::Values;
use crate::value::{Place, Pointer, Value};
use ir::arith::int;
use ir::{Builtin, Class, ExprId, ExprList, Ty};
use smallvec::SmallVec;

/// How allocated memory is aligned: enough for every type but the widest vectors.
pub const HEAP_ALIGN: u64 = 16;

impl<G: Grow> Machine<G> {
    pub(crate) fn call_builtin(
        &mut self,
        id: ExprId,
        builtin: Builtin,
        args: ExprList,
        values: &Values,
    ) -> Eval<Value> {
        if self.outside > 0 && has_effect(builtin) {
            self.check_observed()?;
        }
        match builtin {
            Builtin::Malloc | Builtin::BuiltinMalloc => self.malloc(id, self.size_arg(values, 0)),
            Builtin::Calloc => self.calloc(id, self.size_arg(values, 0), self.size_arg(values, 1)),
            Builtin::Realloc => self.realloc(id, self.pointer_arg(id, values, 0)?, self.size_arg(values, 1)),
            Builtin::Free | Builtin::BuiltinFree => self.free(id, self.pointer_arg(id, values, 0)?),
            Builtin::Abort | Builtin::BuiltinAbort | Builtin::BuiltinTrap => Err(Stop::Abort),
            Builtin::Exit => Err(Stop::Exit(self.int_arg(values, 0) as i32 & 0xff)),
            Builtin::Abs | Builtin::Labs | Builtin::Llabs => self.absolute(id, args, values),
            Builtin::Memcpy | Builtin::BuiltinMemcpy => self.memcpy(id, values, Overlap::Undefined),
            Builtin::Memmove | Builtin::BuiltinMemmove => self.memcpy(id, values, Overlap::Defined),
            Builtin::Memset | Builtin::BuiltinMemset => self.memset(id, values),
            Builtin::Memcmp => self.memcmp(id, values),
            Builtin::Strlen => {
                let text = self.string(id, self.pointer_arg(id, values, 0)?)?;
                Ok(Value::Int(text.len() as i64))
            }
            Builtin::Strcmp => self.strcmp(id, values, u64::MAX),
            Builtin::Strncmp => self.strcmp(id, values, self.size_arg(values, 2)),
            Builtin::Strcpy => self.strcpy(id, values, 0),
            Builtin::Strcat => self.strcat(id, values),
            Builtin::Strncpy => self.strncpy(id, values),
            Builtin::Strchr => self.strchr(id, values, End::First),
            Builtin::Strrchr => self.strchr(id, values, End::Last),
            Builtin::Printf | Builtin::BuiltinPrintf => {
                let given = self.given(args, values, 1);
                let (text, _) = self.formatted(id, self.pointer_arg(id, values, 0)?, &given)?;
                self.print(&text)?;
                Ok(Value::Int(text.len() as i64))
            }
            Builtin::Sprintf => {
                let given = self.given(args, values, 2);
                self.sprintf(id, values, 1, &given, u64::MAX)
            }
            Builtin::Snprintf => {
                let given = self.given(args, values, 3);
                self.sprintf(id, values, 2, &given, self.size_arg(values, 1))
            }
            Builtin::Puts => {
                let mut text = self.string(id, self.pointer_arg(id, values, 0)?)?;
                text.push(b'\n');
                self.print(&text)?;
                Ok(Value::Int(text.len() as i64))
            }
            Builtin::Putchar => {
                let c = self.int_arg(values, 0) as u8;
                self.print(&[c])?;
                Ok(Value::Int(i64::from(c)))
            }
            Builtin::BuiltinUnreachable => Err(self.ub(id, Ub::Unreachable)),
            Builtin::BuiltinExpect => Ok(values[0]),
            Builtin::BuiltinAssume => Ok(Value::Void),
            Builtin::BuiltinAssumeAligned => self.assume_aligned(id, values),
            other => self.call_other(id, other, args, values),
        }
    }

    /// The functions that have files of their own.
    fn call_other(&mut self, id: ExprId, builtin: Builtin, args: ExprList, values: &Values) -> Eval<Value> {
        use Builtin as B;
        match builtin {
            B::Clz | B::ClzL | B::ClzLl | B::Ctz | B::CtzL | B::CtzLl => {
                self.count_bits(id, builtin, args, values)
            }
            B::Popcount | B::PopcountL | B::PopcountLl => self.count_bits(id, builtin, args, values),
            B::Parity | B::ParityL | B::ParityLl => self.count_bits(id, builtin, args, values),
            B::Clrsb | B::ClrsbL | B::ClrsbLl => self.count_bits(id, builtin, args, values),
            B::Ffs | B::FfsL | B::FfsLl => self.count_bits(id, builtin, args, values),
            B::Bswap16 | B::Bswap32 | B::Bswap64 => self.count_bits(id, builtin, args, values),
            B::AddOverflow => self.overflow(id, Exact::Add, args, values),
            B::SubOverflow => self.overflow(id, Exact::Sub, args, values),
            B::MulOverflow => self.overflow(id, Exact::Mul, args, values),
            B::AddOverflowP => self.overflows(id, Exact::Add, args, values),
            B::SubOverflowP => self.overflows(id, Exact::Sub, args, values),
            B::MulOverflowP => self.overflows(id, Exact::Mul, args, values),
            B::ExpectWithProbability => Ok(values[0]),
            B::Prefetch => Ok(Value::Void),
            // What a compiler knows of the size is open: this is what it says if it knows nothing.
            B::ObjectSize => Ok(Value::Int(if self.int_arg(values, 1) & 2 == 0 { -1 } else { 0 })),
            B::AssertFail => Err(Stop::Abort),
            B::Qsort => self.qsort(id, values),
            B::Bsearch => self.bsearch(id, values),
            B::Rand => Ok(Value::Int(self.random.get_or_insert_with(|| Random::new(1)).next())),
            B::Srand => {
                self.random = Some(Random::new(self.int_arg(values, 0) as u32));
                Ok(Value::Void)
            }
            B::Vprintf | B::Vsprintf | B::Vsnprintf => self.print_list(id, builtin, values),
            B::Atoi | B::Atol => self.number_of(id, builtin, values),
            B::Strtol | B::Strtoul => self.strtol(id, builtin, args, values),
            B::Isalnum | B::Isalpha | B::Iscntrl | B::Isdigit | B::Isgraph | B::Islower | B::Isprint => {
                self.character(id, builtin, values)
            }
            B::Ispunct | B::Isspace | B::Isupper | B::Isxdigit | B::Tolower | B::Toupper => {
                self.character(id, builtin, values)
            }
            B::Fprintf | B::Vfprintf | B::Fputs | B::Fputc | B::Putc | B::Fflush | B::Fwrite => {
                self.put_stream(id, builtin, args, values)
            }
            B::Fopen | B::Tmpfile | B::Tmpnam | B::Remove | B::Fclose | B::Fgetc | B::Getc | B::Getchar => {
                self.use_stream(id, builtin, values)
            }
            B::Fgets | B::Fread | B::Ungetc | B::Feof | B::Ferror | B::Ftell | B::Fseek | B::Rewind => {
                self.use_stream(id, builtin, values)
            }
            B::Alloca | B::BuiltinAlloca | B::AllocaWithAlign => self.alloca(id, builtin, values),
            B::Atexit | B::Signal | B::Raise | B::Time | B::Clock => self.environment(id, builtin, values),
            B::Math(function, kind) => self.mathematics(id, (function, kind), args, values),
            B::Atomic(function) => self.atomic(id, function, args, values),
            _ => self.string_function(id, builtin, values),
        }
    }

    /// The pointer, which is as far from a multiple of the alignment as the last argument says, if there is one.
    fn assume_aligned(&mut self, id: ExprId, values: &Values) -> Eval<Value> {
        let pointer = self.pointer_arg(id, values, 0)?;
        let (align, ahead) = (self.size_arg(values, 1), self.int_arg(values, 2));
        if pointer.is_object() {
            let object = match self.mem.alive(pointer) {
                Ok(object) => object,
                Err(death) => return Err(self.ub_about(id, Ub::DanglingRead { death }, pointer)),
            };
            let aligned = i64::from(pointer.offset).wrapping_sub(ahead).rem_euclid(align.max(1) as i64) == 0;
            if u64::from(object.align) < align || !aligned {
                return Err(self.ub_about(id, Ub::Misaligned { align }, pointer));
            }
        }
        Ok(Value::Pointer(pointer))
    }

    // --- arguments ---

    fn int_arg(&self, values: &Values, i: usize) -> i64 {
        match values.get(i) {
            Some(Value::Int(v)) => *v,
            _ => 0,
        }
    }

    fn size_arg(&self, values: &Values, i: usize) -> u64 {
        self.int_arg(values, i) as u64
    }

    fn pointer_arg(&self, id: ExprId, values: &Values, i: usize) -> Eval<Pointer> {
        match values.get(i) {
            Some(Value::Pointer(p)) => Ok(*p),
            _ => Err(self.ub(id, Ub::CallType)),
        }
    }

    // --- allocation ---

    /// Allocated memory has no declared type: stores give it one (C17 6.5p6).
    pub(crate) fn allocate_heap(&mut self, size: u64) -> Eval<Pointer> {
        if size > 1 << 31 {
            return Err(Stop::Budget(Limit::Memory));
        }
        let traits = Traits::HEAP.with(Traits::TYPED_BY_STORES);
        let object = self.mem.allocate(size, HEAP_ALIGN, Ty::VOID, traits, Culprit::Heap, 0).map_err(full)?;
        Ok(self.mem.pointer_to(object))
    }

    fn allocated(&mut self, id: ExprId, size: u64) -> Eval<Pointer> {
        let pointer = self.allocate_heap(size)?;
        self.mem.made_by(pointer.object, id);
        Ok(pointer)
    }

    fn malloc(&mut self, id: ExprId, size: u64) -> Eval<Value> {
        self.changes += 1;
        self.allocated(id, size).map(Value::Pointer)
    }

    /// Memory that goes with the call. An array of variable length is made once for each time that its declaration is reached, which
    /// ends the one before (C17 6.2.4p7).
    fn alloca(&mut self, id: ExprId, builtin: Builtin, values: &Values) -> Eval<Value> {
        self.changes += 1;
        let size = self.size_arg(values, 0);
        if size > 1 << 31 {
            return Err(Stop::Budget(Limit::Memory));
        }
        let align = match builtin {
            Builtin::AllocaWithAlign => (self.size_arg(values, 1) / 8).max(HEAP_ALIGN),
            _ => HEAP_ALIGN,
        };
        let old = match (builtin, self.frames.last_mut()) {
            (Builtin::AllocaWithAlign, Some(frame)) => {
                let old = frame.allocas.iter().position(|(site, _)| *site == id);
                old.map(|at| frame.allocas.swap_remove(at).1)
            }
            _ => None,
        };
        if let Some(old) = old {
            self.mem.end(old, Death::ScopeLeft);
        }
        let traits = Traits::HEAP.with(Traits::TYPED_BY_STORES);
        let object =
            self.mem.allocate(size, align, Ty::VOID, traits, Culprit::Heap, self.depth).map_err(full)?;
        self.mem.made_by(object, id);
        if let Some(frame) = self.frames.last_mut() {
            frame.allocas.push((id, object));
        }
        Ok(Value::Pointer(self.mem.pointer_to(object)))
    }

    fn calloc(&mut self, id: ExprId, count: u64, size: u64) -> Eval<Value> {
        self.changes += 1;
        let size = count.checked_mul(size).ok_or(Stop::Budget(Limit::Memory))?;
        let pointer = self.allocated(id, size)?;
        let base = self.mem.object(pointer.object).base;
        self.mem.fill(base, size as u32, 0);
        Ok(Value::Pointer(pointer))
    }

    fn realloc(&mut self, id: ExprId, old: Pointer, size: u64) -> Eval<Value> {
        if old.is_null() {
            return self.malloc(id, size);
        }
        if size == 0 {
            // Some free, some do not, and C23 leaves it undefined (C17 7.22.3p1, C23 7.24.3.7p3).
            return Err(self.unsupported(Missing::ZeroRealloc, Some(id)));
        }
        self.check_heap(id, old)?;
        let new = self.allocated(id, size)?;
        let source = *self.mem.object(old.object);
        let kept = source.size.min(size as u32);
        let to = self.mem.object(new.object).base;
        self.mem.copy(to, source.base, kept);
        self.copy_effective_types(new, old, kept);
        self.moved_restrict(new, old, kept);
        self.mem.free(old.object, id);
        self.changes += 1;
        Ok(Value::Pointer(new))
    }

    fn free(&mut self, id: ExprId, pointer: Pointer) -> Eval<Value> {
        if !pointer.is_null() {
            self.check_heap(id, pointer)?;
            self.mem.free(pointer.object, id);
            self.changes += 1;
        }
        Ok(Value::Void)
    }

    /// Only the start of allocated memory can be freed, and only once (C17 7.22.3.3p2).
    fn check_heap(&self, id: ExprId, pointer: Pointer) -> Eval<()> {
        if !pointer.is_object() {
            return Err(self.ub(id, Ub::BadFree));
        }
        match self.mem.alive(pointer) {
            Ok(object)
                if object.traits.has(Traits::HEAP) && pointer.offset == 0 && !self.is_alloca(pointer) =>
            {
                Ok(())
            }
            Ok(_) => Err(self.ub_about(id, Ub::BadFree, pointer)),
            Err(Death::Freed) => Err(self.ub_about(id, Ub::DoubleFree, pointer)),
            Err(death) => Err(self.ub_about(id, Ub::Dangling { death }, pointer)),
        }
    }

    fn is_alloca(&self, pointer: Pointer) -> bool {
        self.frames.iter().any(|f| f.allocas.iter().any(|(_, object)| *object == pointer.object))
    }

    // --- bytes ---

    /// The position of `len` bytes behind a pointer, which a function reads or writes as characters.
    fn bytes(&mut self, id: ExprId, pointer: Pointer, len: u64, kind: Kind) -> Eval<u32> {
        if !pointer.is_object() {
            let ub = if pointer.is_null() { Ub::NullPointer } else { Ub::InvalidPointer };
            return Err(self.ub(id, ub));
        }
        let object = match self.mem.alive(pointer) {
            Ok(object) => *object,
            Err(death) => return Err(self.ub_about(id, Ub::Dangling { death }, pointer)),
        };
        if u64::from(pointer.offset).saturating_add(len) > u64::from(pointer.high) {
            let ub = Ub::OutOfBounds {
                offset: u64::from(pointer.offset),
                size: len,
                low: pointer.low,
                high: pointer.high,
            };
            return Err(self.ub_about(id, ub, pointer));
        }
        if kind == Kind::Write {
            self.changes += 1;
            if object.traits.has(Traits::STRING) {
                return Err(self.ub_about(id, Ub::StringModified, pointer));
            }
            if object.traits.has(Traits::TEMPORARY) {
                return Err(self.ub_about(id, Ub::TemporaryModified, pointer));
            }
            self.sets_padding(pointer.object);
        }
        if object.traits.has(Traits::HAS_CONST.with(Traits::HAS_VOLATILE)) {
            let range = bits(Place::at(pointer, None), len as u32);
            let quals = quals_within(&self.program().types, object.ty, range);
            if quals.is_const() && kind == Kind::Write {
                return Err(self.ub_about(id, Ub::ConstModified, pointer));
            }
            if quals.is_volatile() {
                return Err(self.ub_about(id, Ub::VolatileBypassed, pointer));
            }
        }
        if self.seq.is_watching() && len > 0 {
            // Inside the call, so deeper than the expression around it.
            self.depth += 1;
            self.note_access(Place::at(pointer, None), len as u32, kind);
            self.depth -= 1;
        }
        let base = object.base;
        if object.depth < self.outside && len > 0 {
            let intent = if kind == Kind::Write { Intent::Write } else { Intent::Read };
            self.check_pledges(id, Place::at(pointer, None), len as u32, intent)?;
        }
        Ok(base + pointer.offset)
    }

    fn memcpy(&mut self, id: ExprId, values: &Values, overlap: Overlap) -> Eval<Value> {
        let (to, from) = (self.pointer_arg(id, values, 0)?, self.pointer_arg(id, values, 1)?);
        let len = self.size_arg(values, 2);
        let source = self.bytes(id, from, len, Kind::Read)?;
        let target = self.bytes(id, to, len, Kind::Write)?;
        if overlap == Overlap::Undefined && len > 0 && u64::from(source.abs_diff(target)) < len {
            return Err(self.ub_about(id, Ub::OverlappingCopy, to));
        }
        self.mem.copy(target, source, len as u32);
        if len > 0 {
            self.copy_effective_types(to, from, len as u32);
            self.copied_restrict(to, from, len as u32);
        }
        Ok(values[0])
    }

    fn memset(&mut self, id: ExprId, values: &Values) -> Eval<Value> {
        let to = self.pointer_arg(id, values, 0)?;
        let len = self.size_arg(values, 2);
        let byte = self.int_arg(values, 1) as u8;
        let target = self.bytes(id, to, len, Kind::Write)?;
        self.mem.fill(target, len as u32, byte);
        Ok(values[0])
    }

    fn memcmp(&mut self, id: ExprId, values: &Values) -> Eval<Value> {
        let (a, b) = (self.pointer_arg(id, values, 0)?, self.pointer_arg(id, values, 1)?);
        let len = self.size_arg(values, 2);
        let x = self.bytes(id, a, len, Kind::Read)?;
        let y = self.bytes(id, b, len, Kind::Read)?;
        for i in 0..len as u32 {
            let (c, d) = (self.byte(id, a, x + i)?, self.byte(id, b, y + i)?);
            if c != d {
                return Ok(Value::Int(if c < d { -1 } else { 1 }));
            }
        }
        Ok(Value::Int(0))
    }

    /// One byte as an unsigned character.
    fn byte(&self, id: ExprId, of: Pointer, pos: u32) -> Eval<u8> {
        let offset = pos - self.mem.object(of.object).base;
        let place = Place::at(Pointer { offset, ..of }, None);
        match self.mem.load(pos, 1) {
            Ok(byte) => Ok(byte as u8),
            Err(fault) => Err(self.load_fault(id, place, Ty::UCHAR, fault)),
        }
    }

    // --- strings ---

    /// The bytes of a string up to its terminator, or to the given length.
    fn string_up_to(&mut self, id: ExprId, pointer: Pointer, most: u64) -> Eval<Vec<u8>> {
        let mut text = Vec::new();
        while (text.len() as u64) < most {
            let pos = self.bytes(id, pointer, text.len() as u64 + 1, Kind::Read)?;
            match self.byte(id, pointer, pos + text.len() as u32)? {
                0 => break,
                byte => text.push(byte),
            }
        }
        Ok(text)
    }

    fn string(&mut self, id: ExprId, pointer: Pointer) -> Eval<Vec<u8>> {
        self.string_up_to(id, pointer, u64::MAX)
    }

    fn strcmp(&mut self, id: ExprId, values: &Values, most: u64) -> Eval<Value> {
        let (a, b) = (self.pointer_arg(id, values, 0)?, self.pointer_arg(id, values, 1)?);
        let mut i = 0;
        while i < most {
            let x = self.bytes(id, a, i + 1, Kind::Read)? + i as u32;
            let y = self.bytes(id, b, i + 1, Kind::Read)? + i as u32;
            let (c, d) = (self.byte(id, a, x)?, self.byte(id, b, y)?);
            if c != d {
                return Ok(Value::Int(if c < d { -1 } else { 1 }));
            }
            if c == 0 {
                break;
            }
            i += 1;
        }
        Ok(Value::Int(0))
    }

    /// Copies a string with its terminator to `skip` bytes behind the first argument.
    fn strcpy(&mut self, id: ExprId, values: &Values, skip: u64) -> Eval<Value> {
        let (to, from) = (self.pointer_arg(id, values, 0)?, self.pointer_arg(id, values, 1)?);
        let text = self.string(id, from)?;
        let len = text.len() as u64 + 1;
        let target = self.bytes(id, to, skip + len, Kind::Write)? + skip as u32;
        let source = self.bytes(id, from, len, Kind::Read)?;
        if u64::from(source.abs_diff(target)) < len {
            return Err(self.ub_about(id, Ub::OverlappingCopy, to));
        }
        self.put(target, &text);
        self.mem.store(target + text.len() as u32, 1, 0);
        Ok(values[0])
    }

    fn strcat(&mut self, id: ExprId, values: &Values) -> Eval<Value> {
        let skip = self.string(id, self.pointer_arg(id, values, 0)?)?.len() as u64;
        self.strcpy(id, values, skip)
    }

    fn strncpy(&mut self, id: ExprId, values: &Values) -> Eval<Value> {
        let (to, from) = (self.pointer_arg(id, values, 0)?, self.pointer_arg(id, values, 1)?);
        let most = self.size_arg(values, 2);
        let text = self.string_up_to(id, from, most)?;
        let read = (text.len() as u64 + 1).min(most);
        let target = self.bytes(id, to, most, Kind::Write)?;
        self.check_apart(id, (to, most), (from, read))?;
        self.mem.fill(target, most as u32, 0);
        self.put(target, &text);
        Ok(values[0])
    }

    /// What a function writes does not overlap what it reads: its parameters are restrict.
    fn check_apart(
        &self,
        id: ExprId,
        (to, written): (Pointer, u64),
        (from, read): (Pointer, u64),
    ) -> Eval<()> {
        let start = |p: Pointer| u64::from(self.mem.object(p.object).base + p.offset);
        if !to.is_object() || !from.is_object() || written == 0 || read == 0 {
            return Ok(());
        }
        let apart = start(to) + written <= start(from) || start(from) + read <= start(to);
        if apart { Ok(()) } else { Err(self.ub_about(id, Ub::OverlappingCopy, to)) }
    }

    fn put(&mut self, pos: u32, text: &[u8]) {
        for (i, byte) in text.iter().enumerate() {
            self.mem.store(pos + i as u32, 1, u64::from(*byte));
        }
    }

    fn strchr(&mut self, id: ExprId, values: &Values, end: End) -> Eval<Value> {
        let pointer = self.pointer_arg(id, values, 0)?;
        let wanted = self.int_arg(values, 1) as u8;
        let mut text = self.string(id, pointer)?;
        text.push(0);
        let at = match end {
            End::First => text.iter().position(|b| *b == wanted),
            End::Last => text.iter().rposition(|b| *b == wanted),
        };
        Ok(Value::Pointer(match at {
            Some(at) => Pointer { offset: pointer.offset + at as u32, ..pointer },
            None => Pointer::NULL,
        }))
    }

    fn absolute(&mut self, id: ExprId, args: ExprList, values: &Values) -> Eval<Value> {
        let arg = self.program().args(args)[0];
        let Class::Int(t) = self.program().types.class(self.program().ty(arg)) else {
            return Err(self.ub(id, Ub::CallType));
        };
        let v = self.int_arg(values, 0);
        if v >= 0 {
            return Ok(Value::Int(v));
        }
        let overflow = Ub::SignedOverflow { op: crate::ub::Arith::Neg, ty: t, a: i128::from(v), b: 0 };
        int::neg(t, v).map(Value::Int).map_err(|_| self.ub(id, overflow))
    }

    // --- output ---

    fn print(&mut self, text: &[u8]) -> Eval<()> {
        self.changes += 1;
        if self.seq.is_watching() {
            self.seq.record_output(self.depth + 1);
        }
        if self.output.len() + text.len() > self.config.max_output {
            return Err(Stop::Budget(Limit::Memory));
        }
        self.output.extend_from_slice(text);
        Ok(())
    }

    fn sprintf(
        &mut self,
        id: ExprId,
        values: &Values,
        format: usize,
        given: &[Given],
        room: u64,
    ) -> Eval<Value> {
        let (text, read) = self.formatted(id, self.pointer_arg(id, values, format)?, given)?;
        let kept = text.len().min(room.saturating_sub(1) as usize);
        if room > 0 {
            let to = self.pointer_arg(id, values, 0)?;
            let target = self.bytes(id, to, kept as u64 + 1, Kind::Write)?;
            for (from, read) in read {
                self.check_apart(id, (to, kept as u64 + 1), (from, read))?;
            }
            self.put(target, &text[..kept]);
            self.mem.store(target + kept as u32, 1, 0);
        }
        Ok(Value::Int(text.len() as i64))
    }

    /// The arguments of a call from one on, with their types.
    fn given(&self, args: ExprList, values: &Values, from: usize) -> SmallVec<[Given; 8]> {
        let p = self.program();
        let args = p.args(args).iter().zip(values);
        args.skip(from).map(|(arg, value)| (*value, p.value_type(*arg))).collect()
    }

    /// `vprintf` and its like: the arguments are those that are left of a list.
    fn print_list(&mut self, id: ExprId, builtin: Builtin, values: &Values) -> Eval<Value> {
        let format = match builtin {
            Builtin::Vprintf => 0,
            Builtin::Vsprintf => 1,
            _ => 2,
        };
        let given = self.va_rest(id, values[format + 1])?;
        match builtin {
            Builtin::Vprintf => {
                let (text, _) = self.formatted(id, self.pointer_arg(id, values, 0)?, &given)?;
                self.print(&text)?;
                Ok(Value::Int(text.len() as i64))
            }
            Builtin::Vsprintf => self.sprintf(id, values, 1, &given, u64::MAX),
            _ => self.sprintf(id, values, 2, &given, self.size_arg(values, 1)),
        }
    }

    /// The text that a format makes of arguments, and the strings that it was read from.
    fn formatted(&mut self, id: ExprId, format: Pointer, given: &[Given]) -> Eval<(Vec<u8>, Strings)> {
        let template = self.string(id, format)?;
        let mut read = Strings::from_iter([(format, template.len() as u64 + 1)]);
        let pieces = format::parse(&template).map_err(|e| self.format_error(id, e))?;
        let mut text = Vec::new();
        let mut next = 0;
        for piece in pieces {
            match piece {
                Piece::Literal(bytes) => text.extend_from_slice(bytes),
                Piece::Convert(conversion) => {
                    let stars = self.stars(id, &conversion, given, &mut next)?;
                    let string = self.one_conversion(id, &conversion, stars, given, &mut next, &mut text)?;
                    read.extend(string);
                }
            }
        }
        Ok((text, read))
    }

    #[cold]
    fn format_error(&self, id: ExprId, error: FormatError) -> Stop {
        match error {
            FormatError::Malformed { .. } | FormatError::Mismatch => self.ub(id, Ub::Format),
            FormatError::Unsupported { .. } | FormatError::TooLarge(_) => {
                self.unsupported(Missing::Conversion(format!("{error:?}")), Some(id))
            }
        }
    }

    fn stars(&self, id: ExprId, conversion: &Conversion, given: &[Given], next: &mut usize) -> Eval<Stars> {
        let mut take = |count: Option<Count>| match count {
            Some(Count::Argument) => {
                let v = self.format_int(id, given, *next)?;
                *next += 1;
                Ok(Some(v as i32))
            }
            _ => Ok(None),
        };
        let width = take(conversion.width)?;
        let precision = take(conversion.precision)?;
        Ok(Stars { width, precision })
    }

    /// An `int` argument for a width or precision.
    fn format_int(&self, id: ExprId, given: &[Given], i: usize) -> Eval<i64> {
        match given.get(i) {
            Some((Value::Int(v), ty)) if *ty == Ty::INT => Ok(*v),
            _ => Err(self.ub(id, Ub::FormatArgument { index: i + 1 })),
        }
    }

    /// One conversion; gives the string that it reads, if it does.
    fn one_conversion(
        &mut self,
        id: ExprId,
        conversion: &Conversion,
        stars: Stars,
        given: &[Given],
        next: &mut usize,
        text: &mut Vec<u8>,
    ) -> Eval<Option<(Pointer, u64)>> {
        let index = *next;
        let mut read = None;
        *next += 1;
        let wrong = Ub::FormatArgument { index: index + 1 };
        let Some((value, ty)) = given.get(index) else {
            return Err(self.ub(id, wrong));
        };
        let class = self.program().types.class(*ty);
        let operand = conversion.operand(self.program().target());
        let result = match (operand, class, *value) {
            (Operand::Int { passed, printed }, Class::Int(t), _) => {
                // The signed and unsigned types of one width are taken for each other, as everybody does.
                let target = self.program().target();
                let (passed, printed) = (target.int_type(passed), target.int_type(printed));
                let wide = value.wide(t).filter(|_| t.bits == passed.bits);
                let Some(wide) = wide else { return Err(self.ub(id, wrong)) };
                let value: i128 = int::convert(t, printed, wide);
                format::format(conversion, stars, Arg::Int { value }, text)
            }
            // Some print its sign, and none agree on it.
            (Operand::Double | Operand::LongDouble, Class::Float(_), Value::Float(v)) if v.is_nan() => {
                return Err(self.ub(id, Ub::NanSign));
            }
            (Operand::Double, Class::Float(f), Value::Float(v))
                if f == self.program().target().double_format =>
            {
                format::format(conversion, stars, Arg::Float(v), text)
            }
            (Operand::LongDouble, Class::Float(f), Value::Float(v))
                if f == self.program().target().long_double_format =>
            {
                format::format(conversion, stars, Arg::Float(v), text)
            }
            (Operand::Str, Class::Pointer, Value::Pointer(p)) => {
                let most = match (conversion.precision, stars.precision) {
                    (Some(Count::Number(n)), _) => u64::from(n),
                    (Some(Count::Argument), Some(n)) if n >= 0 => n as u64,
                    _ => u64::MAX,
                };
                let string = self.string_up_to(id, p, most)?;
                read = Some((p, (string.len() as u64 + 1).min(most)));
                format::format(conversion, stars, Arg::Str(&string), text)
            }
            _ => return Err(self.ub(id, wrong)),
        };
        result.map_err(|e| self.format_error(id, e))?;
        Ok(read)
    }
}

/// An argument behind a format, with its type.
pub(crate) type Given = (Value, Ty);

/// Where strings are that a function reads, with their lengths.
type Strings = SmallVec<[(Pointer, u64); 4]>;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Overlap {
    Undefined,
    Defined,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    First,
    Last,
}

/// Whether the function does more than to look at memory and change it: what no pure function may.
fn has_effect(builtin: Builtin) -> bool {
    use Builtin as B;
    matches!(
        builtin,
        B::Malloc
            | B::Calloc
            | B::Realloc
            | B::Free
            | B::BuiltinMalloc
            | B::BuiltinFree
            | B::Printf
            | B::BuiltinPrintf
            | B::Puts
            | B::Putchar
            | B::Vprintf
            | B::Strdup
            | B::Strndup
            | B::Rand
            | B::Srand
            | B::Fprintf
            | B::Vfprintf
            | B::Fputs
            | B::Fputc
            | B::Putc
            | B::Fwrite
            | B::Fopen
            | B::Tmpfile
            | B::Tmpnam
            | B::Remove
            | B::Fclose
            | B::Fgetc
            | B::Getc
            | B::Fgets
            | B::Fread
            | B::Ungetc
            | B::Fseek
            | B::Rewind
            | B::Alloca
            | B::BuiltinAlloca
            | B::AllocaWithAlign
            | B::Atexit
            | B::Signal
            | B::Raise
            | B::AssertFail
            | B::Exit
            | B::Abort
            | B::BuiltinAbort
            | B::BuiltinTrap
    )
}
