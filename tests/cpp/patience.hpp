/// @file patience.hpp
/// Somebody who waits for a result, for a while.
#pragma once

#include "equidyn/interface/interruption.hpp"

namespace equidyn::test {

/// Looks up whenever it is asked, and says stop from some time on.
class Patience final : public Watch {
 public:
  explicit Patience(int questions) : questions_(questions) {}
  int asked() const { return asked_; }

 protected:
  int turns_until_next_look() noexcept override { return ++asked_ <= questions_ ? 1 : 0; }

 private:
  int questions_, asked_ = 0;
};

}  // namespace equidyn::test
