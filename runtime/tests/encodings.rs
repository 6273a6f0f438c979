//! Codes of states: what was encoded is decoded, different states have different codes, and what is
//! no state has none.

use std::collections::HashMap;
use std::sync::Arc;

use runtime::encode::{Encoder, Frequencies, Huffman, Layout, Mask, Packed, RunLength, Stream};
use runtime::memory::Budget;
use runtime::model::{ChannelInfo, MessageField};
use runtime::model::{ModelInfo, PlaceInfo, ProctypeInfo, QueueKind, Shown, Variable};
use runtime::state::{Array, Field, hash_of};
use runtime::store::{Components, EncodedStore, Evict, Handle, Insertion, Store, TreeStore};
use runtime::tables::{array, channel, place, proctype, scalar, signed, unsigned};

#[path = "toy_models/empty.rs"]
mod empty;
mod random;

use empty::{EMPTY, UNUSED};
use random::Random;

const NUMBER: Shown = Shown::Number;

/// One message of 11 bits, and a bit for how many there are.
static SMALL: &[MessageField] = &[unsigned(0, 8, NUMBER), signed(8, 3, NUMBER)];
/// Five messages of 6 bits, and a second word, since how many there are has three bits.
static LARGE: &[MessageField] = &[unsigned(0, 6, NUMBER)];
static QUEUES: [QueueKind; 3] = [
    QueueKind::new(1, SMALL),
    QueueKind::new(5, LARGE),
    QueueKind::new(0, SMALL),
];

static GLOBALS: [Variable; 3] = [
    scalar(0, "a", Field::unsigned(0, 0, 3)),
    scalar(1, "b", Field::signed(0, 8, 7)),
    array(2, "c", Array::unsigned(32, 16, 10, 3)),
];
static LOCALS: [Variable; 2] = [
    scalar(0, "x", Field::unsigned(0, 9, 23)),
    scalar(1, "y", Field::signed(1, 0, 32)),
];
static CHANNELS: [ChannelInfo; 3] = [channel("q", 0), channel("r", 2), channel("s", 1)];
static OWN: [ChannelInfo; 1] = [channel("own", 0)];
static PROCTYPES: [ProctypeInfo; 4] = [
    proctype("p", 2, &LOCALS, &[]),
    proctype("q", 1, &[], &OWN),
    proctype("r", 1, &[], &[]),
    proctype("never_started", 0, &[], &[]),
];
/// Places 1 and 2 are of `p`, 3 of `q`, 300 of `r`: those between are of `p`, too.
static PLACES: [PlaceInfo; 301] = {
    let mut places = [UNUSED; 301];
    places[3] = place(1, 1, false, &[]);
    places[300] = place(2, 1, false, &[]);
    places
};

static MODEL: ModelInfo = ModelInfo {
    global_words: 3,
    place_bits: 9,
    globals: &GLOBALS,
    channels: &CHANNELS,
    queues: &QUEUES,
    proctypes: &PROCTYPES,
    places: &PLACES,
    ..EMPTY
};

/// The bits that are used, worked out by hand: globals; the channels `q` and `s`.
const USED: [u32; 6] = [
    0b111_1111_0000_0111,
    0x03ff_03ff,
    0x0000_03ff,
    0x0000_0fff,
    0x3fff_ffff,
    0b111,
];
/// The same of each proctype, after the place; of `q` with its channel.
const USED_BY: [(&[u32], &[u32]); 3] = [
    (&[1, 2, 4, 255, 256, 299], &[0xffff_fe00, u32::MAX]),
    (&[3], &[0, 0x0000_0fff]),
    (&[300], &[0]),
];

impl Random {
    /// Zero more often than not, then small or with all its bytes of one kind.
    fn word(&mut self, used: u32) -> u32 {
        let kinds = [0, 0, 0, 0, 1, 3, 255, u32::MAX, self.next() as u32];
        used & kinds[self.below(9) as usize]
    }

    fn state(&mut self) -> Vec<u32> {
        let mut words: Vec<u32> = USED.iter().map(|&used| self.word(used)).collect();
        for _ in 0..self.below(6) {
            let (places, used) = USED_BY[self.below(3) as usize];
            let place = places[self.below(places.len() as u64) as usize];
            words.push(place | self.word(used[0]));
            words.extend(used[1..].iter().map(|&used| self.word(used)));
        }
        words
    }
}

