//! The verbs of the front end conflict as those of the runtime do: `pvgen tags` shows what an
//! analyzer decides by.

use frontend::tags;
use runtime::tags::{Verb, When};

/// The verb of the runtime with the same name.
fn same(verb: tags::Verb) -> Verb {
    match verb {
        tags::Verb::Read => Verb::Read,
        tags::Verb::Write => Verb::Write,
        tags::Verb::Send => Verb::Send,
        tags::Verb::Receive => Verb::Receive,
        tags::Verb::Ask => Verb::Ask,
        tags::Verb::FindsMessage => Verb::FindsMessage,
        tags::Verb::FindsRoom => Verb::FindsRoom,
        tags::Verb::AwaitSend => Verb::AwaitSend,
        tags::Verb::AwaitReceive => Verb::AwaitReceive,
        tags::Verb::Offer => Verb::Offer,
        tags::Verb::Accept => Verb::Accept,
        tags::Verb::SeeksReceiver => Verb::SeeksReceiver,
        tags::Verb::MovesReceiver => Verb::MovesReceiver,
        tags::Verb::Start => Verb::Start,
        tags::Verb::End => Verb::End,
    }
}

#[test]
fn both_tables_of_conflicts_are_one() {
    let times = [
        (tags::When::BothEnabled, When::BothEnabled),
        (tags::When::Later, When::Later),
        (tags::When::LaterPerhapsDisabled, When::LaterPerhapsDisabled),
    ];
    for a in tags::Verb::ALL {
        for b in tags::Verb::ALL {
            for (ours, theirs) in times {
                let conflict = a.conflicts(b, ours);
                assert_eq!(
                    conflict,
                    same(a).conflicts(same(b), theirs),
                    "{a:?} {b:?} {ours:?}"
                );
                assert_eq!(conflict, b.conflicts(a, ours), "{a:?} {b:?} is symmetric");
            }
        }
    }
}
