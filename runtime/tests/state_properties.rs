//! Random steps on a [`State`] with random channels: taken back, everything is as before; meanwhile
//! channels hold what a plain queue holds and the hash is the sum that its definition says.

use std::collections::VecDeque;

use runtime::model::{
    ChannelInfo, MessageField, ModelInfo, PlaceId, PlaceInfo, ProctypeInfo, QueueKind, Shown,
};
use runtime::state::{Field, Mark, State};

mod random;

use random::Random;

impl Random {
    fn value(&mut self) -> i32 {
        // Small numbers, zero and extremes are more interesting than uniform ones.
        match self.below(4) {
            0 => 0,
            1 => self.below(4) as i32,
            2 => -(self.below(4) as i32),
            _ => self.next() as i32,
        }
    }
}

fn leak<T>(items: Vec<T>) -> &'static [T] {
    Box::leak(items.into_boxed_slice())
}

/// Messages of 1 to 200 bits, 1 to 20 of them; now and then a rendezvous channel.
fn random_kind(random: &mut Random) -> QueueKind {
    let mut fields = Vec::new();
    let mut bit = 0;
    let wanted = 1 + random.below(200) as u32;
    while bit < wanted {
        let bits = (1 + random.below(32) as u32).min(wanted - bit);
        let signed = random.below(3) == 0;
        fields.push(MessageField {
            bit,
            bits: bits as u8,
            signed,
            shown: Shown::Number,
        });
        bit += bits;
    }
    let capacity = if random.below(10) == 0 {
        0
    } else {
        1 + random.below(20) as u32
    };
    QueueKind::new(capacity, leak(fields))
}

fn random_info(random: &mut Random) -> &'static ModelInfo {
    let kinds = 1 + random.below(4);
    let queues: Vec<_> = (0..kinds).map(|_| random_kind(random)).collect();
    let channels = |random: &mut Random| {
        let count = random.below(4);
        let channel = |_| ChannelInfo {
            name: "q",
            kind: random.below(kinds) as u16,
        };
        leak((0..count).map(channel).collect())
    };
    let proctype = |random: &mut Random| ProctypeInfo {
        name: "P",
        words: 1 + random.below(4) as u32,
        locals: &[],
        channels: channels(random),
    };
    let proctypes = leak(vec![proctype(random), proctype(random)]);
    let place = |proctype| PlaceInfo {
        proctype,
        file: 0,
        line: 1,
        end: true,
        accept: false,
        progress: false,
        candidates: &[],
    };
    Box::leak(Box::new(ModelInfo {
        name: "random",
        files: &["random.pml"],
        global_words: random.below(5) as u32,
        hidden_words: 2,
        channels: channels(random),
        queues: leak(queues),
        proctypes,
        places: leak(vec![place(0), place(0), place(1)]),
        ..ModelInfo::EMPTY
    }))
}

/// Contents of all channels, as plain queues of messages.
type Contents = Vec<VecDeque<Vec<i32>>>;

/// A state that must come back: its mark, words, hash, numbers of processes and channels, and
/// contents.
struct Snapshot {
    mark: Mark,
    words: Vec<u32>,
    hash: u64,
    processes: u32,
    contents: Contents,
    hidden: [i32; HIDDEN.len()],
}

/// Fields among the hidden variables.
const HIDDEN: [Field; 3] = [
    Field::signed(0, 0, 32),
    Field::unsigned(1, 4, 9),
    Field::unsigned(1, 31, 1),
];

struct Walk {
    random: Random,
    state: State,
    contents: Contents,
    hidden: [i32; HIDDEN.len()],
    snapshots: Vec<Snapshot>,
}

impl Walk {
    fn new(seed: u64) -> Self {
        let mut random = Random(seed);
        let info = random_info(&mut random);
        let contents = vec![VecDeque::new(); info.channels.len()];
        Self {
            random,
            state: State::new(info),
            contents,
            hidden: [0; HIDDEN.len()],
            snapshots: Vec::new(),
        }
    }

    fn step(&mut self) {
        match self.random.below(15) {
            0..=2 => self.set(),
            3..=5 => self.send(),
            6 => self.take(),
            7..=8 => self.take_somewhere(),
            9 => self.spawn(),
            10 => self.end(),
            11 => self.set_hidden(),
            12 => self.mark(),
            _ => self.undo(),
        }
        self.check();
    }

