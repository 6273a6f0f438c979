//! The standard input: answers of a person, and the characters of `STDIN`.

use std::cell::RefCell;
use std::io::{self, BufRead, Read};

use frontend::interpret::Input;

use super::interrupt;

/// A line of standard input; `None` at its end and after Ctrl-C.
pub fn read_line() -> io::Result<Option<String>> {
    let mut line = Vec::new();
    let read = interrupt::wait_for(|| io::stdin().lock().read_until(b'\n', &mut line));
    Ok(match read.transpose()? {
        Some(1..) => Some(String::from_utf8_lossy(&line).into_owned()),
        _ => None,
    })
}

/// What `STDIN` gives. It is read when it is asked for, and kept: a run may be taken back.
#[derive(Debug, Default)]
pub struct Characters {
    given: RefCell<Vec<u8>>,
}

impl Input for Characters {
    fn character(&self, position: usize) -> Option<u8> {
        let mut given = self.given.borrow_mut();
        while given.len() <= position {
            let mut next = [0];
            match interrupt::wait_for(|| io::stdin().lock().read(&mut next)) {
                Some(Ok(1)) => given.push(next[0]),
                _ => return None,
            }
        }
        Some(given[position])
    }
}
