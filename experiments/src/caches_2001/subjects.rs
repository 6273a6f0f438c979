//! The models, chosen before anything was measured with them: of each kind that the paper has and
//! we have, with some hundred thousand states, and others of ours.

/// A model with its parameters.
pub struct Subject {
    /// In tables.
    pub name: &'static str,
    /// Below the examples.
    pub file: &'static str,
    defines: &'static [&'static str],
    /// The row of the paper that is of the same kind.
    pub of_paper: Option<&'static str>,
}

impl Subject {
    /// As owned strings.
    pub fn defines(&self) -> Vec<String> {
        self.defines.iter().map(|it| it.to_string()).collect()
    }
}

const fn subject(
    name: &'static str,
    file: &'static str,
    defines: &'static [&'static str],
    of_paper: Option<&'static str>,
) -> Subject {
    Subject {
        name,
        file,
        defines,
        of_paper,
    }
}

/// All of them.
#[rustfmt::skip]
pub const SUBJECTS: [Subject; 17] = [
    subject("peterson",          "mutual-exclusion/peterson.pml",     &[],               Some("n.peterson")),
    subject("mcs-lock, swap",    "mutual-exclusion/mcs-lock.pml",     &["SWAP_ONLY"],    Some("mcslock1")),
    subject("mcs-lock",          "mutual-exclusion/mcs-lock.pml",     &[],               Some("mcslock2")),
    subject("tree-arbiter",      "mutual-exclusion/tree-arbiter.pml", &[],               Some("arbiter")),
    subject("dash",              "coherence/dash.pml",                &[],               Some("adash")),
    subject("illinois",          "coherence/illinois.pml",            &[],               Some("cache3multi")),
    subject("distributed-list",  "lists/distributed-list.pml",        &[],               Some("list6")),
    subject("sci",               "lists/sci.pml",                     &[],               Some("sci")),
    subject("needham-schroeder", "security/needham-schroeder.pml",    &["RESPONDERS=2"], Some("ns")),
    subject("kerberos",          "security/kerberos.pml",             &[],               Some("kerb")),
    subject("gbn",               "benchmarks/gbn.pml",                &[],               None),
    subject("philo",             "benchmarks/philo.pml",              &["N=6"],          None),
    subject("ring",              "benchmarks/ring.pml",               &["N=6"],          None),
    subject("dtp",               "protocols/dtp.pml",                 &[],               None),
    subject("pftp",              "pftp.pml",                          &[],               None),
    subject("alternating-bit",   "protocols/alternating-bit.pml",     &["LINE=4", "VALUES=16"], None),
    subject("chang-roberts",     "leader-election/chang-roberts.pml", &[],               None),
];
