//! Where a value lies in the state vector: bits of a 32-bit word.

/// A scalar of 1 to 32 bits inside one word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Field {
    /// Index of the word.
    pub word: u32,
    /// Lowest bit.
    pub shift: u8,
    /// Width in bits, 1 to 32; `shift + bits <= 32`.
    pub bits: u8,
    /// Sign-extended when read.
    pub signed: bool,
}

impl Field {
    /// A field read as a number from 0 on.
    pub const fn unsigned(word: u32, shift: u8, bits: u8) -> Self {
        Self {
            word,
            shift,
            bits,
            signed: false,
        }
    }

    /// A field in two's complement.
    pub const fn signed(word: u32, shift: u8, bits: u8) -> Self {
        Self {
            signed: true,
            ..Self::unsigned(word, shift, bits)
        }
    }

    /// The same field of a component that starts at word `base`.
    #[inline(always)]
    pub const fn at(self, base: u32) -> Self {
        Self {
            word: self.word + base,
            ..self
        }
    }

    /// Ones in the field's width, from bit 0.
    #[inline(always)]
    pub const fn mask(self) -> u32 {
        u32::MAX >> (32 - self.bits)
    }

    /// The value in `word`.
    #[inline(always)]
    pub const fn extract(self, word: u32) -> i32 {
        let above = 32 - self.shift - self.bits;
        let unused = 32 - self.bits;
        if self.signed {
            ((word << above) as i32) >> unused
        } else {
            ((word >> self.shift) & self.mask()) as i32
        }
    }

    /// `word` with the value put in, truncated to the field's width.
    #[inline(always)]
    pub const fn replace(self, word: u32, value: i32) -> u32 {
        let mask = self.mask() << self.shift;
        (word & !mask) | (((value as u32) << self.shift) & mask)
    }
}

/// Scalars of equal width, one after the other; none straddles a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Array {
    /// First bit, counted from the start of its component.
    pub bit: u32,
    /// Distance of two elements in bits: a power of two, at least `bits`.
    pub stride: u8,
    /// Width of an element in bits.
    pub bits: u8,
    /// Elements are sign-extended when read.
    pub signed: bool,
    /// Number of elements.
    pub length: u32,
}

impl Array {
    /// Elements read as numbers from 0 on.
    pub const fn unsigned(bit: u32, stride: u8, bits: u8, length: u32) -> Self {
        Self {
            bit,
            stride,
            bits,
            signed: false,
            length,
        }
    }

    /// Elements in two's complement.
    pub const fn signed(bit: u32, stride: u8, bits: u8, length: u32) -> Self {
        Self {
            signed: true,
            ..Self::unsigned(bit, stride, bits, length)
        }
    }

    /// The array with one element that a scalar is.
    pub const fn single(field: Field) -> Self {
        Self {
            bit: field.word * 32 + field.shift as u32,
            stride: 32,
            bits: field.bits,
            signed: field.signed,
            length: 1,
        }
    }

    /// The element at `index`, which the caller has checked against `length`.
    #[inline(always)]
    pub const fn element(self, index: u32) -> Field {
        let bit = self.bit + index * self.stride as u32;
        Field {
            word: bit / 32,
            shift: (bit % 32) as u8,
            bits: self.bits,
            signed: self.signed,
        }
    }
}
