// Lists of formulations, quantities, and choices of a simulation.
#include "call/in_words.hpp"
#include "equidyn/interface/lab.h"
#include "equidyn/interface/registry.hpp"
#include "equidyn/model/words.hpp"
#include "instruction_sets/instruction_sets.hpp"
#include "wasm/json_text.hpp"
#include "wasm/quantities.hpp"
#include "wasm/simulation_choices.hpp"
#include "wasm/split.hpp"

namespace equidyn {
namespace {

std::string record_of(const FormulationInfo& info) {
  JsonText record('{');
  record.set("name", info.name);
  record.set("title", info.title);
  record.set("reference", info.reference);
  record.set("degree", info.order.exponent);
  record.set("logarithm", info.order.logarithm);
  record.set("frames", in_words(info.frames));
  record.set("family", in_words(info.family));
  record.set("inertia", in_words(info.inertia));
  record.set("positions", in_words(info.positions));
  record.set("restriction", info.restriction);
  return record.closed();
}

std::string formulations() {
  JsonText list('[');
  for_each_formulation([&]<class F>(F) { list.append(record_of(F::info)); });
  return list.closed();
}

std::string shape_of(const kernels::Shape& shape) {
  JsonText list('[');
  for (const int extent : extents_of(shape)) list.append(json(extent));
  return list.closed();
}

std::string record_of(const kernels::Quantity& quantity) {
  JsonText record('{'), shapes('['), names('[');
  for (int k = 0; k < quantity.results; ++k) {
    shapes.append(shape_of(quantity.shape_of(k)));
    names.append(json(quantity.names[static_cast<std::size_t>(k)]));
  }
  record.set("name", quantity.name);
  record.set_written("operands", json_list(operands_of(quantity)));
  record.set_written("shape", shape_of(quantity.shape));
  record.set_written("shapes", shapes.closed());
  record.set_written("names", names.closed());
  record.set_written("options", json_list(options_of(quantity)));
  return record.closed();
}

std::string quantities() {
  JsonText list('[');
  for (const kernels::Quantity& quantity : quantities_here()) list.append(record_of(quantity));
  return list.closed();
}

}  // namespace
}  // namespace equidyn

using namespace equidyn;

const char* equidyn_instruction_set() { return chosen_instruction_set().name; }

const char* equidyn_facts() {
  static const std::string facts = [] {
    JsonText all('{');
    all.set_written("formulations", formulations());
    all.set_written("quantities", quantities());
    all.set_written("integrators", json_list(kIntegrators));
    all.set_written("laws", json_list(kLaws));
    return all.closed();
  }();
  return facts.c_str();
}

void equidyn_refuse_unknown(const char* what, const char* value, const char* known) {
  const std::vector<std::string_view> names = split(known, '\x1f');
  model::choice(what, value, model::Names(names.begin(), names.end()));
}
