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

/// Uses that are shown of a text. Macros may expand to one another thousands of levels deep, and
/// each statement of the last one has come through all of them.
const USES_SHOWN: usize = 64;

/// A use, and what is asked of the uses around it. A frame is younger than those around it.
#[derive(Clone, Debug)]
struct Frame {
    used: Use,
    /// The frame in which the use was written.
    outer: Option<FrameId>,
    /// What is inside is not text of the inline, but was put in the place of a parameter: an
    /// argument of the call.
    argument: bool,
    /// The one outside of all others.
    outermost: FrameId,
    /// Text inside comes out of an `inline`.
    in_inline: bool,
    /// The innermost use that text inside went through: for an argument one around the call.
    innermost: Option<FrameId>,
    /// The same for an argument of the innermost call around text inside.
    of_argument: Option<FrameId>,
    /// Of the macros that text inside went through up to a call, the last.
    last_macro: Option<FrameId>,
}

/// The frames of a text.
#[derive(Clone, Debug, Default)]
struct Frames(Vec<Frame>);

impl Frames {
    fn get(&self, id: FrameId) -> &Frame {
        &self.0[id.0 as usize]
    }

    fn enter(&mut self, used: Use, outer: Option<FrameId>, argument: bool) -> FrameId {
        let id = FrameId(self.0.len() as u32);
        let around = outer.map(|outer| self.get(outer));
        let next = around.and_then(|it| it.innermost);
        let around_call = around.and_then(|it| it.of_argument);
        let is_macro = used.kind == UseKind::Macro;
        let (innermost, of_argument) = match (argument, is_macro) {
            (true, _) => {
                let twice = around_call.and_then(|id| self.get(id).of_argument);
                (around_call, twice)
            }
            (false, true) => (Some(id), around_call),
            (false, false) => (Some(id), next),
        };
        let last = || next.and_then(|next| self.get(next).last_macro);
        let last_macro = match innermost {
            Some(own) if own == id => is_macro.then(|| last().unwrap_or(id)),
            other => other.and_then(|other| self.get(other).last_macro),
        };
        let frame = Frame {
            outermost: around.map_or(id, |it| it.outermost),
            in_inline: !is_macro || around.is_some_and(|it| it.in_inline),
            used,
            outer,
            argument,
            innermost,
            of_argument,
            last_macro,
        };
        self.0.push(frame);
        id
    }

    /// A frame and those around it, innermost first.
    fn chain(&self, frame: Option<FrameId>) -> impl Iterator<Item = FrameId> + '_ {
        std::iter::successors(frame, |id| self.get(*id).outer)
    }

    fn in_inline(&self, frame: Option<FrameId>) -> bool {
        frame.is_some_and(|id| self.get(id).in_inline)
    }

    /// The uses that text in `frame` went through: for an argument those at its call, not the call.
    /// Of many the innermost; of the macros up to a call always the last, which says where the
    /// text stands for the author.
    fn uses(&self, frame: Option<FrameId>) -> Vec<Use> {
        let innermost = |frame: Option<FrameId>| frame.and_then(|id| self.get(id).innermost);
        let mut uses = Vec::new();
        let mut at = innermost(frame);
        let last_macro = at.and_then(|id| self.get(id).last_macro);
        while let Some(mut id) = at
            && uses.len() < USES_SHOWN
        {
            if let Some(last) = last_macro
                && uses.len() == USES_SHOWN / 2
                && last < id
            {
                id = last;
            }
            uses.push(self.get(id).used.clone());
            at = innermost(self.get(id).outer);
        }
        uses
    }

    /// The innermost frame around both.
    fn common(&self, mut a: Option<FrameId>, mut b: Option<FrameId>) -> Option<FrameId> {
        let outermost = |frame: Option<FrameId>| frame.map(|id| self.get(id).outermost);
        if outermost(a) != outermost(b) {
            return None;
        }
        while a != b {
            let younger = if a > b { &mut a } else { &mut b };
            *younger = younger.and_then(|id| self.get(id).outer);
        }
        a
    }
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
    frames: Frames,
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
        let ends = [first, last].map(|index| self.segments[index].frame);
        let common = self.frames.common(ends[0], ends[1]);
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
            expansion: self.frames.uses(common),
        }
    }

    /// The innermost use that the byte at `offset` comes from.
    pub fn frame_at(&self, offset: u32) -> Option<FrameId> {
        self.segment_at(offset)
            .and_then(|index| self.segments[index].frame)
    }

    /// Whether the byte at `offset` comes out of an `inline`.
    pub fn in_inline(&self, offset: u32) -> bool {
        self.frames.in_inline(self.frame_at(offset))
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

    /// The source of a range of a segment, seen from the frame `level` around it.
    fn lift(&self, index: usize, range: TextRange, level: Option<FrameId>) -> Span {
        let around = self.frames.chain(self.segments[index].frame);
        let below = around.take_while(|id| Some(*id) != level).last();
        match below {
            Some(id) => self.frames.get(id).used.call,
            None => self.source_of(index, range),
        }
    }
}

/// Appends pieces of text with their origins.
#[derive(Debug)]
pub struct TextBuilder {
    built: MappedText,
    /// The copy of a frame for the text inside of another one.
    rebased: BTreeMap<(FrameId, FrameId), FrameId>,
}

impl TextBuilder {
    /// An empty text; `nowhere` is its place while nothing has been added.
    pub fn new(nowhere: Span) -> TextBuilder {
        let built = MappedText {
            text: String::new(),
            segments: Vec::new(),
            frames: Frames::default(),
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
            expansion: self.built.frames.uses(frame),
        }
    }

    /// The use outside of all others that brought in what is written at `span` in `frame`.
    pub fn outermost(&self, span: Span, frame: Option<FrameId>) -> Span {
        let frames = &self.built.frames;
        let outermost = frame.map(|id| frames.get(id).outermost);
        outermost.map_or(span, |id| frames.get(id).used.call)
    }

    /// Whether text in `frame` comes out of an `inline`.
    pub fn in_inline(&self, frame: Option<FrameId>) -> bool {
        self.built.frames.in_inline(frame)
    }

    /// Enters a use that is written in frame `outer`.
    pub fn enter(&mut self, used: Use, outer: Option<FrameId>) -> FrameId {
        self.built.frames.enter(used, outer, false)
    }

    /// Enters the place of a parameter in the body of an inline, at `used.call` in frame `outer`,
    /// for an argument to go there.
    pub fn enter_argument(&mut self, used: Use, outer: Option<FrameId>) -> FrameId {
        self.built.frames.enter(used, outer, true)
    }

    /// The frame of text inside `within` that was in `frame`: copies of the frames up to those
    /// around `site`, which are no part of the text.
    pub fn rebase(
        &mut self,
        frame: Option<FrameId>,
        site: Option<FrameId>,
        within: FrameId,
    ) -> FrameId {
        if frame.is_none() || frame == site {
            return within;
        }
        let frames = &self.built.frames;
        let common = frames.common(frame, site);
        let (mut inside, mut outer) = (Vec::new(), within);
        for id in frames.chain(frame).take_while(|id| Some(*id) != common) {
            if let Some(done) = self.rebased.get(&(id, within)) {
                outer = *done;
                break;
            }
            inside.push(id);
        }
        for id in inside.into_iter().rev() {
            let Frame { used, argument, .. } = self.built.frames.get(id).clone();
            outer = self.built.frames.enter(used, Some(outer), argument);
            self.rebased.insert((id, within), outer);
        }
        outer
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
