/// @file tracing.hpp
/// Recording of a computation for Python: named inputs, and the columns of the graph.
#pragma once

#include <pybind11/numpy.h>
#include <pybind11/stl.h>

#include <algorithm>
#include <string>
#include <vector>

#include "equidyn/scalar/recording.hpp"

namespace equidyn {

/// The inputs of a graph, unknown until the arm moves, in the order of request.
class Inputs {
 public:
  explicit Inputs(const Trace& trace) : trace_(trace) {}

  Traced scalar(const std::string& name, double value) {
    names_.push_back(name);
    nodes_.push_back(static_cast<int>(trace_.nodes().size()));
    return Traced::input(value);
  }
  std::vector<Traced> joints(const std::string& name, const std::vector<double>& values) {
    std::vector<Traced> inputs;
    inputs.reserve(values.size());
    for (std::size_t k = 0; k < values.size(); ++k)
      inputs.push_back(scalar(name + "[" + std::to_string(k) + "]", values[k]));
    return inputs;
  }
  Vec3<Traced> vector(const std::string& name) {
    Vec3<Traced> inputs;
    for (int k = 0; k < 3; ++k) inputs(k) = scalar(name + "[" + std::to_string(k) + "]", 0.5 + k);
    return inputs;
  }

  const std::vector<std::string>& names() const { return names_; }
  const std::vector<int>& nodes() const { return nodes_; }

 private:
  const Trace& trace_;
  std::vector<std::string> names_;
  std::vector<int> nodes_;
};

/// The motion of frame 0: unknown, or at rest under the gravity of the arm.
inline BaseMotion<Traced> base_motion(const Arm<double>& arm, bool moving, Inputs& inputs) {
  if (moving) return {inputs.vector("base_w"), inputs.vector("base_al"), inputs.vector("base_a")};
  return base_at_rest(arm);
}

template <class V, class Get>
pybind11::array_t<V> column(const std::vector<Trace::Node>& nodes, Get get) {
  pybind11::array_t<V> values(static_cast<pybind11::ssize_t>(nodes.size()));
  std::transform(nodes.begin(), nodes.end(), values.mutable_data(), get);
  return values;
}

inline pybind11::dict columns(const Trace& trace, const Inputs& inputs,
                              const std::vector<Traced>& outputs) {
  const std::vector<Trace::Node>& nodes = trace.nodes();
  using Node = Trace::Node;
  std::vector<int> output_nodes;
  std::vector<double> output_values;
  for (const Traced& output : outputs) {
    output_nodes.push_back(output.reference().node);
    output_values.push_back(output.reference().value);
  }
  pybind11::dict graph;
  graph["operation"] =
      column<int>(nodes, [](const Node& x) { return static_cast<int>(x.operation); });
  graph["left"] = column<int>(nodes, [](const Node& x) { return x.left.node; });
  graph["right"] = column<int>(nodes, [](const Node& x) { return x.right.node; });
  graph["left_value"] = column<double>(nodes, [](const Node& x) { return x.left.value; });
  graph["right_value"] = column<double>(nodes, [](const Node& x) { return x.right.value; });
  graph["value"] = column<double>(nodes, [](const Node& x) { return x.value; });
  graph["row"] = column<int>(nodes, [](const Node& x) { return x.row; });
  graph["rows"] = trace.rows();
  graph["input_names"] = inputs.names();
  graph["input_nodes"] = inputs.nodes();
  graph["output_nodes"] = output_nodes;
  graph["output_values"] = output_values;
  return graph;
}

}  // namespace equidyn
