//! Text that remembers where each of its bytes was written.
//!
//! A message must point at what the author wrote, although it is found in a text that was produced
//! from it by macros, by the insertion of separators, and by the expansion of inlines. One table of
//! offsets would do for a single pass; several passes would need as many look-ups, and a macro's
//! text has two places at once, its definition and its use. Here every pass builds its output with
//! a [`TextBuilder`] from pieces of its input; a piece carries its origin along, so that the last
//! text maps to the files in one binary search. Uses of macros and inlines form a forest of
//! [`Frame`]s, and a piece holds its innermost one.
//!
//! An argument of an inline was written at the call, and a message about it belongs there. Yet a
//! statement of the body that begins or ends with an argument is a statement of the body. So an
//! argument has a frame too, which stands at the parameter in the body: seen from outside of it,
//! its text is the parameter; seen from inside, it and the call around it are passed over
//! ([`uses`]).
//!
//! Cost: 24 bytes a segment; unbroken text of one file is one segment.

use crate::source::{FileId, Span};
use std::collections::BTreeMap;
use std::rc::Rc;

/// A range of bytes of a [`MappedText`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TextRange {
    /// First byte.
    pub start: u32,
    /// Byte after the last one.
    pub end: u32,
}

impl TextRange {
    /// From the byte at `start` to before the one at `end`.
    pub fn new(start: u32, end: u32) -> TextRange {
        TextRange { start, end }
    }

    /// The first bytes, all of them where there are fewer.
    pub fn first(self, bytes: usize) -> TextRange {
        TextRange::new(self.start, self.end.min(self.start + bytes as u32))
    }

    /// From the start of one range to the end of another that does not end before it.
    pub fn to(self, last: TextRange) -> TextRange {
        TextRange::new(self.start, last.end.max(self.start))
    }

    /// The range as indices.
    pub fn bytes(self) -> std::ops::Range<usize> {
        self.start as usize..self.end as usize
    }
}

/// What was expanded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum UseKind {
    /// A `#define`.
    Macro,
    /// A Promela `inline`.
    Inline,
}

/// One use of a macro or inline.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Use {
    /// Macro or inline.
    pub kind: UseKind,
    /// Its name.
    pub name: Rc<str>,
    /// The use with its arguments, as written.
    pub call: Span,
    /// The name in the definition.
    pub definition: Span,
}

/// Where a range of text was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origin {
    /// The place of the text itself: inside the definition, when it comes from one.
    pub span: Span,
    /// The uses that brought it there, innermost first; empty for text outside macros and inlines
    /// and for the arguments of one used there.
    pub expansion: Vec<Use>,
}

impl Origin {
    /// What the author looks at: the use of a macro, or the text itself. Text of an inline's body
    /// stands in that body.
    pub fn place(&self) -> Span {
        let (macros, _) = self.macros_and_calls();
        macros.last().map_or(self.span, |used| used.call)
    }

    /// The uses of macros up to the body of the inline that they are written in, and the calls and
    /// macros around it.
    pub fn macros_and_calls(&self) -> (&[Use], &[Use]) {
        let is_call = |used: &Use| used.kind == UseKind::Inline;
        let macros = self.expansion.iter().position(is_call);
        self.expansion
            .split_at(macros.unwrap_or(self.expansion.len()))
    }
}

/// Names one use in the table of a [`MappedText`]; it stays valid in the texts built from that one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct FrameId(u32);

#[derive(Clone, Debug)]
struct Frame {
    used: Use,
    /// The frame in which the use was written.
    outer: Option<FrameId>,
    /// What is inside is not text of the inline, but was put in the place of a parameter: an
    /// argument of the call.
    argument: bool,
}

/// A frame and those around it, innermost first.
fn chain(frames: &[Frame], frame: Option<FrameId>) -> impl Iterator<Item = FrameId> + '_ {
    std::iter::successors(frame, |id| frames[id.0 as usize].outer)
}

fn in_inline(frames: &[Frame], frame: Option<FrameId>) -> bool {
    chain(frames, frame).any(|id| frames[id.0 as usize].used.kind == UseKind::Inline)
}

/// The uses that text in `frame` went through: for an argument those at its call, not the call.
fn uses(frames: &[Frame], frame: Option<FrameId>) -> Vec<Use> {
    let (mut uses, mut passed_over) = (Vec::new(), 0usize);
    for id in chain(frames, frame) {
        let Frame { used, argument, .. } = &frames[id.0 as usize];
        if *argument {
            passed_over += 1;
        } else if passed_over == 0 {
            uses.push(used.clone());
        } else if used.kind == UseKind::Inline {
            passed_over -= 1;
        }
    }
    uses
}

#[derive(Clone, Copy, Debug)]
struct Segment {
    /// Offset in the text; the segment ends where the next one starts.
    start: u32,
    file: FileId,
    source_start: u32,
    source_end: u32,
    /// Byte `start + i` was written at `source_start + i`; otherwise the segment as a whole comes
    /// from the source range.
    exact: bool,
    frame: Option<FrameId>,
}

