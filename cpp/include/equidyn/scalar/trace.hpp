/// @file trace.hpp
/// The expression graph of one evaluation.
#pragma once

#include <map>
#include <new>
#include <string>
#include <tuple>
#include <vector>

#include "equidyn/interface/of_this_thread.hpp"

namespace equidyn {

enum class Operation : int {
  kInput,
  kFullEntry,
  kAdd,
  kSubtract,
  kMultiply,
  kNegate,
  kCosine,
  kSine,
  kDivide
};

/// An expression graph in order of evaluation. A reference is the index of an earlier node, or a
/// constant. The equations that are recorded throw nothing: where memory ends, no more is recorded,
/// and who asks for the graph afterwards gets std::bad_alloc.
class Trace {
 public:
  struct Reference {
    int node = -1;     ///< -1: a constant
    double value = 0;  ///< what it evaluates to in the traced state
  };
  struct Node {
    Operation operation;
    Reference left, right;  ///< right is unused by inputs, negations, cosines and sines
    double value;
    int row;  ///< of the paper's table, an index of rows()
  };

  explicit Trace(bool full_matrices) : full_matrices_(full_matrices) {}

  bool full_matrices() const { return full_matrices_; }
  const std::vector<Node>& nodes() const {
    require_whole();
    return nodes_;
  }
  const std::vector<std::string>& rows() const {
    require_whole();
    return rows_;
  }
  int row() const { return row_; }

  int size() const { return static_cast<int>(nodes_.size()); }

  /// The row of the nodes that follow.
  void set_row(int row) { row_ = row; }
  /// Gives a row to the nodes from `first` on that have none of their own.
  void give_row(int row, int first) {
    for (auto node = nodes_.begin() + first; node != nodes_.end(); ++node)
      if (node->row == row_) node->row = row;
  }
  int row_named(const char* name) noexcept {
    int number = row_;
    record([&] {
      const auto [found, is_new] = row_numbers_.try_emplace(name, static_cast<int>(rows_.size()));
      if (is_new) rows_.emplace_back(name);
      number = found->second;
    });
    return number;
  }

  /// Records a node. Entries of a rotation matrix are formed once, however often they are asked for.
  Reference add(Operation operation, const Reference& left, const Reference& right,
                double value) noexcept {
    int number = size();
    record([&] {
      if (rows_[static_cast<std::size_t>(row_)] == kRotationEntries) {
        const auto key = std::tuple{left.node, left.value, right.node, right.value};
        const auto [found, is_new] = entries_.try_emplace(key, number);
        if (!is_new) {
          number = found->second;
          return;
        }
      }
      nodes_.push_back({operation, left, right, value, row_});
    });
    return {number, value};
  }

  static constexpr const char* kRotationEntries = "rotation entries";

  /// The trace that records the operations of this thread.
  static Trace*& active() { return of_this_thread().trace; }

 private:
  /// Does what takes memory, as long as there was enough.
  template <class Record>
  void record(Record&& recording) noexcept {
    if (!is_whole_) return;
    try {
      recording();
    } catch (const std::bad_alloc&) {
      is_whole_ = false;
    }
  }
  void require_whole() const {
    if (!is_whole_) throw std::bad_alloc();
  }

  bool full_matrices_;
  std::vector<Node> nodes_;
  std::vector<std::string> rows_{"evaluation"};  // without a named row
  std::map<std::string, int> row_numbers_{{"evaluation", 0}};
  std::map<std::tuple<int, double, int, double>, int> entries_;
  int row_ = 0;
  bool is_whole_ = true;
};

}  // namespace equidyn
