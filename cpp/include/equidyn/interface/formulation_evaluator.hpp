/// @file formulation_evaluator.hpp
/// The evaluator of one formulation, or of one method of another quantity, over one scalar, with all
/// that it is compiled from.
#pragma once

#include "equidyn/interface/method_evaluator.hpp"
#include "equidyn/interface/run_formulation.hpp"
