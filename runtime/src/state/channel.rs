//! Channels: messages packed bit by bit, the oldest at bit 0, unused slots zero, the fill count
//! behind them.

use super::log::{Change, place_in};
use super::{Fault, Faulted, State};
use crate::model::{ChannelInfo, QueueKind, Step};

/// A channel, as generated code sees it.
#[derive(Clone, Copy, Debug)]
pub struct Queue {
    /// Its id, from 1 on.
    pub id: u8,
    /// Index of its first word.
    pub base: u32,
    /// Capacity and message layout.
    pub kind: &'static QueueKind,
}

impl State {
    /// The channel with this id.
    ///
    /// # Errors
    /// When there is none; `what` names the channel expression.
    #[inline(always)]
    pub fn channel(&self, id: i32, what: &'static str) -> Result<Queue, Faulted> {
        match self.find_channel(id) {
            Some(queue) => Ok(queue),
            None => Err(self.fail(Fault::NoChannel { what, id })),
        }
    }

    /// The channel with this id, if there is one.
    #[inline(always)]
    pub(crate) fn find_channel(&self, id: i32) -> Option<Queue> {
        self.queues.get((id as usize).wrapping_sub(1)).copied()
    }

    /// Id of the channel that the next created process makes first, less one: the number of live
    /// channels.
    pub fn channel_count(&self) -> u32 {
        self.queues.len() as u32
    }

    /// Fails unless messages of `queue` have as many fields as a send or receive names; where it is
    /// not known before.
    ///
    /// # Errors
    /// They have another number. `what` names the channel expression.
    #[inline(always)]
    pub fn check_arity(
        &self,
        queue: Queue,
        named: usize,
        what: &'static str,
    ) -> Result<(), Faulted> {
        if queue.kind.fields.len() == named {
            Ok(())
        } else {
            Err(self.fail(Fault::MessageArity {
                what,
                expected: queue.kind.fields.len(),
                found: named,
            }))
        }
    }

    /// Whether messages of `queue` lack this field; where it is not known before.
    #[inline(always)]
    pub fn lacks(&self, queue: Queue, field: usize) -> bool {
        field >= queue.kind.fields.len()
    }

    /// True, unless a poll (`c?[..]`) or a receive that leaves the message (`c?<..>`) names more
    /// fields than messages of `queue` have. It may name fewer.
    ///
    /// # Errors
    /// It names more. `what` names the channel expression.
    #[inline(always)]
    pub fn has_fields(
        &self,
        queue: Queue,
        named: usize,
        what: &'static str,
    ) -> Result<bool, Faulted> {
        match named <= queue.kind.fields.len() {
            true => Ok(true),
            false => self.check_arity(queue, named, what).map(|()| true),
        }
    }

    /// Messages waiting. On a rendezvous channel that is the one on offer, which only the receiver
    /// sees, where it compares values or asks what it is `provided` for.
    #[inline(always)]
    pub fn queue_length(&self, queue: Queue) -> u32 {
        if queue.kind.capacity == 0 {
            return u32::from(self.step.offered_on == queue.id);
        }
        self.get(queue.kind.length.at(queue.base)) as u32
    }

    /// No room for another message. A rendezvous channel has room for one.
    #[inline(always)]
    pub fn is_full(&self, queue: Queue) -> bool {
        self.queue_length(queue) == queue.kind.capacity.max(1)
    }

    /// Whether a send can be executed: there is room, or it is a rendezvous channel (whose partner
    /// the search looks for).
    #[inline(always)]
    pub fn can_send(&self, queue: Queue) -> bool {
        !self.is_full(queue)
    }

    /// Sends a message, truncating each value to its field: appends it, or offers it on a
    /// rendezvous channel, the first half of a handshake. [`Self::can_send`] must hold.
    #[inline(always)]
    pub fn send(&mut self, queue: Queue, message: &[i32]) -> Step {
        if queue.kind.capacity == 0 {
            self.offer(queue, message);
            return Step::Offered;
        }
        let length = self.queue_length(queue);
        let end = length * queue.kind.slot_bits;
        for offset in (0..queue.kind.slot_bits).step_by(32) {
            self.append(
                queue.base,
                end + offset,
                packed(queue.kind, message, offset),
            );
        }
        self.set(queue.kind.length.at(queue.base), length as i32 + 1);
        Step::Done
    }

