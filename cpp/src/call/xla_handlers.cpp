#include "call/xla_handlers.hpp"

#include <algorithm>
#include <array>
#include <exception>
#include <limits>
#include <memory>
#include <new>
#include <optional>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "call/finite.hpp"
#include "call/float32_error.hpp"
#include "call/kernel_batch.hpp"
#include "call/operands.hpp"
#include "call/packed_arm.hpp"
#include "call/rows_of_batch.hpp"
#include "call/singular_rows.hpp"
#include "equidyn/interface/evaluate_states.hpp"

namespace equidyn {
namespace {

using kernels::Quantity;
using kernels::Results;
using kernels::States;

/// An array of a call: rows of numbers, with the leading axes of the results or 1.
struct XlaRows {
  int type;
  const void* data;
  std::span<const std::int64_t> leading;
  std::int64_t width;

  std::ptrdiff_t count() const {
    std::ptrdiff_t rows = 1;
    for (const std::int64_t extent : leading) rows *= extent;
    return rows;
  }
};

[[noreturn]] void refuse(const std::string& what) { throw std::invalid_argument(what); }

/// An attribute by its place in the order of names.
template <class T>
const T& constant(const xla::Attributes& given, std::int64_t place, std::string_view name,
                  int kind) {
  if (place >= given.count || given.kinds[place] != kind ||
      std::string_view(given.names[place]->data, given.names[place]->size) != name)
    refuse(std::string(name) + ": expected this attribute, got another");
  return *static_cast<const T*>(given.items[place]);
}

std::span<const double> packed_arm(const xla::Attributes& given) {
  const auto& array = constant<xla::Array>(given, 0, "arm", xla::kArray);
  if (array.type != xla::kInt64) refuse("arm: expected an array of int64, got another type");
  return {static_cast<const double*>(array.data), array.count};
}

kernels::Choices choices_of(const xla::Attributes& given) {
  const auto& scalar = constant<xla::Scalar>(given, 1, "options", xla::kScalar);
  if (scalar.type != xla::kInt64) refuse("options: expected int64, got another type");
  return static_cast<kernels::Choices>(*static_cast<const std::int64_t*>(scalar.value));
}

const xla::Buffer& buffer(const xla::Buffers& given, std::int64_t place) {
  if (given.kinds[place] != xla::kBuffer) refuse("operands: expected arrays, got something else");
  return *static_cast<const xla::Buffer*>(given.items[place]);
}

/// The operands of a call, by their names: those of its quantity, then those of the options.
struct Inputs {
  std::array<Given, kernels::kMostInputs> given{};
  std::size_t count = 0;

  Inputs(const Quantity& quantity, kernels::Choices choices) {
    for (int k = 0; k < quantity.operands; ++k) add(quantity.given[static_cast<std::size_t>(k)]);
    if ((choices & kernels::kTip) != 0) add(Given::kTipWrench);
    if ((choices & kernels::kBase) != 0)
      for (const Given each : {Given::kBaseW, Given::kBaseAl, Given::kBaseA}) add(each);
  }

 private:
  void add(Given which) { given[count++] = which; }
};

/// An array for each of them.
template <class X>
using PerInput = std::array<X, kernels::kMostInputs>;

/// A call that XLA makes, checked.
struct XlaCall {
  const Quantity& quantity;
  std::span<const double> arm;
  kernels::Choices choices;
  int n;
  Inputs inputs;
  int type;
  std::span<const std::int64_t> leading;  ///< of the results
  PerInput<XlaRows> operands{};
  std::optional<XlaRows> parameters;
  std::array<void*, kernels::kMostResults> results{};

