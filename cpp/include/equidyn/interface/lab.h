/// @file lab.h
/// The core as plain C functions, for programs in other languages and for WebAssembly.
///
/// Numbers are float64 in SI units. Rows follow one another without gaps: `rows` states of an arm of
/// n joints are `rows` times n numbers. Matrices lie row after row. A function that can fail returns
/// 0 (or null), and `equidyn_error` then has the reason; outputs are unspecified. Callers check that
/// numbers are finite and shapes right; overflow of results is an error. Data of arms are checked:
/// wrong data are an exception, which ends the call in the host of a WebAssembly module.
#ifndef EQUIDYN_LAB_H
#define EQUIDYN_LAB_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// An arm of n joints, compiled for every formulation and kernel; a simulation of several.
typedef struct EquidynArm EquidynArm;
typedef struct EquidynSimulation EquidynSimulation;

/// Error of the last function that failed.
const char* equidyn_error(void);

/// Memory for `numbers` numbers, aligned for the kernels; null if there is none left.
double* equidyn_allocate(uint32_t numbers);
void equidyn_free(void* memory);

/// Refuses a name that is not among the known ones, which are separated by U+001F.
void equidyn_refuse_unknown(const char* what, const char* value, const char* known);

/// The name of the instruction set that the kernels are compiled for.
const char* equidyn_instruction_set(void);

/// Facts as JSON: of formulations, quantities, methods of integration and laws of control.
/// Functions take formulations and quantities by their numbers, from 0, in these lists.
const char* equidyn_facts(void);

/// A new arm from checked data. `convention` is "standard" or "modified", and `joints` has a
/// letter for each of n joints, R or P. `data` are, for each joint or link in turn: a, a_y, alpha, d,
/// theta and mass; com, 3 each; inertia about the centre of mass, 3 x 3 each; then gravity, 3; base
/// and tool, 4 x 4 each; then of each joint motor_inertia, gear_ratio, viscous and stribeck;
/// coulomb, breakaway and limits, 2 each; velocity_limits, acceleration_limits, jerk_limits and
/// effort_limits, as in Python; null for missing ones. Loads are fixed to the last link: 13 numbers
/// each, mass, com and inertia in the axes of the tool.
EquidynArm* equidyn_arm_new(const char* convention, const char* joints, const double* const* data,
                            int loads, const double* load);
/// Centres of mass of the links in their frames, with the loads: n x 3.
const double* equidyn_com(EquidynArm* arm);
/// Suspect data of the arm as JSON, link by link: `link`, from 1, `what`, `severe`, 1 where the mass
/// matrix is singular, and `message`, as of `Arm.check` in Python; of bodies none where `bodies` is 0.
const char* equidyn_findings(EquidynArm* arm, int bodies);
void equidyn_arm_delete(EquidynArm* arm);

/// Links of a URDF as JSON: all `links`, and `leaves`, those without children. `elements` are those
/// of its XML in document order, separated by U+001E. Each has, separated by U+001F, one full stop
/// per enclosing element, its tag, its text before the first child, and names and values of its
/// attributes in turn.
const char* equidyn_urdf_links(const char* elements);

/// The arm between two links of a URDF as JSON: `description`, the `ends` of the chain, and
/// `remarks` of the reader. An empty base is the root, an empty tip the end of the only chain.
const char* equidyn_read_urdf(const char* elements, const char* base, const char* tip);

/// Reason why a formulation refuses the arm; empty if it takes it.
const char* equidyn_refusal(EquidynArm* arm, int formulation);

/// Joint torques by a formulation: rows of n.
int equidyn_evaluate(EquidynArm* arm, int formulation, int rows, const double* q, const double* qd,
                     const double* qdd, double* tau);

/// A quantity by its kernel. `operands` has an array for each operand, in the order of the facts,
/// then the wrench at the tip (6 a row) and angular velocity, angular and linear acceleration of the
/// base (3 a row each), null by default. Results follow one another in `out`, each with all its rows.
// NOLINTNEXTLINE(readability-identifier-naming): named as constants of C are
enum { EQUIDYN_FRICTION = 1, EQUIDYN_MOTORS = 2, EQUIDYN_IN_TOOL = 4 };
int equidyn_quantity(EquidynArm* arm, int quantity, int rows, const double* const* operands,
                     int options, double* out);
/// Numbers in a row of the results; 0 for an unknown quantity.
int equidyn_numbers(EquidynArm* arm, int quantity, int options);

/// Operations of an evaluation by a formulation, as JSON: a list of the rows of its own table, of
/// label, multiplications, additions, trigonometric functions and divisions.
const char* equidyn_counts(EquidynArm* arm, int formulation);

/// Errors of every formulation against extended precision, over random states of all situations:
/// for each formulation the largest difference of a torque, and in eps of the largest torque of its
/// situation; -1 if it refuses the arm.
int equidyn_verify(EquidynArm* arm, int states, uint32_t seed, double* found);

/// The Newton-Euler recursion in the frames of the arm. For each link: angular velocity and
/// acceleration, acceleration of origin and centre of mass, resultant force and moment, force and
/// moment by the link before, 3 each, and the torque or force of the joint: n x 25.
int equidyn_recursion(EquidynArm* arm, const double* q, const double* qd, const double* qdd,
                      double* values);

/// Joint positions for a pose of the tool, 4 x 4, sought from `start`, then from random starts.
/// `limits` are n x 2, infinite without limit. Writes q, n, the length of the remaining error, and
/// the number of steps tried.
int equidyn_inverse_kinematics(EquidynArm* arm, const double* pose, const double* start,
                               const double* limits, double tolerance, uint32_t seed,
                               double* found);

/// Arms in motion by fixed steps, from `states`: rows of q and of qd. `model` is the arm that the
/// controller knows, null without one; `law` and `method` are numbers in the facts. Gains are n x n
/// each. The motion is `pieces` polynomials for each joint, of the fraction of a piece: start times
/// and the end time, then coefficients by power, piece and joint. Both arms must outlive it.
EquidynSimulation* equidyn_simulation_new(EquidynArm* arm, int rows, const double* states,
                                          double step, int method, int options, EquidynArm* model,
                                          int law, int law_options, const double* gains, int pieces,
                                          int powers, const double* motion);
void equidyn_simulation_delete(EquidynSimulation* simulation);
/// From now on the first arm exerts a wrench on its environment: force and moment at the tool, in
/// its axes.
void equidyn_set_wrench(EquidynSimulation* simulation, const double* wrench);
/// Advances all rows; 0 if the step is not finite for one of them.
int equidyn_advance(EquidynSimulation* simulation, int steps);
/// Present states: rows of q, qd and torques, then one number per row of the work of the motors, of
/// dissipated energy, and of the joint, from 1, that ended the row, or 0.
const double* equidyn_states(EquidynSimulation* simulation);

#ifdef __cplusplus
}
#endif

#endif