fn encoders() -> Vec<(&'static str, Box<dyn Encoder>)> {
    let flat = Frequencies::parse("pvgen byte frequencies 1\n").expect("no byte occurs");
    let mut skewed = String::from("pvgen byte frequencies 1\n255 1000000000000\n");
    (1..60).for_each(|byte| skewed += &format!("{byte} {}\n", 1_u64 << (byte % 45)));
    let skewed = Frequencies::parse(&skewed).expect("in order");
    vec![
        ("mask", Box::new(Mask::new(&MODEL))),
        ("run-length", Box::new(RunLength::new(&MODEL))),
        (
            "typical",
            Box::new(Huffman::new(&MODEL, &Frequencies::typical())),
        ),
        ("flat", Box::new(Huffman::new(&MODEL, &flat))),
        ("skewed", Box::new(Huffman::new(&MODEL, &skewed))),
    ]
}

/// The code as a store keeps it, with a zero behind its end now and then.
fn code_of(encoder: &dyn Encoder, words: &[u32]) -> Option<Vec<u32>> {
    let mut code = vec![0xdead_beef; 4 * words.len() + 8];
    let len = encoder.encode(words, &mut code)?;
    assert!(len > 0);
    code.truncate(len);
    Some(code)
}

#[test]
fn states_come_back_and_no_two_have_one_code() {
    for (name, encoder) in encoders() {
        let mut random = Random(7);
        let mut states: HashMap<Vec<u32>, Vec<u32>> = HashMap::new();
        let mut words = vec![1, 2, 3];
        for _ in 0..200_000 {
            let state = random.state();
            let mut code =
                code_of(&*encoder, &state).unwrap_or_else(|| panic!("{name}: {state:?}"));
            let ends_in_zero = code.len() > 1 && code.last() == Some(&0);
            assert!(!ends_in_zero, "{name}: {code:?}");
            if let Some(other) = states.insert(code.clone(), state.clone()) {
                assert_eq!(other, state, "{name}: {code:?}");
            }
            code.resize(code.len() + random.below(3) as usize, 0);
            encoder.decode(&code, &mut words);
            assert_eq!(words, state, "{name}: {code:?}");
        }
        assert!(states.len() > 50_000, "{name}: {}", states.len());
    }
}

/// A code that no one reads, whatever stands before it and whatever zeros behind.
#[test]
fn packed_states_have_codes_of_their_own() {
    let packed = Packed::new(&MODEL);
    let mut random = Random(17);
    let mut states: HashMap<Vec<u32>, Vec<u32>> = HashMap::new();
    let mut sparse = 0;
    for _ in 0..200_000 {
        let state = random.state();
        let mut code = vec![0; state.len() + 3];
        let len = packed.encode_behind(5, 3, &state, &mut code);
        code.truncate(len.expect("there is room"));
        assert_eq!(code[0] & 7, 5);
        assert!(code.last() != Some(&0));
        sparse += u32::from(code[0] & 8 != 0);
        let other = states.insert(code, state.clone());
        assert!(other.is_none_or(|other| other == state));
        let mut wrong = state;
        wrong[2] |= 1 << 10;
        assert_eq!(packed.encode_behind(5, 3, &wrong, &mut [0; 64]), None);
    }
    assert!(states.len() > 50_000, "{}", states.len());
    assert!((1_000..199_000).contains(&sparse), "{sparse}");
}

/// One bit too many, a place that no process has, a process of which words are missing, fewer words
/// than globals.
#[test]
fn what_is_no_state_has_no_code() {
    let mut random = Random(8);
    for (name, encoder) in encoders() {
        for _ in 0..2_000 {
            let state = random.state();
            assert!(code_of(&*encoder, &state).is_some());
            assert_eq!(code_of(&*encoder, &state[..3]), None, "{name}");
            let mut wrong = state.clone();
            wrong.push(0);
            assert_eq!(code_of(&*encoder, &wrong), None, "{name}: no place");
            *wrong.last_mut().unwrap() = 301;
            assert_eq!(code_of(&*encoder, &wrong), None, "{name}: no such place");
            *wrong.last_mut().unwrap() = 1;
            assert_eq!(
                code_of(&*encoder, &wrong),
                None,
                "{name}: a word is missing"
            );
        }
        let mut wrong = USED.to_vec();
        wrong[2] |= 1 << 16;
        assert_eq!(code_of(&*encoder, &wrong), None, "{name}: an unused byte");
    }
    // Bytes are used as a whole, bits are not.
    let mut wrong = USED.to_vec();
    wrong[2] |= 1 << 10;
    let codes = encoders()
        .into_iter()
        .map(|(_, encoder)| code_of(&*encoder, &wrong));
    let has_code: Vec<bool> = codes.map(|code| code.is_some()).collect();
    assert_eq!(has_code, [false, true, true, true, true]);
}

