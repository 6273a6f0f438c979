//! Promises of exclusive access that are not proven: the statements that could break one look
//! whether they do.

use frontend::ir::{Access, ChannelUse, Direction, Model, ProctypeId, text};
use frontend::tags::flow::Flow;

use super::names::{self, Names};

/// A promise that is watched.
#[derive(Clone, Debug, PartialEq)]
pub struct Watched {
    /// Its constant in generated code.
    pub constant: String,
    /// `xr q`.
    pub text: String,
    /// Who makes it.
    pub proctype: ProctypeId,
    /// What no one else does.
    pub direction: Direction,
    /// The channel.
    pub channel: Access,
}

/// The promises to be watched, of proctypes that are started. One of an element of an array whose
/// index is computed is not, and SPIN refuses them all.
pub fn watched(model: &Model, started: &[bool], constants: &mut Names) -> Vec<Watched> {
    let mut all = Vec::new();
    let proctypes = model.proctypes.iter().enumerate();
    for (i, proctype) in proctypes.filter(|&(i, _)| started[i]) {
        for promise in proctype.unproven().filter(|it| is_fixed(&it.channel)) {
            let keyword = match promise.direction {
                Direction::Receive => "xr",
                Direction::Send => "xs",
            };
            let channel = text::access(model, proctype, &promise.channel);
            all.push(Watched {
                constant: constants.claim(&names::constant(&format!("{keyword}_{channel}"))),
                text: format!("{keyword} {channel}"),
                proctype: ProctypeId::from(i),
                direction: promise.direction,
                channel: promise.channel.clone(),
            });
        }
    }
    all
}

impl Watched {
    /// Whether a use of a channel by a process of a proctype may break the promise.
    ///
    /// A question about an element whose index is computed is not looked at: it may stand where it
    /// is never evaluated.
    pub fn concerns(
        &self,
        flow: &Flow,
        proctype: ProctypeId,
        (used, channel): (ChannelUse, &Access),
    ) -> bool {
        let is_statement = matches!(used, ChannelUse::Receive | ChannelUse::Send);
        let promised = flow.named_by(self.proctype, self.channel.var);
        used.is_promised(self.direction)
            && (is_statement || is_fixed(channel))
            && !promised.is_disjoint(flow.named_by(proctype, channel.var))
    }
}

fn is_fixed(access: &Access) -> bool {
    access.constant_element().is_some()
}
