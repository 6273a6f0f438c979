//! Newtype ids: indices into the tables of [`super::Model`] and of its proctypes, never bare
//! integers.

macro_rules! id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(pub u32);

        impl $name {
            /// The position in its table.
            pub fn index(self) -> usize {
                self.0 as usize
            }
        }

        impl From<usize> for $name {
            fn from(index: usize) -> Self {
                Self(u32::try_from(index).expect("a table holds fewer than 2^32 entries"))
            }
        }
    };
}

id! {
    /// A global variable: index into [`super::Model::globals`].
    GlobalId
}
id! {
    /// A parameter or local variable: index into [`super::Proctype::locals`].
    LocalId
}
id! {
    /// A proctype (or `init`): index into [`super::Model::proctypes`].
    ProctypeId
}
id! {
    /// A control location: index into [`super::Proctype::places`].
    PlaceId
}
id! {
    /// A control location inside a `d_step`: index into [`super::Deterministic::nodes`].
    NodeId
}
id! {
    /// A transition of one proctype: index into [`super::Proctype::transitions`].
    TransitionId
}
id! {
    /// A message type: index into [`super::Model::signatures`].
    SignatureId
}