/// A code that does not fit is none, and whatever length there is room for, what is written is the
/// whole code.
#[test]
fn codes_that_do_not_fit_are_none() {
    let mut random = Random(9);
    for (name, encoder) in encoders() {
        for _ in 0..3_000 {
            let state = random.state();
            let code = code_of(&*encoder, &state).expect("a state");
            for room in 0..code.len() + 2 {
                let mut place = vec![7; room];
                let len = encoder.encode(&state, &mut place);
                match room < code.len() {
                    true => assert_eq!(len, None, "{name}: {room} words for {code:?}"),
                    false => assert_eq!(place[..len.expect("there is room")], code[..], "{name}"),
                }
            }
        }
    }
}

/// 3 + 7 + 6 bits and so on: the widths of all words, from the lowest bit to the highest that is
/// used.
#[test]
fn a_mask_takes_the_used_bits_and_no_more() {
    let mut state = USED.to_vec();
    state.extend([2 | 0xffff_fe00, u32::MAX, 300]);
    let bits = 15 + 26 + 10 + 12 + 30 + 3 + 32 + 32 + 9_u32;
    let code = code_of(&Mask::new(&MODEL), &state).expect("a state");
    assert_eq!(code.len() as u32, bits.div_ceil(32));
}

#[test]
fn runs_are_counted() {
    let encoder = RunLength::new(&MODEL);
    let mut state = vec![0; 6];
    assert_eq!(code_of(&encoder, &state), Some(vec![0]));
    // Widths in bytes: 2, 4, 2, 2, 4, 1; then 2 of a place.
    state[1] = 0x0004_0506;
    state.push(300);
    // Two zeros and three others, ten zeros and two others: 44 and 1 of 300.
    let bytes = [2 << 4 | 3, 6, 5, 4, 10 << 4 | 2, 44, 1, 0];
    let words = [0, 4].map(|at| u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap()));
    assert_eq!(code_of(&encoder, &state), Some(words.to_vec()));
}

#[test]
fn frequencies_are_written_and_read() {
    let states = [vec![0, 0x03ff, 0, 0, 7, 0, 1, 7], vec![0; 6]];
    let counted = Frequencies::of(&MODEL, states.into_iter());
    let counts = counted.counts();
    // 15 bytes of each state, and 8 of a process.
    assert_eq!(counts.iter().sum::<u64>(), 2 * 15 + 8);
    let some = [3, 255, 7, 1].map(|byte| counts[byte]);
    assert_eq!((counts[0], some), (38 - 5, [1, 1, 2, 1]));
    assert_eq!(Frequencies::parse(&counted.text()), Ok(counted));
    for (text, expected) in [
        ("", "the first line is not `pvgen byte frequencies 1`"),
        (
            "pvgen byte frequencies 1\n0 5\n256 1\n",
            "line 3 is `256 1`",
        ),
        (
            "pvgen byte frequencies 1\n0\n",
            "line 2 is `0`, not a byte and",
        ),
    ] {
        let error = Frequencies::parse(text).expect_err(text);
        assert!(error.contains(expected), "{error}");
    }
}

