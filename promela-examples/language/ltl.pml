/*
 * The first formula holds, the second fails; a formula may name what is declared after it.
 */
ltl reaches { <> (x == 2) }
ltl stays   { [] (x < 2) }

byte x;

active proctype P()
{
	x = 1;
	x = 2
}
