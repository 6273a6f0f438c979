//! How the successors of a level come to where they are looked up.

use super::mail::{Batch, Mail};
use super::worker::Worker;
use crate::limits::Stop;
use crate::store::{Located, Store};

/// The store begins to load what it will need for a state when this many others come before it.
const AHEAD: usize = 24;

impl<S: Store> Worker<'_, S> {
    /// Delivers what was not delivered yet; if others hold parts, takes in what they send until all
    /// have sent all.
    pub(super) fn exchange(&mut self) {
        self.deliver_all();
        let mut others = 0;
        for to in 0..self.parts.len() {
            if self.parts[to].is_none() {
                self.post.send_done(to);
                others += 1;
            }
        }
        while self.done < others {
            self.take_in_next();
        }
        self.done = 0;
    }

    /// Delivers what lies in all outboxes.
    pub(super) fn deliver_all(&mut self) {
        for to in 0..self.parts.len() {
            while !self.post.outboxes[to].is_empty() {
                self.deliver(to);
            }
        }
    }

    /// The states of an outbox are looked up here, or sent to the worker that holds their part.
    /// Without memory for another batch they stay where they are, until one has come back.
    pub(super) fn deliver(&mut self, to: usize) {
        match self.post.empty() {
            Ok(empty) => {
                let batch = std::mem::replace(&mut self.post.outboxes[to], empty);
                match self.parts[to] {
                    Some(_) => self.look_up_own(to, batch),
                    None => self.send(to, batch),
                }
            }
            Err(_) if self.post.awaits_any() => return self.take_in_next(),
            Err(refused) => {
                self.stop(refused.into());
                self.post.outboxes[to].clear();
            }
        }
        while let Some(mail) = self.post.receive() {
            self.take_in(mail);
        }
    }

    fn send(&mut self, to: usize, batch: Batch) {
        while !self.post.can_send(to) {
            self.take_in_next();
        }
        self.post.send(to, batch);
    }

    /// Takes in what comes next, or looks at the clock.
    pub(super) fn take_in_next(&mut self) {
        match self.post.wait() {
            Some(mail) => self.take_in(mail),
            None => self.look(),
        }
    }

    fn take_in(&mut self, mail: Mail) {
        match mail {
            Mail::Done => self.done += 1,
            Mail::Back(from, batch) => {
                self.note_answers(&batch);
                self.post.come_back(from, batch);
            }
            Mail::States(from, mut batch) => {
                batch.prefetch();
                self.look_up(self.me, &mut batch);
                self.post.send_back(from, batch);
            }
        }
    }

    fn look_up_own(&mut self, part: usize, mut batch: Batch) {
        self.look_up(part, &mut batch);
        self.note_answers(&batch);
        self.post.put_by(batch);
    }

    /// One of the edges of each of these states has led to the next level.
    fn note_answers(&mut self, batch: &Batch) {
        for &origin in batch.answers() {
            self.proviso_holds[origin as usize] = true;
        }
    }

    /// Looks the states up in a part that it holds, and answers; after an end nothing matters any
    /// more.
    fn look_up(&mut self, part: usize, batch: &mut Batch) {
        self.answers.clear();
        if !self.halts
            && let Err(stop) = self.try_look_up(part, batch)
        {
            self.stop(stop);
        }
        batch.answer(&self.answers);
    }

    fn try_look_up(&mut self, part: usize, batch: &Batch) -> Result<(), Stop> {
        let statistics = &mut self.statistics;
        let (store, levels) = self.parts[part].as_deref_mut().expect("it is held");
        let most = match store.gains_from_locate() {
            true => usize::MAX,
            false => 0,
        };
        let mut ahead = batch.iter().take(most);
        let mut locate_next = |store: &mut S| match ahead.next() {
            Some((hash, _, words)) => store.locate(hash, words),
            None => Located::UNKNOWN,
        };
        // Of the next states, each at its number.
        let mut all_located: [_; AHEAD] = std::array::from_fn(|_| locate_next(store));
        for (number, (hash, origin, words)) in batch.iter().enumerate() {
            let next = locate_next(store);
            let located = std::mem::replace(&mut all_located[number % AHEAD], next);
            let found = levels.insert(store, located, (hash, words))?;
            if found.has_grown {
                all_located.fill(Located::UNKNOWN);
            }
            if found.is_new {
                statistics.visited += 1;
                statistics.state_words = statistics.state_words.max(words.len());
            } else {
                statistics.matched += 1;
            }
            if batch.asks && found.is_of_next_level {
                self.answers.push(origin);
            }
        }
        Ok(())
    }
}
