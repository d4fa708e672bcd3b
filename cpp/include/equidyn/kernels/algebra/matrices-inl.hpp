/// @file matrices-inl.hpp
/// Symmetric and general matrices with structural entries.
///
/// Included once for each instruction set (all_algorithms-inl.hpp).

namespace equidyn::EQUIDYN_TARGET {

using kernels::Symmetric;

/// A symmetric matrix with entries that may be structural.
template <class XX, class YY, class ZZ, class XY, class YZ, class ZX>
struct SymmetricMatrix {
  XX xx;
  YY yy;
  ZZ zz;
  XY xy;
  YZ yz;
  ZX zx;
};

template <class XX, class YY, class ZZ, class XY, class YZ, class ZX>
EQUIDYN_INLINE auto symmetric(const XX& xx, const YY& yy, const ZZ& zz, const XY& xy, const YZ& yz,
                              const ZX& zx) {
  return SymmetricMatrix<decltype(rounded(xx)), decltype(rounded(yy)), decltype(rounded(zz)),
                         decltype(rounded(xy)), decltype(rounded(yz)), decltype(rounded(zx))>{
      rounded(xx), rounded(yy), rounded(zz), rounded(xy), rounded(yz), rounded(zx)};
}

template <class T>
EQUIDYN_INLINE auto symmetric(const Symmetric<T>& m) {
  return symmetric(m.xx, m.yy, m.zz, m.xy, m.yz, m.zx);
}

template <class M, class... Parts>
EQUIDYN_INLINE void copy_nonzero(M& to, const SymmetricMatrix<Parts...>& m) {
  copy_nonzero(to.xx, m.xx), copy_nonzero(to.yy, m.yy), copy_nonzero(to.zz, m.zz);
  copy_nonzero(to.xy, m.xy), copy_nonzero(to.yz, m.yz), copy_nonzero(to.zx, m.zx);
}

/// Copies a matrix, structural zeros as numbers too.
template <class T, class... Parts>
EQUIDYN_INLINE void copy_all(Symmetric<T>& to, const SymmetricMatrix<Parts...>& m) {
  to.xx = number<T>(m.xx), to.yy = number<T>(m.yy), to.zz = number<T>(m.zz);
  to.xy = number<T>(m.xy), to.yz = number<T>(m.yz), to.zx = number<T>(m.zx);
}

/// A general matrix, row by row; its entries may be structural.
template <class XX, class XY, class XZ, class YX, class YY, class YZ, class ZX, class ZY, class ZZ>
struct GeneralMatrix {
  XX xx;
  XY xy;
  XZ xz;
  YX yx;
  YY yy;
  YZ yz;
  ZX zx;
  ZY zy;
  ZZ zz;
};
template <class... Parts>
EQUIDYN_INLINE auto general(const Parts&... parts) {
  return GeneralMatrix<decltype(rounded(parts))...>{rounded(parts)...};
}

template <class T>
using Matrix = GeneralMatrix<T, T, T, T, T, T, T, T, T>;

template <class To, class... Parts>
EQUIDYN_INLINE void copy_nonzero(To& to, const GeneralMatrix<Parts...>& m) {
  copy_nonzero(to.xx, m.xx), copy_nonzero(to.xy, m.xy), copy_nonzero(to.xz, m.xz);
  copy_nonzero(to.yx, m.yx), copy_nonzero(to.yy, m.yy), copy_nonzero(to.yz, m.yz);
  copy_nonzero(to.zx, m.zx), copy_nonzero(to.zy, m.zy), copy_nonzero(to.zz, m.zz);
}
template <class T, class... Parts>
EQUIDYN_INLINE void copy_all(Matrix<T>& to, const GeneralMatrix<Parts...>& m) {
  to.xx = number<T>(m.xx), to.xy = number<T>(m.xy), to.xz = number<T>(m.xz);
  to.yx = number<T>(m.yx), to.yy = number<T>(m.yy), to.yz = number<T>(m.yz);
  to.zx = number<T>(m.zx), to.zy = number<T>(m.zy), to.zz = number<T>(m.zz);
}

}  // namespace equidyn::EQUIDYN_TARGET
