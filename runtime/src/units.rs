//! Amounts as people read and write them.

use std::fmt;
use std::time::Duration;

/// A number with a comma after each three digits.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// `1 step`, `1,234 steps`.
pub fn steps(count: u64) -> String {
    let ending = if count == 1 { "" } else { "s" };
    format!("{} step{ending}", grouped(count))
}

/// A number of bytes, printed with the largest binary unit that keeps it at 1 or more (`1.5 GiB`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size(pub u64);

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let power = (self.0.max(1).ilog2() / 10).min(4);
        let unit = ["B", "KiB", "MiB", "GiB", "TiB"][power as usize];
        let decimals = usize::from(power > 0);
        write!(
            f,
            "{:.decimals$} {unit}",
            self.0 as f64 / (1u64 << (10 * power)) as f64
        )
    }
}

/// Why a size could not be read; the text names the remedy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SizeError(String);

impl fmt::Display for SizeError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for SizeError {}

/// Reads a size: bytes (`1048576`), or a number, fractions allowed, and a unit `K`, `M`, `G`, `T`
/// (also `KB`, `KiB`, any case), each 1024 times the one before: `512M`, `2G`, `1.5GiB`.
///
/// # Errors
/// Something else was written, or the size is zero or above 2^63 bytes.
pub fn parse_size(text: &str) -> Result<u64, SizeError> {
    let bad = |what: &str| {
        SizeError(format!(
            "`{text}` {what}: write bytes or a unit, for example 512M, 2G or 1.5GiB"
        ))
    };
    let trimmed = text.trim();
    let digits_end = trimmed
        .find(|c: char| !c.is_ascii_digit() && c != '.')
        .unwrap_or(trimmed.len());
    let (number, unit) = trimmed.split_at(digits_end);
    let shift = match unit.trim().to_ascii_lowercase().as_str() {
        "" | "b" => 0,
        "k" | "kb" | "kib" => 10,
        "m" | "mb" | "mib" => 20,
        "g" | "gb" | "gib" => 30,
        "t" | "tb" | "tib" => 40,
        _ => return Err(bad("is not a size")),
    };
    if shift == 0 && number.contains('.') {
        return Err(bad("is a fraction of a byte"));
    }
    let value: f64 = number.parse().map_err(|_| bad("is not a size"))?;
    let bytes = value * (1u64 << shift) as f64;
    if bytes < 1.0 {
        return Err(bad("is no memory at all"));
    }
    if bytes > (1u64 << 63) as f64 {
        return Err(bad("is more than any machine has"));
    }
    // Whole bytes are read as an integer: a double has 53 bits only.
    Ok(if shift == 0 {
        number.parse().map_err(|_| bad("is not a size"))?
    } else {
        bytes as u64
    })
}

/// Units of time, the longest first, with their seconds.
const TIMES: [(&str, f64); 4] = [("d", 86_400.0), ("h", 3_600.0), ("m", 60.0), ("s", 1.0)];

/// Reads a time: seconds (`90`, `0.5`), or numbers with the units `d`, `h`, `m` and `s`, the
/// longest first: `10m`, `1h30m`, `1.5h`.
pub fn parse_time(text: &str) -> Option<Duration> {
    let number = |text: &str| {
        let plain = text.bytes().all(|it| it.is_ascii_digit() || it == b'.');
        text.parse::<f64>().ok().filter(|_| plain)
    };
    if let Some(seconds) = number(text) {
        return Duration::try_from_secs_f64(seconds).ok();
    }
    let (mut rest, mut seconds) = (text, 0.0);
    for (unit, length) in TIMES {
        if let Some((amount, behind)) = rest.split_once(unit) {
            seconds += number(amount)? * length;
            rest = behind;
        }
    }
    let whole = rest.is_empty() && !text.is_empty();
    whole.then(|| Duration::try_from_secs_f64(seconds).ok())?
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_are_grouped() {
        let cases = [
            (0, "0"),
            (999, "999"),
            (1000, "1,000"),
            (1_807_056, "1,807,056"),
        ];
        for (number, text) in cases {
            assert_eq!(grouped(number), text);
        }
    }

    #[test]
    fn sizes_are_printed_in_binary_units() {
        let printed = [0, 1023, 1024, 3 << 29, u64::MAX].map(|bytes| Size(bytes).to_string());
        assert_eq!(
            printed,
            ["0 B", "1023 B", "1.0 KiB", "1.5 GiB", "16777216.0 TiB"]
        );
    }

    #[test]
    fn sizes_are_read() {
        let good = [
            ("1048576", 1 << 20),
            ("512M", 512 << 20),
            ("2G", 2 << 30),
            ("1.5GiB", 3 << 29),
            (" 64 kb ", 64 << 10),
            ("1t", 1 << 40),
            ("9007199254740993", 9_007_199_254_740_993),
        ];
        for (text, bytes) in good {
            assert_eq!(parse_size(text), Ok(bytes), "{text}");
        }
    }

    #[test]
    fn bad_sizes_are_refused_with_a_remedy() {
        for text in [
            "",
            "M",
            "12Q",
            "-1",
            "1.5",
            "1.2.3M",
            "0",
            "0.0G",
            "99999999T",
            "1e9",
            "٣M",
            "99999999999999999999",
        ] {
            let error = parse_size(text).expect_err(text).to_string();
            assert!(
                error.contains(&format!("`{text}`")) && error.contains("512M"),
                "{error}"
            );
        }
    }

    #[test]
    fn times_are_read() {
        let good = [
            ("0", 0.0),
            ("90", 90.0),
            ("0.5", 0.5),
            ("90s", 90.0),
            ("10m", 600.0),
            ("1h", 3_600.0),
            ("1h30m", 5_400.0),
            ("1.5h", 5_400.0),
            ("1d2h3m4s", 93_784.0),
        ];
        for (text, seconds) in good {
            assert_eq!(
                parse_time(text),
                Some(Duration::from_secs_f64(seconds)),
                "{text}"
            );
        }
        for text in [
            "", "m", "10x", "-1", "-1m", "nan", "inf", "30m1h", "1h30", "1m1m", "1e9m", "1ms",
            "9e99",
        ] {
            assert_eq!(parse_time(text), None, "{text}");
        }
    }
}
