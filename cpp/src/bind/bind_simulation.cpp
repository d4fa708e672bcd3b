// Simulation of arms, integrated step by step by the kernels.
#include <pybind11/stl.h>

#include <atomic>
#include <cstring>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "bind/bindings.hpp"
#include "bind/control_of_drives.hpp"
#include "bind/named_arrays.hpp"
#include "bind/quantity_argument.hpp"
#include "call/compiled_arm.hpp"
#include "call/operands.hpp"
#include "call/results.hpp"
#include "call/run_batch.hpp"
#include "call/scratch_space.hpp"
#include "call/simulated_by_method.hpp"
#include "call/singular_rows.hpp"
#include "instruction_sets/instruction_sets.hpp"

namespace py = pybind11;

namespace equidyn {
namespace {

using kernels::Integrator;
using kernels::Recorded;
using Shape = std::vector<py::ssize_t>;

/// Rows per block: whole registers, a few milliseconds at most.
constexpr Portion kRows{8, 64};

/// Cost of a step of RK4 per joint, relative to inverse dynamics; and evaluations of a step.
constexpr std::ptrdiff_t kStepIsSlower = 8, kEvaluations = 4;

Integrator integrator_of(const std::string& method) {
  if (method == "rk4") return Integrator::kRungeKutta4;
  if (method == "semi_implicit_euler") return Integrator::kSemiImplicitEuler;
  if (method == "dopri5") return Integrator::kDormandPrince;
  throw py::value_error("method: there is none of the name '" + method + "'");
}

template <class T>
T asked(const py::object& request, const char* name) {
  return request.attr(name).cast<T>();
}

/// Number of samples of a torque over time.
py::ssize_t samples_in(const py::dict& arrays) {
  if (!arrays.contains("series_times")) return 0;
  return static_cast<py::ssize_t>(py::len(arrays["series_times"]));
}

/// A simulation advanced on request. Python holds the states.
class SimulatedArms {
 public:
  /// What a `Request` of Python asks for, and the arrays that it reads and fills.
  SimulatedArms(const py::object& request, const ControlOfDrives* control, const py::dict& arrays)
      : arms_(arms_behind(request.attr("arm"))),
        arrays_(arrays),
        control_(control),
        formulation_(asked<std::optional<std::string>>(request, "formulation").value_or("")),
        rows_(asked<py::ssize_t>(request, "rows")),
        motors_(asked<bool>(request.attr("loads"), "motors")) {
    const py::ssize_t n = arms_.n(), samples = samples_in(arrays);
    numbers_of_arms_ = arrays_.numbers<const std::int32_t>("arms", {rows_});
    if ((arms_.many != nullptr) != (numbers_of_arms_ != nullptr))
      throw py::value_error("arrays: expected the arm of each row, of many arms alone");
    run_.integrator = integrator_of(asked<std::string>(request, "method"));
    run_.step = asked<double>(request, "step");
    run_.steps = asked<py::ssize_t>(request, "steps");
    run_.tolerance = asked<double>(request, "tolerance");
    run_.states.tau = arrays_.operand("tau", {rows_, n});
    run_.states.tip_wrench = arrays_.operand("tip_wrench", {rows_, 6});
    run_.states.base_w = arrays_.operand("base_w", {rows_, 3});
    run_.states.base_al = arrays_.operand("base_al", {rows_, 3});
    run_.states.base_a = arrays_.operand("base_a", {rows_, 3});
    run_.states.friction = asked<bool>(request.attr("loads"), "friction");
    run_.states.motors = motors_;
    run_.series.rows = arrays_.operand("series", {rows_, samples, n});
    run_.series.times = arrays_.numbers<const double>("series_times", {samples});
    run_.series.samples = samples;
    run_.every = asked<py::ssize_t>(request, "every");
    run_.times = asked<py::ssize_t>(request, "times");
    if (control_ != nullptr) hand_over(*control_);
    run_.q = kept("q", "q_on_way", n);
    run_.qd = kept("qd", "qd_on_way", n);
    run_.work = kept("work", "work_on_way", 1);
    run_.dissipated = kept("dissipated", "dissipated_on_way", 1);
    run_.lower = arrays_.numbers<const double>("lower", {n});
    run_.upper = arrays_.numbers<const double>("upper", {n});
    run_.passed = arrays_.numbers<double>("passed", {rows_, n});
    run_.stops = asked<bool>(request, "stops");
    run_.ended_step = arrays_.numbers<std::int64_t>("ended_step", {rows_});
    run_.ended_joint = arrays_.numbers<std::int32_t>("ended_joint", {rows_});
    run_.singular_joint = [](const void* self, std::ptrdiff_t row, const double* q) {
      return static_cast<const SimulatedArms*>(self)->singular_joint(row, q);
    };
    run_.context = this;
    if (run_.q.now == nullptr || run_.qd.now == nullptr || run_.ended_step == nullptr ||
        run_.ended_joint == nullptr || (run_.every != 0 && run_.q.samples == nullptr))
      throw py::value_error("arrays: expected states, and where they are kept");
    if (run_.integrator == Integrator::kDormandPrince) choose_paces();
    if (!formulation_.empty()) prepare_method();
  }
  SimulatedArms(const SimulatedArms&) = delete;
  SimulatedArms& operator=(const SimulatedArms&) = delete;

