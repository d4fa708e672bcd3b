/// @file counted_new.hpp
/// An operator new that counts its calls. In a translation unit of its own, because a compiler that
/// sees into a replaced new or delete takes the two for mismatched.
#pragma once

namespace equidyn::test {

/// How often memory was asked for since the program began.
int allocations();

}  // namespace equidyn::test
