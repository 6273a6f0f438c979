/* A channel that was never made: no length is right. */
chan c = 2;
chan one = [1] of { byte };

active proctype P() { one!1; c!1 }
