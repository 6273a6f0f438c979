active proctype P() { skip }
