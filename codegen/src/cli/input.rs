//! The standard input: answers of a person, and the characters of `STDIN`.

use std::cell::RefCell;
use std::io::{self, BufRead, ErrorKind, Read};

use frontend::interpret::Input;

/// A line of standard input; `None` at its end and after Ctrl-C.
pub fn read_line() -> io::Result<Option<String>> {
    let mut input = io::stdin().lock();
    let mut line = Vec::new();
    loop {
        // Unlike `read_until`, this one comes back when a signal has arrived.
        let available = match input.fill_buf() {
            Err(error) if error.kind() == ErrorKind::Interrupted => return Ok(None),
            available => available?,
        };
        let end = available.iter().position(|byte| *byte == b'\n');
        let used = end.map_or(available.len(), |end| end + 1);
        let at_end = used == 0;
        line.extend_from_slice(&available[..used]);
        input.consume(used);
        if end.is_some() || at_end {
            let text = String::from_utf8_lossy(&line).into_owned();
            return Ok((!text.is_empty()).then_some(text));
        }
    }
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
            match io::stdin().lock().read(&mut next) {
                Ok(1) => given.push(next[0]),
                _ => return None,
            }
        }
        Some(given[position])
    }
}