    fn set(&mut self) {
        let words = self.state.words().len() as u64;
        // Words of processes and globals only: channels have their own operations.
        let word = match self.random.below(2) {
            0 if self.state.info().global_words > 0 => {
                self.random.below(u64::from(self.state.info().global_words)) as u32
            }
            _ if self.state.process_count() > 0 => {
                let pid = self.random.below(u64::from(self.state.process_count()));
                let process = self.state.process(pid as u8);
                let proctype = self.state.proctype(process);
                let own = self.state.info().proctypes[usize::from(proctype)].words;
                process.base + self.random.below(u64::from(own)) as u32
            }
            _ => return,
        };
        assert!(u64::from(word) < words);
        let bits = 1 + self.random.below(32) as u8;
        let shift = self.random.below(33 - u64::from(bits)) as u8;
        let field = match self.random.below(2) {
            0 => Field::signed(word, shift, bits),
            _ => Field::unsigned(word, shift, bits),
        };
        let value = self.random.value();
        self.state.set(field, value);
        let unused = 32 - u32::from(bits);
        let truncated = match field.signed {
            true => value << unused >> unused,
            false => ((value as u32) << unused >> unused) as i32,
        };
        assert_eq!(self.state.get(field), truncated);
    }

    fn set_hidden(&mut self) {
        let at = self.random.below(HIDDEN.len() as u64) as usize;
        let value = self.random.value();
        let (words, hash) = (self.state.words().to_vec(), self.state.hash());
        self.state.set_hidden(HIDDEN[at], value);
        self.hidden[at] = HIDDEN[at].at(0).extract(HIDDEN[at].replace(0, value));
        assert_eq!((self.state.words(), self.state.hash()), (&words[..], hash));
    }

    fn channel(&mut self) -> Option<(usize, runtime::state::Queue)> {
        let count = self.state.channel_count();
        if count == 0 {
            return None;
        }
        let id = 1 + self.random.below(u64::from(count)) as i32;
        Some((id as usize - 1, self.state.channel(id, "q").unwrap()))
    }

    fn send(&mut self) {
        let Some((index, queue)) = self.channel() else {
            return;
        };
        assert_eq!(
            self.state.can_send(queue),
            queue.kind.capacity == 0 || self.contents[index].len() < queue.kind.capacity as usize
        );
        if !self.state.can_send(queue) {
            return;
        }
        let fields = queue.kind.fields;
        let message: Vec<_> = fields.iter().map(|_| self.random.value()).collect();
        let sorted = self.random.below(2) == 0;
        if sorted {
            self.state.send_sorted(queue, &message);
        } else {
            self.state.send(queue, &message);
        }
        let stored = fields
            .iter()
            .zip(&message)
            .map(|(field, &value)| field.value(value as u32 & ones(field.bits)));
        let stored: Vec<_> = stored.collect();
        if queue.kind.capacity > 0 {
            let contents = &mut self.contents[index];
            // Compared before it is truncated.
            let greater = contents.iter().position(|waiting| *waiting > message);
            let position = greater.filter(|_| sorted).unwrap_or(contents.len());
            contents.insert(position, stored);
            return;
        }
        // A handshake: completed at once.
        assert!(self.state.can_receive(queue));
        for (i, &value) in stored.iter().enumerate() {
            assert_eq!(self.state.incoming(queue, i), value);
        }
        self.state.take(queue);
        assert!(!self.state.can_receive(queue));
    }

    fn take(&mut self) {
        let Some((index, queue)) = self.channel() else {
            return;
        };
        assert_eq!(
            self.state.can_receive(queue),
            !self.contents[index].is_empty()
        );
        let Some(message) = self.contents[index].pop_front() else {
            return;
        };
        for (i, &value) in message.iter().enumerate() {
            assert_eq!(self.state.incoming(queue, i), value);
        }
        self.state.take(queue);
    }

