#define SAY printf("oops
#define TALK SAY)
#define FINE don't
init {
  TALK
}
