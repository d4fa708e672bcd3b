/// @file model_lanes-inl.hpp
/// Models of many arms: one in each lane.
///
/// Included once for each instruction set and precision (vectorized-inl.hpp).

namespace equidyn::EQUIDYN_TARGET {

using ModelsOfRows = kernels::ModelsOfRows<Number>;

/// A model in lanes, and all that it points to, in one piece of memory.
struct ModelInLanes : Scratch {
  using T = ConstantInLanes;
  Model<T>* const model = take(1);
  LinkConstants<T>* const link = take(n + 1);  // the last one leads to the far end
  T *const offset = per_joint(), *const sign = per_joint();
  T *const viscous = per_joint(), *const forwards = per_joint(), *const backwards = per_joint();
  T* const motor_inertia = per_joint();
  T *const more_forwards = per_joint(), *const more_backwards = per_joint();
  T* const per_stribeck = per_joint();

  const std::byte* begin() const { return reinterpret_cast<const std::byte*>(model); }

  /// Gives the model the structure of another one.
  template <class C>
  void lay_out(const Model<C>& from) const {
    for (int j = 0; j < n; ++j) copy_structure(link[j], from.chain.link[j]);
    if (from.far_end != nullptr) copy_structure(link[n], *from.far_end);
    model->chain.n = n;
    model->chain.link = link;
    model->offset = offset;
    model->sign = sign;
    model->far_end = from.far_end != nullptr ? link + n : nullptr;
    const bool sticks = from.drives.per_stribeck != nullptr;
    model->drives = {viscous,
                     forwards,
                     backwards,
                     motor_inertia,
                     sticks ? more_forwards : nullptr,
                     sticks ? more_backwards : nullptr,
                     sticks ? per_stribeck : nullptr};
  }

  /// Calls `set(to, from)` with each constant of this model and of one of the same structure.
  template <class C, class Set>
  EQUIDYN_INLINE void set_constants(const Model<C>& from, Set&& set) const {
    const auto vector = [&](Vector<T>& to, const Vector<C>& v) EQUIDYN_INLINE_LAMBDA {
      set(to.x, v.x), set(to.y, v.y), set(to.z, v.z);
    };
    const auto placement = [&](Placement<T>& to, const Placement<C>& frame) EQUIDYN_INLINE_LAMBDA {
      for (int k = 0; k < 3; ++k) vector(to.row[k], frame.row[k]);
      vector(to.origin, frame.origin);
    };
    const auto constants = [&](LinkConstants<T>& to, const LinkConstants<C>& of) {
      set(to.cos_twist, of.cos_twist), set(to.sin_twist, of.sin_twist);
      set(to.length, of.length), set(to.a_y, of.a_y);
      set(to.length_ahead, of.length_ahead), set(to.a_y_ahead, of.a_y_ahead);
      set(to.d, of.d), set(to.cos_theta, of.cos_theta), set(to.sin_theta, of.sin_theta);
      set(to.M, of.M), vector(to.S, of.S);
      set(to.K.xx, of.K.xx), set(to.K.yy, of.K.yy), set(to.K.zz, of.K.zz);
      set(to.K.xy, of.K.xy), set(to.K.yz, of.K.yz), set(to.K.zx, of.K.zx);
      set(to.least_pivot, of.least_pivot);
      set(to.least_pivot_per_square, of.least_pivot_per_square);
    };
    vector(model->chain.start, from.chain.start);
    placement(model->base_from_frame0, from.base_from_frame0);
    vector(model->gravity, from.gravity);
    placement(model->world_from_frame0, from.world_from_frame0);
    set(model->potential_energy_offset, from.potential_energy_offset);
    placement(model->tool, from.tool);
    for (int j = 0; j < n; ++j) {
      constants(link[j], from.chain.link[j]);
      set(offset[j], from.offset[j]), set(sign[j], from.sign[j]);
      set(viscous[j], from.drives.viscous[j]);
      set(forwards[j], from.drives.forwards[j]), set(backwards[j], from.drives.backwards[j]);
      set(motor_inertia[j], from.drives.motor_inertia[j]);
      if (from.drives.per_stribeck == nullptr) continue;
      set(more_forwards[j], from.drives.more_forwards[j]);
      set(more_backwards[j], from.drives.more_backwards[j]);
      set(per_stribeck[j], from.drives.per_stribeck[j]);
    }
    if (from.far_end != nullptr) constants(link[n], *from.far_end);
  }

