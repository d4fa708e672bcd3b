// The odd formulations of the registry, over EQUIDYN_SCALAR.
#define EQUIDYN_OFFSET 1
#include "methods/formulations-inl.hpp"
