//! Where variables lie: packing fields into the 32-bit words of a component.
//!
//! Fields of a component are packed first fit, the widest first, so that narrow ones fill the
//! holes: a component is as short as its bits allow but for holes that nothing fits into. No field
//! straddles a word. An array keeps its elements at a distance that is a power of two, so that an
//! element is found with a shift.

use frontend::ir::Variable;

/// Where a variable lies in its component.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cells {
    /// First bit, counted from the start of the component.
    pub bit: u32,
    /// Distance of two elements in bits; for a scalar, its width.
    pub stride: u32,
}

impl Cells {
    /// Index of the first word.
    pub fn word(self) -> u32 {
        self.bit / 32
    }

    /// Position in the first word.
    pub fn shift(self) -> u32 {
        self.bit % 32
    }
}

/// Places `variables`, then `more` fields of this many bits, behind the `reserved` lowest bits of a
/// component; gives the variables' cells, the other fields' first bits and the number of words.
///
/// A variable for which `stored` is false gets none.
pub fn pack(
    reserved: u32,
    more: &[u32],
    variables: &[Variable],
    stored: impl Fn(usize) -> bool,
) -> (Vec<Option<Cells>>, Vec<u32>, u32) {
    let mut order: Vec<usize> = (0..variables.len()).filter(|&i| stored(i)).collect();
    order.sort_by_key(|&i| std::cmp::Reverse(stride(&variables[i])));
    let mut used = Bits::default();
    if reserved > 0 {
        used.fill(0, reserved);
    }
    let mut cells = vec![None; variables.len()];
    for i in order {
        let stride = stride(&variables[i]);
        let bit = if variables[i].dimensions.is_empty() {
            used.first_fit_scalar(stride)
        } else {
            used.first_fit_array(stride, variables[i].elements())
        };
        used.fill(bit, stride * variables[i].elements());
        cells[i] = Some(Cells { bit, stride });
    }
    let place = |&bits: &u32| {
        let bit = used.first_fit_scalar(bits);
        used.fill(bit, bits);
        bit
    };
    let more = more.iter().map(place).collect();
    (cells, more, used.words.len() as u32)
}

fn stride(variable: &Variable) -> u32 {
    let bits = u32::from(variable.width.bits);
    if variable.dimensions.is_empty() {
        bits
    } else {
        bits.next_power_of_two()
    }
}

/// Which bits of a component are taken.
#[derive(Default)]
struct Bits {
    words: Vec<u32>,
}

impl Bits {
    fn first_fit_scalar(&self, width: u32) -> u32 {
        let mask = u32::MAX >> (32 - width);
        let words = self.words.iter().copied().chain([0]);
        let (index, shift) = words
            .enumerate()
            .find_map(|(index, word)| {
                let shift = (0..=32 - width).find(|shift| word & (mask << shift) == 0)?;
                Some((index as u32, shift))
            })
            .expect("an empty word takes any field");
        index * 32 + shift
    }

    fn first_fit_array(&self, stride: u32, elements: u32) -> u32 {
        let end = self.words.len() as u32 * 32;
        let mut start = 0;
        while start < end {
            let taken = (start..(start + stride * elements).min(end))
                .rev()
                .find(|&bit| self.words[bit as usize / 32] >> (bit % 32) & 1 == 1);
            match taken {
                None => return start,
                Some(bit) => start = (bit + 1).next_multiple_of(stride),
            }
        }
        start
    }

    fn fill(&mut self, start: u32, bits: u32) {
        for bit in start..start + bits {
            let index = bit as usize / 32;
            if index >= self.words.len() {
                self.words.resize(index + 1, 0);
            }
            self.words[index] |= 1 << (bit % 32);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use frontend::ir::{Source, Type, Width};

    fn variable(bits: u8, dimensions: &[u32]) -> Variable {
        Variable {
            name: "x".to_owned(),
            ty: Type::Unsigned(bits),
            width: Width {
                bits,
                signed: false,
            },
            dimensions: dimensions.to_vec(),
            initial: Vec::new(),
            hidden: false,
            source: Source {
                file: 0,
                line: 1,
                column: 1,
                text: String::new(),
                via: Vec::new(),
            },
        }
    }

    #[test]
    fn nothing_overlaps_nor_straddles_and_narrow_fields_fill_holes() {
        let variables = [
            variable(1, &[]),
            variable(32, &[]),
            variable(8, &[3]),
            variable(16, &[]),
            variable(5, &[2, 2]),
            variable(1, &[40]),
            variable(8, &[]),
        ];
        let (cells, more, words) = pack(7, &[3], &variables, |i| i != 3);
        assert_eq!(cells[3], None);
        let mut owner = vec![None; words as usize * 32];
        owner[..7].fill(Some(usize::MAX));
        let [bit] = more[..] else {
            panic!("one more field")
        };
        owner[bit as usize..bit as usize + 3].fill(Some(usize::MAX));
        for (i, cells) in cells.iter().enumerate() {
            let Some(cells) = cells else { continue };
            for element in 0..variables[i].elements() {
                let first = cells.bit + element * cells.stride;
                let last = first + u32::from(variables[i].width.bits) - 1;
                assert_eq!(first / 32, last / 32, "variable {i} straddles");
                for bit in first..=last {
                    assert_eq!(owner[bit as usize].replace(i), None, "bit {bit}");
                }
            }
        }
        // 7 + 1 + 32 + 24 + 4 * 8 + 40 + 8 + 3 bits are 147: five words at least, and no more are
        // needed.
        assert_eq!(words, 5);
    }
}
