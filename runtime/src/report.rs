//! stub
/// g
pub fn grouped(n: u64) -> String {
    n.to_string()
}
