/// @file model.hpp
/// An arm as the production kernels read it: plain data, the same for every instruction set.
///
/// Frames are those of modified DH, on the joint axes: frame i is reached from frame i-1 by a
/// rotation about x (the twist), a shift along x (the length) and, where joint axes are almost
/// parallel, along y (a_y) before it, a rotation about z and a shift along z. Moments of mass are regrouped (inertial_moments.hpp): M = S_z = K_zz = 0 for the link of a
/// revolute joint, K = 0 for that of a prismatic one.
///
/// No twist between two joints is -90 degrees: the frame before it is rotated by 180 degrees about
/// z instead, Rx(-90) = Rz(180) Rx(90) Rz(180), which changes signs alone.
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

/// The rotation about x from one joint axis to the next.
enum class Twist : unsigned char { kNone, kQuarter, kGeneral };

/// The shifts from frame i-1 to joint axis i that are not zero: few arms have a_y, and a test of one
/// value tells that a link is like most.
enum class Across : unsigned char { kNone, kAlongX, kAlongXAndY };

/// The structure of the rotation of the link before a joint.
enum class Turning : unsigned char {
  kStill,  ///< none: no revolute joint before it
  kAxial,  ///< about z alone: w = (0, 0, w_z), and so al
  kAny,
};

/// The structural zeros and ones of a link.
struct Kind {
  Twist twist;
  bool revolute;
  Turning before;  ///< for a base at rest
};

/// Constants of link i, in its frame, and of joint i; those that most links have are first, so that
/// few lines of the cache are read.
template <class C>
struct LinkConstants {
  Kind kind;
  bool turned;             ///< whether its frame is rotated by 180 degrees about z
  Across across;           ///< the shifts from frame i-1 to joint axis i
  Across across_ahead;     ///< of the next link, if there is one
  bool shifts_z;           ///< whether the constant part of d is not zero
  Vector<C> S;             ///< z: prismatic only
  Symmetric<C> K;          ///< revolute only; zz is zero
  C d;                     ///< the shift along z, but for the joint variable
  C length, length_ahead;  ///< the shifts along x
  /// A pivot of forward dynamics must exceed this, or it may be a rounding error; the second for
  /// each square of a displacement of the prismatic joints beyond.
  C least_pivot, least_pivot_per_square;
  C cos_twist, sin_twist;
  C a_y, a_y_ahead;        ///< the shifts along y
  C cos_theta, sin_theta;  ///< prismatic only
  C M;                     ///< prismatic only
};

/// The state of joint i: velocity and acceleration are those of theta_i or of d_i.
template <class T>
struct Joint {
  T c, s;  ///< cosine and sine of theta_i; revolute only
  T d;     ///< prismatic only
  T velocity, acceleration;
};

/// Angular velocity w, angular acceleration al, and acceleration a of a point minus gravity.
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
  Vector<C> start;  ///< minus gravity, in axes rotated about x to the first joint axis
};

/// A frame in another one: the rows of a rotation matrix, and an origin.
template <class C>
struct Placement {
  Vector<C> row[3];
  Vector<C> origin;
};

/// Constants of the motors, referred to the joints; arrays of n.
template <class C>
struct DriveConstants {
  const C* viscous;        ///< friction per velocity
  const C* forwards;       ///< Coulomb friction at positive velocities
  const C* backwards;      ///< Coulomb friction at negative velocities
  const C* motor_inertia;  ///< torque, or force, per acceleration
  /// Further friction near rest, at positive and at negative velocities, and the inverse of the
  /// velocity at which half of it is left; null if there is none.
  const C* more_forwards;
  const C* more_backwards;
  const C* per_stribeck;
};

/// An arm with its drives, base and tool, compiled for the kernels.
template <class C>
struct Model {
  Chain<C> chain;
  const C* offset;  ///< of each joint variable: theta or d
  const C* sign;    ///< of sine and cosine of each joint angle: 0, or -0 if one of the two frames
                    ///< of the joint is rotated by 180 degrees and the other is not
  Placement<C> base_from_frame0;  ///< but the rotation is its transpose: from the base to frame 0
  Vector<C> gravity;              ///< in axes of the base
  Placement<C> world_from_frame0;
  C potential_energy_offset;  ///< of the moments regrouped to the base, and of its height
  /// Twist and length from the last joint axis to the frame of the last link, for an arm that was
  /// given in standard DH, with frames at the far ends of links; else null.
  const LinkConstants<C>* far_end;
  Placement<C> tool;  ///< of the tool in the frame of the last link
  DriveConstants<C> drives;
};

}  // namespace equidyn::kernels
