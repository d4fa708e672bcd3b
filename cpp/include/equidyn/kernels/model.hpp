/// @file model.hpp
/// What the production kernels read of an arm: plain data, the same for every instruction set.
///
/// Frames are those of modified DH, on the joint axes: the frame of link i is reached from that of
/// link i-1 by a turn about x (the twist), a shift along x (the length), a turn about z and a shift
/// along z. Moments of mass are regrouped (inertial_moments.hpp): M = S_z = K_zz = 0 behind a
/// revolute joint, K = 0 behind a prismatic one.
///
/// Between two joints no twist is a quarter turn backwards: the frame before it is turned by half
/// about z, which makes it one forwards, Rx(-90) = Rz(180) Rx(90) Rz(180), and changes signs alone.
#pragma once

namespace equidyn::kernels {

template <class T>
struct Vector {
  T x, y, z;
};

/// A symmetric matrix.
template <class T>
struct Symmetric {
  T xx, yy, zz, xy, yz, zx;
};

/// The turn about x from one joint axis to the next.
enum class Twist : unsigned char { kNone, kQuarter, kGeneral };

/// What is known of the rotation of the link before a joint.
enum class Turning : unsigned char {
  kStill,  ///< no joint has caused any
  kAxial,  ///< about z alone: w = (0, 0, w_z), and so al
  kAny,
};

/// What of a link is zero or one by structure.
struct Kind {
  Twist twist;
  bool revolute;
  Turning before;  ///< on a base at rest
};

/// What does not change of link i, seen from its joint axis, and of joint i.
template <class C>
struct LinkConstants {
  Kind kind;
  bool turned;              ///< its frame, by half about z
  bool shifts_x, shifts_z;  ///< whether the length, and the constant part of d, are not zero
  C cos_twist, sin_twist;
  C length;           ///< the shift along x
  bool shifts_ahead;  ///< whether the next link has a length, which is not zero
  C length_ahead;
  C d;                     ///< the shift along z; the joint variable of a prismatic one adds to it
  C cos_theta, sin_theta;  ///< prismatic only
  C M;                     ///< prismatic only
  Vector<C> S;             ///< z: prismatic only
  Symmetric<C> K;          ///< revolute only; zz is zero
  /// What resists the joint must exceed this, or rounding may have made it; the second for each
  /// square of what the sliding joints beyond have moved out.
  C doubt, doubt_per_square;
};

/// Joint i as it moves: first and second rate are those of theta_i or of d_i.
template <class T>
struct Joint {
  T c, s;  ///< cosine and sine of theta_i; revolute only
  T d;     ///< prismatic only
  T rate, acceleration;
};

/// Angular velocity w, angular acceleration al, and acceleration a of a point, less gravity.
template <class T>
struct Motion {
  Vector<T> w, al, a;
};

/// Force f, and moment n about the origin.
template <class T>
struct Wrench {
  Vector<T> f, n;
};

/// An arm of n links.
template <class C>
struct Chain {
  int n;
  const LinkConstants<C>* link;
  Vector<C>
      start;  ///< acceleration of a base at rest, less gravity, turned about x to the first axis
};

/// A frame within another: the rows of its rotation matrix, and its origin.
template <class C>
struct Placement {
  Vector<C> row[3];
  Vector<C> origin;
};

/// What the drives of the joints ask for, seen from the joints; side by side.
template <class C>
struct DriveConstants {
  const C* viscous;        ///< friction per rate
  const C* forwards;       ///< Coulomb friction while the rate is positive
  const C* backwards;      ///< Coulomb friction while the rate is negative
  const C* motor_inertia;  ///< torque, or force, per acceleration
};

/// An arm, its drives, and what stands at its two ends, compiled for the kernels.
template <class C>
struct Model {
  Chain<C> chain;
  const C* offset;  ///< what each joint variable adds to, theta or d; side by side
  const C* sign;  ///< of sine and cosine of each joint angle: 0, or -0 where one of the two frames
                  ///< is turned and the other is not
  Placement<C>
      mount;  ///< rotation from the arm's base to frame 0, and origin of frame 0 in the base
  Vector<C> gravity;   ///< acceleration of free fall, in the axes of the base
  Placement<C> stand;  ///< of frame 0 in the world
  C borne;             ///< potential energy of what moves with the base, or seems to: regrouped
  /// Twist and length from the last joint axis to the frame of the last link, where the arm was
  /// given in standard DH and each frame sits at the far end of its link; else null.
  const LinkConstants<C>* far_end;
  Placement<C> tool;  ///< of the tool in the frame of the last link
  DriveConstants<C> drives;
};

}  // namespace equidyn::kernels
