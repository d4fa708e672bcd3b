// The even formulations of the registry, over EQUIDYN_SCALAR.
#define EQUIDYN_OFFSET 0
#include "methods/formulations-inl.hpp"
