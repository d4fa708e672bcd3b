#include "call/link_follower.hpp"

#include <cmath>
#include <vector>

#include "equidyn/formulations/shared/link_points.hpp"
#include "equidyn/interface/method_evaluator.hpp"

namespace equidyn {
namespace {

/// Follower by the Newton-Euler recursion F.
template <class F>
class FollowerBy final : public LinkFollower {
 public:
  explicit FollowerBy(const Arm<double>& arm)
      : arm_(arm),
        evaluator_(arm),
        sample_(arm.n),
        tau_(static_cast<std::size_t>(arm.n)),
        points_(arm.n) {}

  Sample<double>& sample() override { return sample_; }

  bool evaluate(std::ptrdiff_t row, const LinkFields& fields) override {
    const auto& [link, ab] = evaluator_.workspace();
    const std::array<const PerLink<Vec3<double>>*, kLinkFields> values{
        &link.w, &link.al,    &link.a,     &ab,        &link.f,
        &link.n, &points_.pd, &points_.cd, &points_.p, &points_.c};
    evaluator_.evaluate(sample_, tau_);
    follow(arm_, evaluator_.state(), link, points_);
    bool all = true;
    for (std::size_t k = 0; k < kLinkFields; ++k) {
      double* to = fields[k] + row * arm_.n * 3;
      for (int i = 1; i <= arm_.n; ++i, to += 3) {
        const Vec3<double>& value = (*values[k])[i];
        for (int axis = 0; axis < 3; ++axis) {
          to[axis] = value[axis];
          all &= std::isfinite(value[axis]);
        }
      }
    }
    return all;
  }

 private:
  const Arm<double>& arm_;
  FormulationEvaluator<F, double> evaluator_;
  Sample<double> sample_;
  std::vector<double> tau_;
  LinkPoints<double> points_;
};

}  // namespace

std::unique_ptr<LinkFollower> make_link_follower(const ArmInBothFrames<double>& arm,
                                                 Frames frames) {
  if (frames == Frames::kStandardDh) return std::make_unique<FollowerBy<NewtonEuler>>(arm.standard);
  return std::make_unique<FollowerBy<NewtonEulerModifiedDh>>(arm.modified);
}

}  // namespace equidyn
