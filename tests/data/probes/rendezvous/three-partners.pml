/* Handshake: three processes that offer and take on one channel; who is left over cannot end. */
chan pair = [0] of { pid }; byte met;
active [3] proctype Dancer() { pid who; if :: pair!_pid -> met = met + 1 :: pair?who -> assert(who != _pid) fi; met = met + 2 }
