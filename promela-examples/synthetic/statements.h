/* COUNT times STATEMENT, for COUNT from 0 to 20 */
#if COUNT > 0
	STATEMENT;
#endif
#if COUNT > 1
	STATEMENT;
#endif
#if COUNT > 2
	STATEMENT;
#endif
#if COUNT > 3
	STATEMENT;
#endif
#if COUNT > 4
	STATEMENT;
#endif
#if COUNT > 5
	STATEMENT;
#endif
#if COUNT > 6
	STATEMENT;
#endif
#if COUNT > 7
	STATEMENT;
#endif
#if COUNT > 8
	STATEMENT;
#endif
#if COUNT > 9
	STATEMENT;
#endif
#if COUNT > 10
	STATEMENT;
#endif
#if COUNT > 11
	STATEMENT;
#endif
#if COUNT > 12
	STATEMENT;
#endif
#if COUNT > 13
	STATEMENT;
#endif
#if COUNT > 14
	STATEMENT;
#endif
#if COUNT > 15
	STATEMENT;
#endif
#if COUNT > 16
	STATEMENT;
#endif
#if COUNT > 17
	STATEMENT;
#endif
#if COUNT > 18
	STATEMENT;
#endif
#if COUNT > 19
	STATEMENT;
#endif
