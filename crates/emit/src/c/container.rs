//! Arrays as containers of C++'s library, and globals as static members of classes. What has which form is decided before:
//! see [`crate::dialect::forms`].

use super::Printer;
use super::expr::prec;
use super::types::base_of;
use crate::dialect::forms;
use crate::lowering::{Access, ArrayForm, Lowering, VarForm};
use crate::names::fresh;
use ir::{ExprId, ExprKind, Id, Init, InitId, Ty, VarId};

impl Printer<'_> {
    /// Gives the variables the forms that were wished for, where that can be.
    pub(super) fn give_forms(&mut self, lowering: &Lowering) {
        if lowering.forms.is_empty() {
            return;
        }
        self.forms = forms::possible(self.p, lowering);
        let classes = self.forms.iter().filter_map(|form| form.class).max().map_or(0, |most| most + 1);
        self.class_names = (1..=classes).map(|n| fresh(self.p, &format!("Class{n}"))).collect();
    }

    fn form(&self, var: VarId) -> VarForm {
        self.forms.get(var.index()).copied().unwrap_or_default()
    }

    /// The container that an expression is, or is a row of.
    pub(super) fn container(&self, e: ExprId) -> Option<VarForm> {
        if self.forms.is_empty() || !self.p.types.is_array(self.p.ty(e)) {
            return None;
        }
        forms::root(self.p, e).map(|var| self.form(var)).filter(|form| form.array != ArrayForm::Plain)
    }

    // --- declarations ---

    /// The type and name of a variable, without its initialiser.
    pub(super) fn bare_declaration(&mut self, var: VarId) {
        let ty = self.p.vars[var].ty;
        match self.form(var).array {
            ArrayForm::Plain => {
                self.specifiers(base_of(self.p, ty));
                self.bare_declarator(var);
            }
            form => self.container_head(form, var),
        }
    }

    /// The type and name of a variable, with its initialiser.
    pub(super) fn full_declaration(&mut self, var: VarId) {
        let ir::Var { ty, init, .. } = self.p.vars[var];
        match self.form(var).array {
            ArrayForm::Plain => {
                self.specifiers(base_of(self.p, ty));
                self.init_declarator(var);
            }
            form => {
                self.container_head(form, var);
                self.out.str(" = ");
                self.container_value(form, ty, init);
            }
        }
    }

    fn container_head(&mut self, form: ArrayForm, var: VarId) {
        let ty = self.p.vars[var].ty;
        let element = self.p.types.canonical(forms::base_element(self.p, ty));
        if element.quals().is_const() {
            self.out.str("const ");
        }
        self.container_type(form, ty);
        self.out.byte(b' ');
        self.variable_name(var);
    }

    fn container_type(&mut self, form: ArrayForm, ty: Ty) {
        let Some((element, len)) = self.p.types.element(ty) else {
            // The container is constant, not what is in it.
            return self.type_name(ty.unqualified());
        };
        let name = match form {
            ArrayForm::Plain | ArrayForm::Array => "array",
            ArrayForm::Vector => "vector",
            ArrayForm::Valarray => "valarray",
        };
        self.uses.header(name);
        self.out.str("std::");
        self.out.str(name);
        self.out.byte(b'<');
        self.container_type(form, element);
        if form == ArrayForm::Array {
            self.out.str(", ");
            self.out.decimal(len.unwrap_or(0));
        }
        self.out.byte(b'>');
    }

    // --- values ---

    fn container_value(&mut self, form: ArrayForm, ty: Ty, init: Option<InitId>) {
        let p = self.p;
        let items = match init.map(|init| &p.inits[init]) {
            Some(Init::List(items)) => items.as_slice(),
            Some(Init::Expr(_)) | None => &[],
        };
        let Some((element, len)) = p.types.element(ty) else { return };
        if items.is_empty() {
            return self.container_of_zeros(form, ty);
        }
        self.open_container(form, ty);
        for place in 0..len.unwrap_or(0) as u32 {
            if place > 0 {
                self.out.str(", ");
            }
            let given = items.iter().find(|item| item.place == place).map(|item| item.init);
            if p.types.is_array(element) {
                self.container_value(form, element, given);
            } else {
                self.container_item(element, given);
            }
        }
        self.out.str(if form == ArrayForm::Array { "}}" } else { "}" });
    }

    fn open_container(&mut self, form: ArrayForm, ty: Ty) {
        if form == ArrayForm::Array {
            // Around its one member, which is the array.
            return self.out.str("{{");
        }
        self.container_type(form, ty);
        self.out.byte(b'{');
    }

    fn container_item(&mut self, ty: Ty, init: Option<InitId>) {
        let p = self.p;
        match init.map(|init| (&p.inits[init], init)) {
            Some((Init::Expr(e), _)) => self.list_item(*e),
            Some((Init::List(_), init)) => self.initialiser(init, ty),
            None => self.out.str("{}"),
        }
    }

    fn container_of_zeros(&mut self, form: ArrayForm, ty: Ty) {
        let Some((element, len)) = self.p.types.element(ty) else { return };
        if form == ArrayForm::Array {
            return self.out.str("{}");
        }
        self.container_type(form, ty);
        self.out.byte(b'(');
        let rows = self.p.types.is_array(element);
        // A vector is given its length first, a valarray its value.
        if rows && form == ArrayForm::Valarray {
            self.container_of_zeros(form, element);
            self.out.str(", ");
        }
        self.out.decimal(len.unwrap_or(0));
        if rows && form == ArrayForm::Vector {
            self.out.str(", ");
            self.container_of_zeros(form, element);
        }
        self.out.byte(b')');
    }

    // --- uses ---

    /// An element; false if the base is no container.
    pub(super) fn container_element(&mut self, base: ExprId, index: ExprId) -> bool {
        let ExprKind::Decay(array) = self.p.exprs[base].kind else { return false };
        let Some(form) = self.container(array) else { return false };
        self.operand(array, prec::POSTFIX);
        let at = match form.access {
            Access::Subscript => false,
            Access::At => true,
            Access::Both => {
                self.accesses += 1;
                self.accesses.is_multiple_of(2)
            }
        };
        let at = at && form.array != ArrayForm::Valarray;
        self.out.str(if at { ".at(" } else { "[" });
        self.expr(index);
        self.out.str(if at { ")" } else { "]" });
        true
    }

    /// A pointer to the first element, which an array of the language would give by itself.
    pub(super) fn first_element(&mut self, array: ExprId) {
        self.out.byte(b'&');
        self.operand(array, prec::POSTFIX);
        self.out.str("[0]");
    }

    /// `&a[i]`, also for the place behind the last element, which a container does not know; false if it is no
    /// element of a container.
    pub(super) fn container_address(&mut self, of: ExprId) -> bool {
        let ExprKind::Index { base, index } = self.p.exprs[of].kind else { return false };
        let ExprKind::Decay(array) = self.p.exprs[base].kind else { return false };
        if self.container(array).is_none() {
            return false;
        }
        self.out.byte(b'(');
        self.first_element(array);
        self.out.str(" + ");
        self.operand(index, prec::MULTIPLICATIVE);
        self.out.byte(b')');
        true
    }

    // --- classes ---

    /// The classes whose static members some globals are.
    pub(super) fn classes(&mut self) {
        let p = self.p;
        for n in 0..self.class_names.len() {
            let members: Vec<VarId> =
                p.globals.iter().copied().filter(|var| self.form(*var).class == Some(n as u8)).collect();
            if members.is_empty() {
                continue;
            }
            self.out.fmt(format_args!("struct {} {{\n", self.class_names[n]));
            self.in_class = true;
            for var in members {
                self.out.str("    static ");
                self.bare_declaration(var);
                self.out.str(";\n");
            }
            self.in_class = false;
            self.out.str("};\n");
        }
    }

    pub(super) fn is_member(&self, var: VarId) -> bool {
        self.form(var).class.is_some()
    }

    /// The name by which a variable is known outside of its class.
    pub(super) fn variable_name(&mut self, var: VarId) {
        let name = self.qualified_name(var);
        self.out.str(&name);
    }

    pub(super) fn qualified_name(&self, var: VarId) -> String {
        let name = self.p.name(self.p.vars[var].name);
        let class = self.form(var).class.and_then(|n| self.class_names.get(usize::from(n)));
        match class {
            Some(class) if !self.in_class => format!("{class}::{name}"),
            _ => name.to_owned(),
        }
    }
}