/// A text with the origin of each byte.
#[derive(Clone, Debug)]
pub struct MappedText {
    text: String,
    segments: Vec<Segment>,
    frames: Vec<Frame>,
    /// Where the empty text was written.
    nowhere: Span,
}

impl MappedText {
    /// The text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The whole text as a range.
    pub fn range(&self) -> TextRange {
        TextRange::new(0, self.text.len() as u32)
    }

    fn segment_at(&self, offset: u32) -> Option<usize> {
        self.segments
            .partition_point(|segment| segment.start <= offset)
            .checked_sub(1)
    }

    fn segment_end(&self, index: usize) -> u32 {
        self.segments
            .get(index + 1)
            .map_or(self.text.len() as u32, |next| next.start)
    }

    /// The part of a segment's source that a range of its text comes from.
    fn source_of(&self, index: usize, range: TextRange) -> Span {
        let segment = self.segments[index];
        if !segment.exact {
            return Span::new(segment.file, segment.source_start, segment.source_end);
        }
        let shift =
            |offset: u32| segment.source_start + (offset.max(segment.start) - segment.start);
        let end = range.end.min(self.segment_end(index)).max(range.start);
        Span::new(segment.file, shift(range.start), shift(end))
    }

    /// Where the text of `range` was written.
    ///
    /// When its two ends come from different uses, the answer is the smallest text that holds both
    /// uses. An empty range is the place before its byte, at the end of the text the place after
    /// the last one. A range that cuts a character in two stands for the whole character.
    pub fn origin(&self, range: TextRange) -> Origin {
        let length = self.text.len() as u32;
        let start = self.text.floor_char_boundary(range.start as usize) as u32;
        let end = self.text.ceil_char_boundary(range.end as usize) as u32;
        let last_byte = if end > start { end - 1 } else { start };
        let Some(first) = self.segment_at(start.min(length.saturating_sub(1))) else {
            return Origin {
                span: self.nowhere,
                expansion: Vec::new(),
            };
        };
        let last = self.segment_at(last_byte.min(length - 1)).unwrap_or(first);
        let common = self.common_frame(self.segments[first].frame, self.segments[last].frame);
        let head = TextRange::new(start, self.segment_end(first).min(end).max(start));
        let head = self.lift(first, head, common);
        let tail = match last == first {
            true => head,
            false => {
                let tail = TextRange::new(self.segments[last].start, end);
                self.lift(last, tail, common)
            }
        };
        Origin {
            span: head.to(tail),
            expansion: uses(&self.frames, common),
        }
    }

    /// The innermost use that the byte at `offset` comes from.
    pub fn frame_at(&self, offset: u32) -> Option<FrameId> {
        self.segment_at(offset)
            .and_then(|index| self.segments[index].frame)
    }

    /// Whether the byte at `offset` comes out of an `inline`.
    pub fn in_inline(&self, offset: u32) -> bool {
        in_inline(&self.frames, self.frame_at(offset))
    }

    /// Whether every byte of `range` was copied from one place, so that it reads the same there.
    pub fn is_verbatim(&self, range: TextRange) -> bool {
        match (
            self.segment_at(range.start),
            self.segment_at(range.end.saturating_sub(1)),
        ) {
            (Some(first), Some(last)) => first == last && self.segments[first].exact,
            _ => false,
        }
    }

    fn common_frame(&self, a: Option<FrameId>, b: Option<FrameId>) -> Option<FrameId> {
        if a == b {
            return a;
        }
        let around_b: Vec<FrameId> = chain(&self.frames, b).collect();
        chain(&self.frames, a).find(|id| around_b.contains(id))
    }

    /// The source of a range of a segment, seen from the frame `level` around it.
    fn lift(&self, index: usize, range: TextRange, level: Option<FrameId>) -> Span {
        let below = chain(&self.frames, self.segments[index].frame)
            .take_while(|id| Some(*id) != level)
            .last();
        match below {
            Some(id) => self.frames[id.0 as usize].used.call,
            None => self.source_of(index, range),
        }
    }
}

/// Appends pieces of text with their origins.
#[derive(Debug)]
pub struct TextBuilder {
    built: MappedText,
    /// The copy of a frame inside another one.
    rebased: BTreeMap<(FrameId, FrameId), FrameId>,
}

impl TextBuilder {
    /// An empty text; `nowhere` is its place while nothing has been added.
    pub fn new(nowhere: Span) -> TextBuilder {
        let built = MappedText {
            text: String::new(),
            segments: Vec::new(),
            frames: Vec::new(),
            nowhere,
        };
        TextBuilder {
            built,
            rebased: BTreeMap::new(),
        }
    }

    /// An empty text that knows the uses of `input`, to be built from pieces of `input`.
    pub fn from_input(input: &MappedText) -> TextBuilder {
        let mut builder = TextBuilder::new(input.nowhere);
        builder.built.frames.clone_from(&input.frames);
        builder
    }