  /// Advances all rows by fixed steps; series are interpolated between the samples given.
  void advance(py::ssize_t begin, py::ssize_t stop, const py::dict& instants,
               const py::object& threads) {
    if (paces_ != nullptr) throw py::value_error("method: expected one of fixed steps");
    if (control_ != nullptr && !control_->knows(stop))
      throw py::value_error("stop: beyond what the controller knows of its motion");
    const NamedArrays given(instants);
    const Shape points{(stop - begin) * kernels::kPoints};
    run_.series.sample = given.numbers<const std::int64_t>("sample", points);
    run_.series.part = given.numbers<const double>("part", points);
    run_.series.begin = begin;
    const std::ptrdiff_t work = rows_ * work_of_step_ * (stop - begin);
    const int workers = thread_count(wanted_threads(threads), work);
    without_lock([&](const Interrupted& interrupted) {
      run_batch(rows_, kRows, workers, interrupted,
                [&] { return Worker{OfThread(*this), begin, stop}; });
    });
  }

  /// Advances all rows by adaptive steps of their own until past step `stop`, or for `most` trials;
  /// returns the largest number of trials.
  py::ssize_t approach(py::ssize_t stop, py::ssize_t most, const py::object& threads) {
    if (paces_ == nullptr) throw py::value_error("method: expected one that chooses its steps");
    const std::ptrdiff_t work = rows_ * work_of_step_ * most;
    const int workers = thread_count(wanted_threads(threads), work);
    std::atomic<std::ptrdiff_t> slowest = 0;
    without_lock([&](const Interrupted& interrupted) {
      run_batch(rows_, kRows, workers, interrupted,
                [&] { return WorkerByTolerance{OfThread(*this), stop, most, slowest}; });
    });
    return slowest;
  }

  std::ptrdiff_t work_of_step() const { return work_of_step_; }

 private:
  using Method = std::unique_ptr<SimulatedByMethod>;

  /// The simulation as a thread runs it: by a method of its own, if there is one.
  struct OfThread {
    explicit OfThread(SimulatedArms& simulated) : arms(simulated), run(arms.run_) {
      if (arms.formulation_.empty()) return;
      method = arms.take_method();
      called = method->for_kernels();
      run.method = &called;
    }
    ~OfThread() { arms.give_back(std::move(method)); }
    OfThread(const OfThread&) = delete;
    OfThread& operator=(const OfThread&) = delete;

    SimulatedArms& arms;
    kernels::Simulation<double> run;
    Method method;
    kernels::MethodOfAccelerations<double> called;
  };

  struct Worker {
    OfThread own;
    std::ptrdiff_t begin, stop;
    ScratchSpace scratch{own.arms.scratch_size(own.arms.simulator_.scratch_size)};

    bool evaluate(std::ptrdiff_t first, std::ptrdiff_t end) {
      const kernels::Simulator<double>& by = own.arms.simulator_;
      if (own.arms.arms_.many != nullptr)
        by.advance_each(own.arms.models(), own.run, first, end, begin, stop, scratch.get());
      else
        by.advance(own.arms.arms_.first.model<double>(), own.run, first, end, begin, stop,
                   scratch.get());
      return true;
    }
  };

  struct WorkerByTolerance {
    OfThread own;
    std::ptrdiff_t stop, most;
    std::atomic<std::ptrdiff_t>& slowest;
    ScratchSpace scratch{own.arms.scratch_size(own.arms.simulator_.adaptive_scratch_size)};

    bool evaluate(std::ptrdiff_t first, std::ptrdiff_t end) {
      const kernels::Simulator<double>& by = own.arms.simulator_;
      const std::ptrdiff_t tries =
          own.arms.arms_.many != nullptr
              ? by.advance_adaptive_each(own.arms.models(), own.run, first, end, stop, most,
                                         scratch.get())
              : by.advance_adaptive(own.arms.arms_.first.model<double>(), own.run, first, end, stop,
                                    most, scratch.get());
      std::ptrdiff_t before = slowest;
      while (before < tries && !slowest.compare_exchange_weak(before, tries)) {
      }
      return true;
    }
  };

