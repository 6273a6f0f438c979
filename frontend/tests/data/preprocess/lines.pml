a /* comment */ b // rest
c /* over
two lines */ d
e \
f // on \
going
g/**/h "no /* comment */ // here" '"' i
  indented	tab
j /* it's fine */ k // don't
in\
t x; "str\
ing"
#define LINES 1 \
  + 2 /* and
  more */ + 3
LINES l __LINE__
#define HERE __LINE__ __FILE__
HERE
m /**/
/**/ n
/* a /* b */ o
"\"" '\'' '\\' p
last