/* Channels: an option that asks a channel that was never made. */
chan nowhere; byte got;
init { got = 1; do :: nowhere ? got -> break :: else -> break od }
