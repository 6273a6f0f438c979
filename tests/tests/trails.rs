//! Every violation comes with a trail, and the trail is a true execution: `pvgen replay` walks it through the interpreter, which
//! shares no code with the analyzer that wrote it.