  XlaCall(const Quantity& which, const xla::Call& given)
      : quantity(which),
        arm(packed_arm(given.attributes)),
        choices(choices_of(given.attributes)),
        n(joints_of(arm)),
        inputs(quantity, choices) {
    if (given.results.count != quantity.results) refuse("results: expected another number of them");
    const auto count = static_cast<std::int64_t>(inputs.count);
    if (given.arguments.count != count && given.arguments.count != count + 1)
      refuse("operands: expected another number of them");
    for (int k = 0; k < quantity.results; ++k) take_result(k, buffer(given.results, k));
    for (std::int64_t k = 0; k < count; ++k) {
      const auto place = static_cast<std::size_t>(k);
      operands[place] = rows_of(buffer(given.arguments, k), width_of(inputs.given[place], n));
    }
    if (given.arguments.count > count)
      parameters = rows_of(buffer(given.arguments, count), extents().parameters());
  }

  kernels::Extents extents() const {
    return {n, (choices & kernels::kFriction) != 0, (choices & kernels::kMotors) != 0};
  }
  std::ptrdiff_t rows() const {
    std::ptrdiff_t count = 1;
    for (const std::int64_t extent : leading) count *= extent;
    return count;
  }
  std::ptrdiff_t numbers(int result) const { return quantity.shape_of(result).numbers(extents()); }

 private:
  void take_result(int k, const xla::Buffer& result) {
    const kernels::Shape& shape = quantity.shape_of(k);
    const std::int64_t axes = result.axes - shape.axes();
    if (axes < 0) refuse("results: expected more axes");
    const std::span<const std::int64_t> batch(result.extents, static_cast<std::size_t>(axes));
    if (k == 0) leading = batch, type = result.type;
    if (result.type != type || !std::ranges::equal(batch, leading) ||
        (type != xla::kFloat64 && type != xla::kFloat32))
      refuse("results: expected float64 or float32, and the same leading axes");
    for (int axis = 0; axis < shape.axes(); ++axis)
      if (result.extents[axes + axis] != shape.extent(axis, extents()))
        refuse("results: expected another shape");
    results[static_cast<std::size_t>(k)] = result.data;
  }