    /// As [`Self::send`], but on a buffered channel the message goes before the first one that is
    /// greater, field by field. As in SPIN the values are compared as they were before they are
    /// truncated.
    pub fn send_sorted(&mut self, queue: Queue, message: &[i32]) -> Step {
        if queue.kind.capacity == 0 {
            self.offer(queue, message);
            return Step::Offered;
        }
        let length = self.queue_length(queue);
        let is_greater = |position: u32| {
            let fields = (0..message.len()).map(|field| self.message(queue, position, field));
            fields.gt(message.iter().copied())
        };
        let position = (0..length)
            .find(|&position| is_greater(position))
            .unwrap_or(length);
        let slot = queue.kind.slot_bits;
        self.open_gap(queue, position * slot, (length + 1) * slot);
        for offset in (0..slot).step_by(32) {
            self.put_slot_word(queue, position, offset, packed(queue.kind, message, offset));
        }
        self.put_length(queue, length + 1);
        self.log
            .header(Change::Inserted, place_in(queue.id, position));
        Step::Done
    }

    /// Sets bits that are zero, from bit `bit` of the component at `base`: only the call stands
    /// where a model sends, as for [`Self::set`].
    #[inline(never)]
    fn append(&mut self, base: u32, bit: u32, bits: u32) {
        let index = base + bit / 32;
        let bits = u64::from(bits) << (bit % 32);
        self.change(index, self.words[index as usize] | bits as u32);
        if bits >> 32 != 0 {
            self.change(
                index + 1,
                self.words[index as usize + 1] | (bits >> 32) as u32,
            );
        }
    }

    /// Fails on a rendezvous channel, before a send inside a `d_step`; `what` is the statement.
    ///
    /// # Errors
    /// It is a rendezvous channel.
    pub fn check_no_handshake(&self, queue: Queue, what: &'static str) -> Result<(), Faulted> {
        if queue.kind.capacity == 0 {
            return Err(self.fail(Fault::RendezvousInDStep { what }));
        }
        Ok(())
    }

    /// Counts a message that was sent to a full channel and is gone.
    pub fn lose_message(&mut self) {
        self.step.lost += 1;
    }

    /// Messages lost so far, in steps that were taken back as well.
    pub fn lost_messages(&self) -> u64 {
        self.step.lost
    }

    /// Sets what [`Self::lost_messages`] says, for steps that are executed once more.
    pub(crate) fn set_lost_messages(&mut self, lost: u64) {
        self.step.lost = lost;
    }

    /// Whether a message is on offer, so that nothing but a receive can be executed.
    #[inline(always)]
    pub fn in_handshake(&self) -> bool {
        self.step.offered_on != 0
    }

    /// Another receive is tried for the message on offer.
    #[inline(always)]
    pub fn try_receiver(&self) {
        self.step.is_receiver.set(false);
    }

    /// The receive that was tried has failed: whether that is a fault of the handshake. One that
    /// could not say which channel it means is no receiver, and what was wrong is forgotten: it
    /// fails in a step of its own.
    #[cold]
    pub fn has_failed_as_receiver(&self) -> bool {
        self.step.is_receiver.get() || self.step.fault.take().is_none()
    }

    /// Whether there is a message to receive: at the head of a buffered channel, or offered on a
    /// rendezvous channel. While a handshake is pending, nothing but its other half can be
    /// executed.
    #[inline(always)]
    pub fn can_receive(&self, queue: Queue) -> bool {
        if queue.kind.capacity == 0 {
            let is_offered = self.step.offered_on == queue.id;
            if is_offered {
                self.step.is_receiver.set(true);
            }
            is_offered
        } else {
            self.step.offered_on == 0 && self.queue_length(queue) > 0
        }
    }

    /// Field `field` of the message to receive. [`Self::can_receive`] must hold.
    #[inline(always)]
    pub fn incoming(&self, queue: Queue, field: usize) -> i32 {
        self.incoming_at(queue, 0, field)
    }

    /// Field `field` of the message at `position`, one that [`Self::find`] has found.
    #[inline(always)]
    pub fn incoming_at(&self, queue: Queue, position: u32, field: usize) -> i32 {
        if queue.kind.capacity == 0 {
            self.step.offered[field]
        } else {
            self.message(queue, position, field)
        }
    }

    /// The first position of a message to receive that `matches`. On a rendezvous channel only a
    /// message on offer can be received.
    #[inline]
    pub fn find(&self, queue: Queue, matches: impl Fn(u32) -> bool) -> Option<u32> {
        (0..self.waiting(queue)).find(|&position| matches(position))
    }

    /// As [`Self::find`], for a comparison that can fail.
    ///
    /// # Errors
    /// That of `matches`.
    #[inline]
    pub fn try_find(
        &self,
        queue: Queue,
        matches: impl Fn(u32) -> Result<bool, Faulted>,
    ) -> Result<Option<u32>, Faulted> {
        for position in 0..self.waiting(queue) {
            if matches(position)? {
                return Ok(Some(position));
            }
        }
        Ok(None)
    }

    /// Number of messages that can be received now, in any order.
    fn waiting(&self, queue: Queue) -> u32 {
        match self.can_receive(queue) {
            false => 0,
            true => self.queue_length(queue),
        }
    }

