/* As offer-beside-no-channel.pml: the channel that `d` names has gone with its process. */
chan d;
chan r = [0] of { byte };
proctype Owner() { chan own = [0] of { byte }; d = own }
active proctype M() { byte k; run Owner(); (_nr_pr == 2); d?k }
active proctype S() { (d != 0 && _nr_pr == 2); if :: r!1 :: else -> assert(false) fi }