/// States of a model and words that are none: each is fresh once, and read as it was. Some are
/// removed now and then.
fn holds_states_and_words_that_are_none(store: &mut dyn Evict, seed: u64) {
    let mut random = Random(seed);
    let mut stored: HashMap<Vec<u32>, Handle> = HashMap::new();
    let mut words = Vec::new();
    for step in 0..120_000 {
        let mut state = random.state();
        if step % 7 == 0 {
            state.push(random.next() as u32);
        }
        let answer = loop {
            let answer = store.insert(hash_of(&state), &state);
            if answer != Insertion::Full || store.grow(state.len(), None).is_err() {
                break answer;
            }
        };
        match answer {
            Insertion::Fresh(handle) => assert_eq!(stored.insert(state, handle), None),
            Insertion::Seen(handle) => assert_eq!(stored.get(&state), Some(&handle)),
            Insertion::Full => {
                let kept: Vec<Handle> = stored.values().copied().step_by(3).collect();
                let gone = stored.clone().into_iter();
                let gone: Vec<_> = gone
                    .filter(|(_, it)| !kept.contains(it))
                    .take(stored.len() / 4)
                    .collect();
                for (state, handle) in gone {
                    store.get(handle, &mut words);
                    assert_eq!(words, state);
                    store.forget(handle, hash_of, &mut words);
                    assert_eq!(store.find(hash_of(&state), &state), None);
                    stored.remove(&state);
                }
                let mut forgotten = Vec::new();
                let forget = &mut |it| forgotten.push(it);
                store
                    .reclaim(&state, &kept, hash_of, forget)
                    .expect("nothing ends it");
                assert!(!forgotten.iter().any(|it| kept.contains(it)));
                stored.retain(|_, handle| !forgotten.contains(handle));
            }
        }
        assert_eq!(store.len(), stored.len());
    }
    for (state, &handle) in &stored {
        store.get(handle, &mut words);
        assert_eq!(&words, state);
        assert_eq!(store.find(hash_of(state), state), Some(handle));
    }
    assert!(stored.len() > 4_000, "{}", stored.len());
}

/// Names of all lengths; nodes are swept that nothing needs.
#[test]
fn a_tree_holds_states_of_a_model_and_words_that_are_none() {
    for limit in [1 << 20, 16 << 20, 1 << 30, 64 << 30] {
        let budget = Arc::new(Budget::new(limit));
        let mut tree = TreeStore::new(budget).expect("an empty one fits");
        tree.limit_states(20_000).expect("room for the roots");
        holds_states_and_words_that_are_none(&mut tree, limit);
        // Only a megabyte is too little for the nodes.
        assert_eq!(tree.usage().sweeps > 0, limit == 1 << 20);
    }
}

/// With room for all components, and with room for some.
#[test]
fn a_collapse_store_holds_states_of_a_model_and_words_that_are_none() {
    for limit in [1 << 20, 3 << 20, 1 << 30] {
        let budget = Arc::new(Budget::new(limit));
        let components = Components::new(Layout::bits(&MODEL), &budget).expect("it fits");
        let store = EncodedStore::encoded(budget.clone(), Box::new(components));
        let mut store = store.expect("an empty one fits");
        holds_states_and_words_that_are_none(&mut store, limit);
        assert_eq!(store.usage().charged_bytes, budget.used_bytes());
        drop(store);
        assert_eq!(budget.used_bytes(), 0);
    }
}

/// Those of the model, packed, and others as they are: in any order, and nothing but the code says
/// where one ends.
#[test]
fn states_one_after_the_other() {
    static HIDING: ModelInfo = ModelInfo {
        hidden_words: 2,
        ..MODEL
    };
    let stream = Stream::new(&HIDING);
    let mut random = Random(11);
    let states: Vec<(Vec<u32>, [u32; 2])> = (0..2_000)
        .map(|number| {
            let mut words = random.state();
            if number % 7 == 0 {
                words[0] = u32::MAX;
            }
            (words, [random.word(u32::MAX), number])
        })
        .collect();
    let mut code = Vec::new();
    let (mut packed, mut plain) = (0, 0);
    for (words, hidden) in &states {
        let start = code.len();
        code.resize(start + stream.room(words.len()), 0xdead_beef);
        let len = stream.write(words, hidden, &mut code[start..]);
        code.truncate(start + len);
        match words[0] {
            u32::MAX => plain += len - words.len(),
            _ => packed += usize::from(len < words.len() + hidden.len()),
        }
    }
    assert_eq!(plain, 3 * states.len().div_ceil(7), "a word says how many");
    assert!(packed > states.len() / 2);
    let (mut at, mut words, mut hidden) = (0, Vec::new(), Vec::new());
    for state in &states {
        at += stream.read(&code[at..], &mut words, &mut hidden);
        assert_eq!((&words, &hidden[..]), (&state.0, &state.1[..]));
    }
    assert_eq!(at, code.len());
}