  void choose_paces() {
    if (run_.stops || (control_ != nullptr && !control_->knows_all()) ||
        (run_.series.rows.data != nullptr &&
         (run_.series.times == nullptr || run_.series.samples < 2)))
      throw py::value_error("method: expected one of fixed steps");
    const std::size_t size = simulator_.step_state_size(arms_.n(), rows_);
    paces_ = std::make_unique<ScratchSpace>(size);
    run_.step_state = static_cast<std::byte*>(paces_->get());
    std::memset(run_.step_state, 0, size);
  }

  void prepare_method() {
    Method made;
    without_lock([&](const Interrupted&) { made = take_method(); });
    if (!made->has_method()) raise_unknown_method(formulation_);
    work_of_step_ += kEvaluations * work_of_formulation(arms_.n(), made->exponent());
    give_back(std::move(made));
  }
  /// One that no thread uses; they are kept, since workspaces of long arms reach a gigabyte.
  Method take_method() {
    {
      const std::scoped_lock lock(access_);
      if (!idle_.empty()) {
        Method idle = std::move(idle_.back());
        idle_.pop_back();
        return idle;
      }
    }
    return std::make_unique<SimulatedByMethod>(arms_.first, formulation_, run_.states);
  }
  void give_back(Method method) {
    if (method == nullptr) return;
    const std::scoped_lock lock(access_);
    idle_.push_back(std::move(method));
  }

  void hand_over(const ControlOfDrives& control) {
    const py::ssize_t n = arms_.n();
    run_.control = control.plain();
    if (run_.control.model->chain.n != n)
      throw py::value_error("control: expected one of as many joints");
    if (run_.control.period == 0) return;
    run_.applied_torque = kept("torque", "torque_on_way", n);
    run_.pending_torque = arrays_.numbers<double>("coming", {rows_, n});
    if (run_.applied_torque.now == nullptr ||
        (run_.control.delay != 0) != (run_.pending_torque != nullptr))
      throw py::value_error("arrays: expected what the controller holds");
  }

  Recorded<double> kept(const char* now, const char* on_way, py::ssize_t width) const {
    return {arrays_.numbers<double>(now, {rows_, width}),
            arrays_.numbers<double>(on_way, {rows_, run_.times, width})};
  }

  int singular_joint(std::ptrdiff_t row, const double* q) const {
    const std::span<const double> position(q, static_cast<std::size_t>(arms_.n()));
    return arms_.with_arm(
        numbers_of_arms_ == nullptr ? 0 : numbers_of_arms_[row],
        [&](const CompiledArm& arm) { return singular_joint_at(arm, position, motors_).joint; });
  }
  kernels::ModelsOfRows<double> models() const {
    return arms_.many->models<double>().of_rows(numbers_of_arms_);
  }
  std::size_t scratch_size(std::size_t (*of_steps)(int n)) const {
    const std::size_t of_models = arms_.many == nullptr ? 0 : simulator_.model_size(arms_.n());
    return of_models + of_steps(arms_.n());
  }

  ArmsOfCall arms_;
  const std::int32_t* numbers_of_arms_ = nullptr;  ///< of each row; null for one arm
  NamedArrays arrays_;
  const ControlOfDrives* control_;
  const std::string formulation_;  ///< of the accelerations; empty: the kernels' own
  py::ssize_t rows_;
  bool motors_;
  std::ptrdiff_t work_of_step_ = arms_.n() * kStepIsSlower;  ///< of one arm
  const kernels::Simulator<double>& simulator_ =
      arms_.many == nullptr ? chosen_simulator(rows_) : chosen_instruction_set().simulator;
  kernels::Simulation<double> run_;
  std::unique_ptr<ScratchSpace> paces_;  ///< null for fixed steps
  std::mutex access_;
  std::vector<Method> idle_;
};

}  // namespace

void bind_simulation(py::module_& m) {
  py::class_<SimulatedArms>(m, "SimulatedArms",
                            "Simulation of a batch of arms, advanced portion by portion.")
      .def(py::init<const py::object&, const ControlOfDrives*, const py::dict&>(),
           py::arg("request"), py::kw_only(), py::arg("control"), py::arg("arrays"),
           py::keep_alive<1, 2>(), py::keep_alive<1, 3>())
      .def_property_readonly("work_of_step", &SimulatedArms::work_of_step)
      .def("advance", &SimulatedArms::advance, py::arg("begin"), py::arg("stop"),
           py::arg("instants"), py::arg("threads"))
      .def("approach", &SimulatedArms::approach, py::arg("stop"), py::arg("most"),
           py::arg("threads"));
}

}  // namespace equidyn
