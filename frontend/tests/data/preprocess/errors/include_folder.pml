#include "include"
