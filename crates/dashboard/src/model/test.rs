//! One test.

use campaign::store::look::TestRow;
use serde::Serialize;

#[derive(Serialize)]
pub struct Test {
    #[serde(flatten)]
    pub row: TestRow,
}