  XlaRows rows_of(const xla::Buffer& operand, std::int64_t width) const {
    const auto axes = static_cast<std::size_t>(operand.axes);
    if (operand.type != type || axes != leading.size() + 1 || operand.extents[axes - 1] != width)
      refuse("operands: expected the type of the results, their leading axes, and rows of " +
             std::to_string(width));
    for (std::size_t axis = 0; axis + 1 < axes; ++axis)
      if (operand.extents[axis] != leading[axis] && operand.extents[axis] != 1)
        refuse("operands: expected the leading axes of the results, or 1");
    return {type, operand.data, {operand.extents, axes - 1}, width};
  }
};

/// The operands of some rows, and where their results go, in the precision of T.
template <class T>
struct Work {
  const XlaCall& call;
  ArmsOfCall arms;
  Results<T> out;
};

/// Evaluates a batch on all processors. States without results have NaN for results.
template <class T>
void evaluate_batch(const Work<T>& work, const Batch& batch) {
  // one by one: lambdas of clang before 16 capture no structured binding
  const XlaCall& call = work.call;
  const ArmsOfCall& arms = work.arms;
  const Results<T>& out = work.out;
  const Quantity& quantity = call.quantity;
  const auto defined = [&](std::ptrdiff_t row) {
    std::vector<T> numbers;
    for (std::size_t k = 0; k < call.inputs.count; ++k) {
      const Given which = call.inputs.given[k];
      numbers.resize(static_cast<std::size_t>(width_of(which, call.n)));
      read_row<T>(batch[which], batch.shape, row, std::span<T>(numbers));
      if (!all_finite<T>(numbers)) return false;
    }
    if (!kernels::divides_by_inertia(quantity.task)) return true;
    std::vector<double> q(static_cast<std::size_t>(call.n));
    read_row<T>(batch[Given::kQ], batch.shape, row, std::span<double>(q));
    return arms.with_arm_of(batch, row, [&](const CompiledArm& arm) {
      return singular_joint_at(arm, q, batch.motors).joint == 0;
    });
  };
  const Examine examine = [&](std::ptrdiff_t row) {
    if (defined(row)) return;
    for (int k = 0; k < quantity.results; ++k)
      std::fill_n(out[static_cast<std::size_t>(k)] + row * call.numbers(k), call.numbers(k),
                  std::numeric_limits<T>::quiet_NaN());
  };
  const int workers = thread_count(std::nullopt, batch.rows() * quantity.work(call.extents()));
  evaluate_by_kernels<T>(quantity.task, arms, batch, out, workers, [] { return false; }, examine);
}

/// How far rows are apart along the leading axes; 0 along those that are broadcast.
std::vector<std::ptrdiff_t> strides_of(const XlaRows& rows, std::ptrdiff_t stride) {
  std::vector<std::ptrdiff_t> strides(rows.leading.size());
  for (std::size_t axis = strides.size(); axis-- > 0;) {
    strides[axis] = rows.leading[axis] == 1 ? 0 : stride;
    stride *= rows.leading[axis];
  }
  return strides;
}

/// The operands as rows of T that have these data, broadcast.
template <class T>
Batch batch_of(const XlaCall& call, const PerInput<const T*>& data) {
  Batch batch;
  batch.shape.assign(call.leading.begin(), call.leading.end());
  batch.friction = call.extents().friction;
  batch.motors = call.extents().motors;
  batch.in_tool = (call.choices & kernels::kFrame) != 0;
  for (std::size_t k = 0; k < call.inputs.count; ++k) {
    BroadcastRows& rows = batch[call.inputs.given[k]];
    rows.data = reinterpret_cast<const char*>(data[k]);
    rows.step = sizeof(T);
    rows.strides = strides_of(call.operands[k], call.operands[k].width * rows.step);
  }
  return batch;
}

/// Evaluates few states; each operand has one row for all or one per state. Returns
/// whether they are such, and all numbers finite.
template <class T>
bool evaluate_directly(const Work<T>& work, const PerInput<const T*>& data) {
  const auto& [call, arms, out] = work;
  const std::ptrdiff_t rows = call.rows();
  if (rows * call.quantity.work(call.extents()) >= kWorkForThreads) return false;
  States<T> states;
  states.friction = call.extents().friction;
  states.motors = call.extents().motors;
  states.in_tool = (call.choices & kernels::kFrame) != 0;
  for (std::size_t k = 0; k < call.inputs.count; ++k) {
    const std::ptrdiff_t count = call.operands[k].count();
    if (count != rows && count != 1) return false;
    states.*kOperandOf<T>[static_cast<std::size_t>(call.inputs.given[k])] = {
        data[k], count == 1 ? 0 : static_cast<std::ptrdiff_t>(call.operands[k].width)};
  }
  return evaluate_states(call.quantity.task, arms.first.template model<T>(), states, rows, out);
}

/// The numbers of an array as float64: in place, or in `copy`.
const double* as_double(const XlaRows& rows, std::vector<double>& copy) {
  if (rows.type == xla::kFloat64) return static_cast<const double*>(rows.data);
  const auto* const from = static_cast<const float*>(rows.data);
  copy.assign(from, from + rows.count() * rows.width);
  return copy.data();
}

/// The arms of a call.
struct XlaArms {
  std::shared_ptr<const CompiledArm> one;
  std::shared_ptr<const ManyArms> many;

  explicit XlaArms(const XlaCall& call) {
    std::vector<double> copy;
    std::span<const double> parameters;
    std::ptrdiff_t arms = 1;
    if (call.parameters) {
      const XlaRows& rows = *call.parameters;
      arms = rows.count();
      parameters = {as_double(rows, copy), static_cast<std::size_t>(arms * rows.width)};
    }
    if (arms == 1)
      one = unpacked(call.arm, parameters);
    else
      many = unpacked_each(call.arm, parameters, static_cast<std::size_t>(arms));
  }