    /// `queue`, into which a poll (`c?[..]`) or a receive that leaves the message (`c?<..>`) looks.
    ///
    /// # Errors
    /// A rendezvous channel has no contents. `what` names the channel expression.
    #[inline(always)]
    pub fn contents(&self, queue: Queue, what: &'static str) -> Result<Queue, Faulted> {
        if queue.kind.capacity == 0 {
            return Err(self.fail(Fault::RendezvousContents { what }));
        }
        Ok(queue)
    }

    /// Whether one of the messages of a buffered channel `matches`.
    #[inline]
    pub fn any_message(&self, queue: Queue, matches: impl Fn(u32) -> bool) -> bool {
        (0..self.queue_length(queue)).any(matches)
    }

    /// As [`Self::any_message`], for a comparison that can fail.
    ///
    /// # Errors
    /// That of `matches`.
    #[inline]
    pub fn try_any_message(
        &self,
        queue: Queue,
        matches: impl Fn(u32) -> Result<bool, Faulted>,
    ) -> Result<bool, Faulted> {
        let mut answers = (0..self.queue_length(queue)).map(matches);
        answers.find(|it| *it != Ok(false)).unwrap_or(Ok(false))
    }

    /// Takes the message to receive away: removes the head, or completes the handshake.
    /// [`Self::can_receive`] must hold.
    #[inline(always)]
    pub fn take(&mut self, queue: Queue) {
        self.take_at(queue, 0);
    }

    /// As [`Self::take`], for the message at a position that [`Self::find`] has found.
    #[inline(always)]
    pub fn take_at(&mut self, queue: Queue, position: u32) {
        if queue.kind.capacity == 0 {
            self.step.offered_on = 0;
        } else {
            self.remove(queue, position);
        }
    }

    /// Field `field` of the message at `position` (0 is the oldest) of a buffered channel.
    #[inline(always)]
    pub fn message(&self, queue: Queue, position: u32, field: usize) -> i32 {
        let field = queue.kind.fields[field];
        let bits = self.get_bits(queue.base, position * queue.kind.slot_bits + field.bit);
        field.value(bits)
    }

    /// Removes the message at `position` of a buffered channel.
    #[inline(never)]
    fn remove(&mut self, queue: Queue, position: u32) {
        let slot = queue.kind.slot_bits;
        let start = position * slot;
        let length = self.queue_length(queue);
        if length * slot < u64::BITS {
            self.close_short_gap(queue, start, length * slot);
            return self.set(queue.kind.length.at(queue.base), length as i32 - 1);
        }
        for offset in (0..slot).step_by(32) {
            let word = self.get_bits(queue.base, start + offset);
            self.log.push(word & ones(slot - offset));
        }
        self.log
            .header(Change::Removed, place_in(queue.id, position));
        self.close_gap(queue, start, length * slot);
        self.put_length(queue, length - 1);
    }

    #[inline]
    fn offer(&mut self, queue: Queue, message: &[i32]) {
        self.step.offered.clear();
        let fields = queue.kind.fields.iter();
        self.step.offered.extend(
            fields
                .zip(message)
                .map(|(field, &value)| field.value(value as u32)),
        );
        self.step.offered_on = queue.id;
    }

    /// Adds channels whose words begin at `base`. Gives the index of the word behind them.
    pub(super) fn name_queues(&mut self, channels: &[ChannelInfo], mut base: u32) -> u32 {
        for channel in channels {
            let kind = &self.info.queues[usize::from(channel.kind)];
            let id = self.queues.len() as u8 + 1;
            self.queues.push(Queue { id, base, kind });
            base += kind.words;
        }
        base
    }

    pub(super) fn undo_insert(&mut self, id: u8, position: u32) {
        let queue = self.queues[usize::from(id) - 1];
        let length = self.queue_length(queue);
        let slot = queue.kind.slot_bits;
        self.close_gap(queue, position * slot, length * slot);
        self.put_length(queue, length - 1);
    }

    pub(super) fn undo_remove(&mut self, id: u8, position: u32) {
        let queue = self.queues[usize::from(id) - 1];
        let length = self.queue_length(queue) + 1;
        let slot = queue.kind.slot_bits;
        self.open_gap(queue, position * slot, length * slot);
        for offset in (0..slot).step_by(32).rev() {
            let word = self.log.take();
            self.put_slot_word(queue, position, offset, word);
        }
        self.put_length(queue, length);
    }

    /// Sets up to 32 bits from bit `offset` of the slot at `position`.
    #[inline(always)]
    fn put_slot_word(&mut self, queue: Queue, position: u32, offset: u32, word: u32) {
        let slot = queue.kind.slot_bits;
        let bits = (slot - offset).min(32) as u8;
        self.put_bits(queue.base, position * slot + offset, bits, word);
    }

