/* Send and receive: fewer fields than the channel's messages have. */
chan line = [1] of { byte, byte, bit }; byte a, b;
init { line!1,2; line?a,b }
