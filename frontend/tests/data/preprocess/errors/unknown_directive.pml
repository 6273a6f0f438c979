#defin N 3
#import "x"
#line x
#! shell