 private:
  template <class C>
  static void copy_structure(LinkConstants<T>& to, const LinkConstants<C>& from) {
    to.kind = from.kind;
    to.turned = from.turned;
    to.across = from.across, to.shifts_z = from.shifts_z;
    to.across_ahead = from.across_ahead;
  }
};

inline std::size_t model_size(int n) { return ModelInLanes{Scratch(n)}.size(); }

/// Sets a lane of a block of models to an arm of the structure of all: of the first lane set, in all
/// lanes.
inline void set_model(const Model<Number>& arm, void* block, int lane, bool first) {
  const ModelInLanes to{{block, arm.chain.n}};
  if (first) {
    to.lay_out(arm);
    to.set_constants(arm, [](auto& constant, Number x) { constant = ConstantInLanes(x); });
  } else {
    to.set_constants(arm, [lane](auto& constant, Number x) { constant.v[lane] = x; });
  }
}

inline void set_models(const void* model, void* block) {
  using T = ConstantInLanes;
  const auto& arms = *static_cast<const Model<T>*>(model);
  const ModelInLanes to{{block, arms.chain.n}};
  to.lay_out(arms);
  to.set_constants(arms, [](T& constant, const T& x) { constant = x; });
}

constexpr kernels::ModelPacker<Number> model_packer() {
  return {kLanes, model_size, set_model, set_models};
}

/// The models of some rows of a batch, each copied into a lane.
class GatheredModels {
 public:
  using Constant = ConstantInLanes;

  EQUIDYN_INLINE GatheredModels(const ModelsOfRows& arms, void* scratch)
      : arms_(arms), lanes_{{scratch, arms.n}} {
    for (std::int32_t& arm : held_) arm = kNone;
  }

  /// The model of an arm and those that follow, where they lie.
  EQUIDYN_INLINE const Model<Constant>& block_of(std::int32_t arm) const {
    return *reinterpret_cast<const Model<Constant>*>(arms_.blocks +
                                                     arm / kLanes * arms_.block_size);
  }
  /// Fetches the next block into the cache, but for what few kernels read.
  EQUIDYN_INLINE void fetch_after(std::int32_t arm) const {
    constexpr std::size_t kLine = 64, kRead = offsetof(LinkConstants<Constant>, cos_twist);
    const std::byte* const block = arms_.blocks + (arm / kLanes + 1) * arms_.block_size;
    const auto fetch = [&](const void* part, std::size_t size) EQUIDYN_INLINE_LAMBDA {
      const std::ptrdiff_t place = static_cast<const std::byte*>(part) - lanes_.begin();
      for (std::size_t k = 0; k < size; k += kLine)
        __builtin_prefetch(block + place + static_cast<std::ptrdiff_t>(k));
    };
    fetch(&lanes_.model->chain, sizeof lanes_.model->chain);
    for (int j = 0; j < lanes_.n; ++j) fetch(lanes_.link + j, kRead);
    fetch(lanes_.offset, static_cast<std::size_t>(2 * lanes_.n) * sizeof(Constant));
  }
  /// Those that are gathered.
  EQUIDYN_INLINE const Model<Constant>& model() const { return *lanes_.model; }

  /// Copies the model of a row into a lane; the first one into all.
  [[gnu::noinline]] void set(int lane, std::ptrdiff_t row) {
    const std::int32_t arm = arms_.arm[row];
    if (arm == held_[lane]) return;
    const Model<Constant>& from = block_of(arm);
    const int of = arm % kLanes;
    if (held_[0] == kNone) {
      lanes_.lay_out(from);
      lanes_.set_constants(
          from, [of](Constant& constant, const Constant& x) { constant = Constant(x.v[of]); });
      for (std::int32_t& held : held_) held = arm;
    } else {
      lanes_.set_constants(
          from, [lane, of](Constant& constant, const Constant& x) { constant.v[lane] = x.v[of]; });
      held_[lane] = arm;
    }
  }

 private:
  static constexpr std::int32_t kNone = -1;

  const ModelsOfRows& arms_;
  const ModelInLanes lanes_;
  std::int32_t held_[kLanes];  ///< the arm in each lane
};

/// The models of the rows of a batch, block by block: where they lie, or gathered.
class ModelsInLanes {
 public:
  EQUIDYN_INLINE ModelsInLanes(const ModelsOfRows& arms, void* scratch)
      : arm_(arms.arm), gathered_(arms, scratch) {}

  /// Of the rows from `first` on; lanes from `end` on repeat the last one.
  EQUIDYN_INLINE const Model<ConstantInLanes>& of_rows(std::ptrdiff_t first, std::ptrdiff_t end) {
    const std::int32_t* const arm = arm_ + first;
    const std::ptrdiff_t last = (end - first < kLanes ? end - first : kLanes) - 1;
    bool lie_so = arm[0] % kLanes == 0;
    for (std::ptrdiff_t lane = 1; lane <= last; ++lane) lie_so &= arm[lane] == arm[0] + lane;
    if (lie_so) {
      gathered_.fetch_after(arm[0]);
      return gathered_.block_of(arm[0]);
    }
    for (int lane = 0; lane < kLanes; ++lane)
      gathered_.set(lane, first + (lane < last ? lane : last));
    return gathered_.model();
  }

 private:
  const std::int32_t* const arm_;
  GatheredModels gathered_;
};

}  // namespace equidyn::EQUIDYN_TARGET
