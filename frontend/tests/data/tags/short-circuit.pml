/* What stands behind `||` and in the arms of `->` is read only if it is evaluated; of a guard that holds, everything between `&&` is. */
byte x, y;
byte a[3];

active [2] proctype P()
{
	byte k;

	(k == _pid || x > 0);                    //= read x if !(k == _pid)
	(k == _pid && a[k] == 0);                //= read a[k]
	(k == _pid || (k > 1 && y == 0));        //= read y if !(k == _pid) && k > 1
	(k == _pid || x > 0 || y > 0);           //= read x if !(k == _pid), read y if !(k == _pid)
	(k > 1 -> x : y) > 0;                    //= read x if k > 1, read y if !(k > 1)
	(x > 0 || y > 0);                        //= read x, read y
	k = (k > 0 -> x : 0)                     //= read x if k > 0
}                                           //= end _nr_pr
