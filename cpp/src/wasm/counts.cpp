// Operations of the formulations, over the recording scalar.
#include "equidyn/interface/count.hpp"
#include "wasm/json_text.hpp"
#include "wasm/lab_arm.hpp"

namespace equidyn {
namespace {

std::string record_of(const RowCount& row) {
  JsonText record('{');
  record.set("label", row.row);
  record.set("multiplications", row.multiplications);
  record.set("additions", row.additions);
  record.set("trigonometric", row.trigonometric);
  record.set("divisions", row.divisions);
  return record.closed();
}

}  // namespace
}  // namespace equidyn

using namespace equidyn;

const char* equidyn_counts(EquidynArm* arm, int formulation) {
  if (!takes(*arm, formulation)) return nullptr;
  JsonText list('[');
  int number = 0;
  for_each_formulation([&]<class F>(F) {
    if (number++ != formulation) return;
    for (const RowCount& row : count_operations<F>(arm->compiled.in_double.in(F::info.frames)))
      list.append(record_of(row));
  });
  arm->told = list.closed();
  return arm->told.c_str();
}
