/// @file formulation_evaluator.hpp
/// The evaluator of one formulation, or of one method of another quantity, over one scalar, with all
/// that it is compiled from.
#pragma once

#include "equidyn/method_evaluator.hpp"
#include "equidyn/run_formulation.hpp"
