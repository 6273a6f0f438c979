//! Results in rows and columns: aligned text for a reader, comma-separated values for a program.

use std::fmt::Write;

use runtime::units::grouped;

/// What stands in a row at a column.
#[derive(Clone, Debug, PartialEq)]
pub enum Cell {
    /// Words.
    Text(String),
    /// A count.
    Count(u64),
    /// A measured value, with this many decimals.
    Real(f64, usize),
    /// Too small to be measured: below this value, with this many decimals.
    Below(f64, usize),
    /// Nothing is known.
    Unknown,
}

impl Cell {
    /// A count, if there is one.
    pub fn count(count: Option<u64>) -> Cell {
        count.map_or(Cell::Unknown, Cell::Count)
    }

    /// A measured value, if there is one.
    pub fn real(value: Option<f64>, decimals: usize) -> Cell {
        value.map_or(Cell::Unknown, |value| Cell::Real(value, decimals))
    }

    fn for_readers(&self) -> String {
        match self {
            Cell::Text(text) => text.clone(),
            Cell::Count(count) => grouped(*count),
            Cell::Real(value, decimals) => format!("{value:.decimals$}"),
            Cell::Below(value, decimals) => format!("<{value:.decimals$}"),
            Cell::Unknown => "-".into(),
        }
    }

    fn for_programs(&self) -> String {
        match self {
            Cell::Text(text) => quoted(text),
            Cell::Count(count) => count.to_string(),
            Cell::Real(value, decimals) => format!("{value:.decimals$}"),
            Cell::Below(value, decimals) => format!("<{value:.decimals$}"),
            Cell::Unknown => String::new(),
        }
    }
}

impl From<&str> for Cell {
    fn from(text: &str) -> Cell {
        Cell::Text(text.into())
    }
}

impl From<String> for Cell {
    fn from(text: String) -> Cell {
        Cell::Text(text)
    }
}

/// A field of comma-separated values (RFC 4180).
fn quoted(text: &str) -> String {
    if text.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.into()
    }
}

/// Rows under named columns.
pub struct Table {
    columns: Vec<String>,
    rows: Vec<Vec<Cell>>,
}

impl Table {
    /// Without rows. A `_` in a column's name is a blank for readers.
    pub fn new<S: Into<String>>(columns: impl IntoIterator<Item = S>) -> Table {
        Table {
            columns: columns.into_iter().map(Into::into).collect(),
            rows: Vec::new(),
        }
    }

    /// Adds a row.
    pub fn push(&mut self, row: Vec<Cell>) {
        assert_eq!(row.len(), self.columns.len(), "a cell for each column");
        self.rows.push(row);
    }

    /// Without the columns of which nothing is known.
    pub fn without_empty_columns(mut self) -> Table {
        for column in (0..self.columns.len()).rev() {
            if self.rows.iter().all(|row| row[column] == Cell::Unknown) {
                self.columns.remove(column);
                for row in &mut self.rows {
                    row.remove(column);
                }
            }
        }
        self
    }

    /// Comma-separated values.
    pub fn csv(&self) -> String {
        let mut text = csv_line(&self.columns.iter().map(|it| quoted(it)).collect::<Vec<_>>());
        for row in &self.rows {
            text += &csv_line(&row.iter().map(Cell::for_programs).collect::<Vec<_>>());
        }
        text
    }

    /// Aligned: words to the left, numbers to the right. What the first column repeats is left out,
    /// and what it begins is set apart.
    pub fn text(&self) -> String {
        let rows: Vec<Vec<String>> = self
            .rows
            .iter()
            .map(|row| row.iter().map(Cell::for_readers).collect())
            .collect();
        let widths: Vec<usize> = (0..self.columns.len())
            .map(|i| {
                let cells = rows.iter().map(|row| row[i].chars().count());
                cells.chain([self.columns[i].len()]).max().unwrap_or(0)
            })
            .collect();
        let groups = rows.windows(2).any(|pair| pair[0][0] == pair[1][0]);
        let heads = self.columns.iter().map(|name| name.replace('_', " "));
        let mut text = self.line(&heads.collect::<Vec<_>>(), &widths);
        let mut last = None;
        for row in &rows {
            let mut row = row.clone();
            if last.as_ref() == Some(&row[0]) {
                row[0].clear();
            } else {
                if groups {
                    text.push('\n');
                }
                last = Some(row[0].clone());
            }
            text += &self.line(&row, &widths);
        }
        text
    }

    fn line(&self, cells: &[String], widths: &[usize]) -> String {
        let mut line = String::new();
        for (i, (cell, &width)) in cells.iter().zip(widths).enumerate() {
            let _ = match self.is_numeric(i) {
                true => write!(line, "{cell:>width$}  "),
                false => write!(line, "{cell:<width$}  "),
            };
        }
        format!("{}\n", line.trim_end())
    }

    fn is_numeric(&self, column: usize) -> bool {
        let words = |row: &Vec<Cell>| matches!(row[column], Cell::Text(_));
        !self.rows.iter().any(words)
    }
}

fn csv_line(fields: &[String]) -> String {
    format!("{}\n", fields.join(","))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn for_readers_and_programs() {
        let mut table = Table::new(["model", "of_ours", "s"]);
        table.push(vec!["a".into(), Cell::Count(1_234_567), Cell::Real(0.5, 2)]);
        table.push(vec!["a".into(), Cell::Unknown, Cell::Real(12.0, 2)]);
        table.push(vec!["b, \"c\"".into(), Cell::Count(1), Cell::Unknown]);
        let text = "\
model     of ours      s

a       1,234,567   0.50
                -  12.00

b, \"c\"          1      -
";
        assert_eq!(table.text(), text);
        let csv = "model,of_ours,s\na,1234567,0.50\na,,12.00\n\"b, \"\"c\"\"\",1,\n";
        assert_eq!(table.csv(), csv);
    }

    #[test]
    fn digits_in_groups() {
        let texts = [0, 999, 1000, 1234567].map(grouped);
        assert_eq!(texts, ["0", "999", "1,000", "1,234,567"]);
    }
}