    /// Takes the first message whose first field has some value.
    fn take_somewhere(&mut self) {
        let Some((index, queue)) = self.channel() else {
            return;
        };
        let contents = &mut self.contents[index];
        let value = match contents.len() as u64 {
            0 => 0,
            length => contents[self.random.below(length) as usize][0],
        };
        let expected = contents.iter().position(|message| message[0] == value);
        let matches = |position| self.state.incoming_at(queue, position, 0) == value;
        let found = self.state.find(queue, matches);
        assert_eq!(found.map(|position| position as usize), expected);
        assert_eq!(
            self.state.try_find(queue, |position| Ok(matches(position))),
            Ok(found)
        );
        let Some(position) = found else { return };
        let message = contents.remove(position as usize).expect("it was found");
        for (i, &value) in message.iter().enumerate() {
            assert_eq!(self.state.incoming_at(queue, position, i), value);
        }
        self.state.take_at(queue, position);
    }

    fn spawn(&mut self) {
        let proctype = self.random.below(2) as u16;
        if self.state.process_count() == 20 {
            return;
        }
        let process = self.state.spawn(proctype).unwrap();
        self.state.set(
            process.at(Field::unsigned(0, 0, 8)),
            i32::from(proctype) + 1,
        );
        assert_eq!(self.state.place(process), PlaceId(u32::from(proctype) + 1));
        self.contents
            .resize(self.state.channel_count() as usize, VecDeque::new());
    }

    fn end(&mut self) {
        let Some(youngest) = self.state.process_count().checked_sub(1) else {
            return;
        };
        if youngest > 0 {
            assert!(
                !self.state.end_process(self.state.process(0)),
                "only the youngest can end"
            );
        }
        assert!(self.state.end_process(self.state.process(youngest as u8)));
        self.contents.truncate(self.state.channel_count() as usize);
    }

    fn mark(&mut self) {
        self.snapshots.push(Snapshot {
            mark: self.state.mark(),
            words: self.state.words().to_vec(),
            hash: self.state.hash(),
            processes: self.state.process_count(),
            contents: self.contents.clone(),
            hidden: self.hidden,
        });
    }

    fn undo(&mut self) {
        if self.snapshots.is_empty() {
            return;
        }
        let kept = self.random.below(self.snapshots.len() as u64) as usize;
        self.snapshots.truncate(kept + 1);
        let snapshot = self.snapshots.pop().expect("one is left");
        self.state.undo_to(snapshot.mark);
        assert_eq!(self.state.words(), snapshot.words);
        assert_eq!(self.state.hash(), snapshot.hash);
        assert_eq!(self.state.process_count(), snapshot.processes);
        self.contents = snapshot.contents;
        self.hidden = snapshot.hidden;
        assert_eq!(self.state.channel_count() as usize, self.contents.len());
    }

    fn check(&mut self) {
        assert_eq!(
            HIDDEN.map(|field| self.state.get_hidden(field)),
            self.hidden
        );
        assert_eq!(
            self.state.hash(),
            runtime::state::hash_of(self.state.words())
        );
        for (index, expected) in self.contents.iter().enumerate() {
            let queue = self.state.channel(index as i32 + 1, "q").unwrap();
            assert_eq!(self.state.queue_length(queue) as usize, expected.len());
            for (position, message) in expected.iter().enumerate() {
                let fields = 0..message.len();
                let found: Vec<_> = fields
                    .map(|field| self.state.message(queue, position as u32, field))
                    .collect();
                assert_eq!(&found, message);
            }
        }
        self.check_unused_slots();
    }

    /// Beyond the messages and the fill count a channel is zero.
    fn check_unused_slots(&mut self) {
        for (index, expected) in self.contents.iter().enumerate() {
            let queue = self.state.channel(index as i32 + 1, "q").unwrap();
            let kind = queue.kind;
            let used = expected.len() as u32 * kind.slot_bits;
            let count = kind.length.word * 32 + u32::from(kind.length.shift);
            for bit in (used..kind.words * 32)
                .filter(|bit| !(count..count + u32::from(kind.length.bits)).contains(bit))
            {
                let word = self.state.words()[(queue.base + bit / 32) as usize];
                assert_eq!(word >> (bit % 32) & 1, 0, "bit {bit}");
            }
        }
    }
}

fn ones(bits: u8) -> u32 {
    u32::MAX >> (32 - bits)
}

#[test]
fn any_sequence_of_steps_can_be_taken_back() {
    for seed in 0..100 {
        let mut walk = Walk::new(seed);
        walk.mark();
        for _ in 0..200 {
            walk.step();
        }
        walk.snapshots.truncate(1);
        walk.undo();
    }
}