    /// Bytes so far.
    pub fn len(&self) -> usize {
        self.built.text.len()
    }

    /// The text so far.
    pub fn text(&self) -> &str {
        &self.built.text
    }

    /// Whether nothing has been added.
    pub fn is_empty(&self) -> bool {
        self.built.text.is_empty()
    }

    /// Where text written at `span` in `frame` comes from.
    pub fn place(&self, span: Span, frame: Option<FrameId>) -> Origin {
        Origin {
            span,
            expansion: uses(&self.built.frames, frame),
        }
    }

    /// The use outside of all others that brought in what is written at `span` in `frame`.
    pub fn outermost(&self, span: Span, frame: Option<FrameId>) -> Span {
        let outermost = chain(&self.built.frames, frame).last();
        outermost.map_or(span, |id| self.built.frames[id.0 as usize].used.call)
    }

    /// Whether text in `frame` comes out of an `inline`.
    pub fn in_inline(&self, frame: Option<FrameId>) -> bool {
        in_inline(&self.built.frames, frame)
    }

    /// Enters a use that is written in frame `outer`.
    pub fn enter(&mut self, used: Use, outer: Option<FrameId>) -> FrameId {
        self.enter_frame(used, outer, false)
    }

    /// Enters the place of a parameter in the body of an inline, at `used.call` in frame `outer`,
    /// for an argument to go there.
    pub fn enter_argument(&mut self, used: Use, outer: Option<FrameId>) -> FrameId {
        self.enter_frame(used, outer, true)
    }

    fn enter_frame(&mut self, used: Use, outer: Option<FrameId>, argument: bool) -> FrameId {
        let frames = &mut self.built.frames;
        frames.push(Frame {
            used,
            outer,
            argument,
        });
        FrameId(frames.len() as u32 - 1)
    }

    /// The frame of text inside `within` that was in `frame`: copies of the frames up to those
    /// around `site`, which are no part of the text. Costs the number of frames.
    pub fn rebase(
        &mut self,
        frame: Option<FrameId>,
        site: Option<FrameId>,
        within: FrameId,
    ) -> FrameId {
        let around: Vec<FrameId> = chain(&self.built.frames, site).collect();
        let inside: Vec<FrameId> = chain(&self.built.frames, frame)
            .take_while(|id| !around.contains(id))
            .collect();
        inside.into_iter().rev().fold(within, |outer, id| {
            if let Some(done) = self.rebased.get(&(id, outer)) {
                return *done;
            }
            let Frame { used, argument, .. } = self.built.frames[id.0 as usize].clone();
            let copy = self.enter_frame(used, Some(outer), argument);
            self.rebased.insert((id, outer), copy);
            copy
        })
    }

    /// Adds `text`, written letter for letter at `span`.
    pub fn copy_source(&mut self, text: &str, span: Span, frame: Option<FrameId>) {
        self.push(text, span, true, frame);
    }

    /// Adds `text`, made from what is written at `span`.
    pub fn make(&mut self, text: &str, span: Span, frame: Option<FrameId>) {
        self.push(text, span, false, frame);
    }

    /// Adds a piece of `input` with its origins.
    pub fn copy(&mut self, input: &MappedText, range: TextRange) {
        self.copy_mapped(input, range, |frame| frame);
    }

    /// Adds a piece of `input` in another frame.
    pub fn copy_into(&mut self, input: &MappedText, range: TextRange, frame: Option<FrameId>) {
        self.copy_mapped(input, range, |_| frame);
    }

    fn copy_mapped(
        &mut self,
        input: &MappedText,
        range: TextRange,
        frame_of: impl Fn(Option<FrameId>) -> Option<FrameId>,
    ) {
        let mut start = range.start;
        let mut index = input.segment_at(start).unwrap_or(0);
        while start < range.end {
            let end = input.segment_end(index).min(range.end);
            let piece = TextRange::new(start, end);
            self.push(
                &input.text[piece.bytes()],
                input.source_of(index, piece),
                input.segments[index].exact,
                frame_of(input.segments[index].frame),
            );
            start = end;
            index += 1;
        }
    }

    fn push(&mut self, text: &str, span: Span, exact: bool, frame: Option<FrameId>) {
        if text.is_empty() {
            return;
        }
        let start = self.built.text.len() as u32;
        self.built.text.push_str(text);
        if let Some(last) = self.built.segments.last_mut() {
            let same = last.file == span.file && last.frame == frame && last.exact == exact;
            let goes_on = exact && last.source_end == span.start;
            let repeats = !exact && (last.source_start, last.source_end) == (span.start, span.end);
            if same && (goes_on || repeats) {
                last.source_end = span.end;
                return;
            }
        }
        let segment = Segment {
            start,
            file: span.file,
            source_start: span.start,
            source_end: span.end,
            exact,
            frame,
        };
        self.built.segments.push(segment);
    }

    /// The text built.
    pub fn finish(self) -> MappedText {
        self.built
    }
}