  ArmsOfCall of_call() const { return one ? ArmsOfCall(*one) : ArmsOfCall(*many); }
};

template <class T>
void evaluate_in(const XlaCall& call, const ArmsOfCall& arms, const PerInput<const T*>& data,
                 const Results<T>& out) {
  if (arms.many == nullptr && evaluate_directly<T>({call, arms, out}, data)) return;
  Batch batch = batch_of<T>(call, data);
  if (arms.many != nullptr && call.parameters) batch.arm_strides = strides_of(*call.parameters, 1);
  evaluate_batch<T>({call, arms, out}, batch);
}

/// In the precision of T, in place.
template <class T>
void evaluate_in_place(const XlaCall& call, const ArmsOfCall& arms) {
  PerInput<const T*> data{};
  for (std::size_t k = 0; k < data.size(); ++k)
    data[k] = static_cast<const T*>(call.operands[k].data);
  Results<T> out{};
  for (std::size_t k = 0; k < out.size(); ++k) out[k] = static_cast<T*>(call.results[k]);
  evaluate_in<T>(call, arms, data, out);
}

/// In float64, of float32 to float32, where float32 is not for it.
void evaluate_wider(const XlaCall& call, const ArmsOfCall& arms) {
  const auto results = static_cast<std::size_t>(call.quantity.results);
  PerInput<std::vector<double>> copies;
  PerInput<const double*> data{};
  for (std::size_t k = 0; k < call.inputs.count; ++k)
    data[k] = as_double(call.operands[k], copies[k]);
  std::array<std::vector<double>, kernels::kMostResults> wide;
  Results<double> out{};
  for (std::size_t k = 0; k < results; ++k) {
    wide[k].resize(static_cast<std::size_t>(call.rows() * call.numbers(static_cast<int>(k))));
    out[k] = wide[k].data();
  }
  evaluate_in<double>(call, arms, data, out);
  for (std::size_t k = 0; k < results; ++k)
    std::ranges::transform(wide[k], static_cast<float*>(call.results[k]),
                           [](double value) { return static_cast<float>(value); });
}

void evaluate_call(const XlaCall& call) {
  if (call.rows() == 0) return;
  const XlaArms of(call);
  const ArmsOfCall arms = of.of_call();
  if (call.type == xla::kFloat64)
    evaluate_in_place<double>(call, arms);
  else if (kernels::computes<float>(call.quantity.task) && suits_float32(arms))
    evaluate_in_place<float>(call, arms);
  else
    evaluate_wider(call, arms);
}

xla::Error* error(const xla::Call& call, int code, const std::string& message) {
  const xla::NewError made{sizeof(xla::NewError), nullptr, message.c_str(), code};
  return call.api->make_error(&made);
}

/// Answers a call: the question for the version, or a batch of states.
xla::Error* answer(const Quantity& quantity, const xla::Call& call) {
  for (const xla::Extension* each = call.extensions; each != nullptr; each = each->next)
    if (each->kind == xla::kMetadata) {
      xla::Metadata& own = *reinterpret_cast<const xla::MetadataExtension*>(each)->metadata;
      own.version = {sizeof(xla::Version), nullptr, xla::kMajor, xla::kOldestMinor};
      own.traits = 0;
      return nullptr;
    }
  if (call.stage != xla::kExecution) return nullptr;
  const std::string name(quantity.name);
  try {
    evaluate_call(XlaCall(quantity, call));
    return nullptr;
  } catch (const std::bad_alloc&) {
    return error(call, xla::kNoMemory, name + ": out of memory");
  } catch (const std::exception& cause) {
    return error(call, xla::kBadArgument, name + ": " + cause.what());
  }
}

template <std::size_t k>
xla::Error* handler(xla::Call* call) {
  return answer(kernels::kQuantities[k], *call);
}

}  // namespace

std::span<const XlaHandler> xla_handlers() {
  static const auto all = []<std::size_t... k>(std::index_sequence<k...>) {
    return std::array{XlaHandler{kernels::kQuantities[k].name, &handler<k>}...};
  }(std::make_index_sequence<kernels::kQuantities.size()>());
  return all;
}

}  // namespace equidyn