    #[inline(always)]
    fn put_length(&mut self, queue: Queue, length: u32) {
        let field = queue.kind.length.at(queue.base);
        let word = field.replace(self.words[field.word as usize], length as i32);
        self.put(field.word, word);
    }

    /// 32 bits from bit `bit` of the component at `base`; beyond the vector they read as zero.
    #[inline(always)]
    fn get_bits(&self, base: u32, bit: u32) -> u32 {
        let index = (base + bit / 32) as usize;
        let low = self.words[index];
        match bit % 32 {
            0 => low,
            shift => {
                let high = self.words.get(index + 1).copied().unwrap_or(0);
                low >> shift | high << (32 - shift)
            }
        }
    }

    /// Sets `bits` bits (at most 32) from bit `bit` of the component at `base`.
    #[inline(always)]
    fn put_bits(&mut self, base: u32, bit: u32, bits: u8, value: u32) {
        let index = base + bit / 32;
        let shift = bit % 32;
        let mask = u64::from(u32::MAX >> (32 - bits)) << shift;
        let value = (u64::from(value) << shift) & mask;
        let low = self.words[index as usize];
        self.put(index, low & !(mask as u32) | value as u32);
        if shift + u32::from(bits) > 32 {
            let high = self.words[index as usize + 1];
            self.put(
                index + 1,
                high & !((mask >> 32) as u32) | (value >> 32) as u32,
            );
        }
    }

    /// As [`Self::close_gap`], of messages that are one number of less than 64 bits. What the words
    /// were is noted.
    #[inline(always)]
    fn close_short_gap(&mut self, queue: Queue, start: u32, end: u32) {
        let (first, second) = (queue.base as usize, queue.base as usize + 1);
        let high = self.words.get(second).copied().unwrap_or(0);
        let old = u64::from(self.words[first]) | u64::from(high) << 32;
        let below = old & ((1 << start) - 1);
        let messages = old & ((1 << end) - 1);
        let moved = messages >> queue.kind.slot_bits >> start << start;
        let new = old ^ messages | below | moved;
        self.change(queue.base, new as u32);
        if (new >> 32) as u32 != high {
            self.change(queue.base + 1, (new >> 32) as u32);
        }
    }

    /// Moves the bits `start + slot..end` down by one slot and clears the last slot.
    #[inline]
    fn close_gap(&mut self, queue: Queue, start: u32, end: u32) {
        let slot = queue.kind.slot_bits;
        for index in start / 32..end.div_ceil(32) {
            let bit = index * 32;
            let moved = match end.checked_sub(bit + slot) {
                Some(left) if left > 0 => self.get_bits(queue.base, bit + slot) & ones(left),
                _ => 0,
            };
            self.merge(queue.base + index, moved, within(bit, start, end));
        }
    }

    /// Moves the bits `start..end - slot` up by one slot; the slot at `start` is left with garbage.
    fn open_gap(&mut self, queue: Queue, start: u32, end: u32) {
        let slot = queue.kind.slot_bits;
        for index in (start / 32..end.div_ceil(32)).rev() {
            let bit = index * 32;
            let moved = match bit.checked_sub(slot) {
                Some(from) => self.get_bits(queue.base, from),
                None => self.words[queue.base as usize]
                    .checked_shl(slot - bit)
                    .unwrap_or(0),
            };
            self.merge(queue.base + index, moved, within(bit, start + slot, end));
        }
    }

    /// Replaces the bits of a word that are set in `mask`.
    #[inline(always)]
    fn merge(&mut self, index: u32, value: u32, mask: u32) {
        let old = self.words[index as usize];
        self.put(index, old & !mask | value & mask);
    }
}

/// The 32 bits of a message from bit `offset` on, each value truncated to its field.
#[inline(always)]
fn packed(kind: &QueueKind, message: &[i32], offset: u32) -> u32 {
    let fields = kind.fields.iter().zip(message);
    let shifted = fields.map(|(field, &value)| {
        let bits = u64::from(value as u32 & ones(field.bits.into()));
        match field.bit.checked_sub(offset) {
            Some(above) => bits.checked_shl(above).unwrap_or(0),
            None => bits.checked_shr(offset - field.bit).unwrap_or(0),
        }
    });
    shifted.fold(0, |packed, bits| packed | bits as u32)
}

/// The lowest `count` bits, at most 32.
#[inline(always)]
fn ones(count: u32) -> u32 {
    match count {
        0..32 => (1 << count) - 1,
        _ => u32::MAX,
    }
}

/// Mask of the bits of the word at bit `bit` that lie in `start..end`.
#[inline(always)]
fn within(bit: u32, start: u32, end: u32) -> u32 {
    ones(end.saturating_sub(bit)) & !ones(start.saturating_sub(bit))
}
