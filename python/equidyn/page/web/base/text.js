// Numbers as text.

export const MINUS = "\u2212";
export const TOLERANCE = 450; // eps, as of verify

const inText = (text) => String(text).replaceAll("-", MINUS);

// a number with so many significant digits, without zeros at its end
export function inDigits(x, digits = 3) {
  if (!Number.isFinite(x)) return Number.isNaN(x) ? "not a number" : x > 0 ? "infinite" : `${MINUS}infinite`;
  if (x === 0) return "0";
  const size = Math.floor(Math.log10(Math.abs(x)));
  if (size < -4 || size > 6) {
    const [mantissa, power] = x.toExponential(digits - 1).split("e");
    return `${inText(Number(mantissa))}e${inText(Number(power))}`;
  }
  return inText(Number(x.toPrecision(digits)));
}

// three decimals, more for a small number, but not for a rounding error
const digitsBehind = (x) =>
  Math.abs(x) > 5e-10 && Math.abs(x) < 0.05 ? Math.min(9, 2 - Math.floor(Math.log10(Math.abs(x)))) : 3;
export const fixedText = (x, digits = digitsBehind(x)) =>
  inText(Math.abs(x) >= 1e9 ? x.toExponential(3) : x.toFixed(digits).replace(/^-(?=[0.]*$)/, ""));

export const inThousands = (x) => inText(String(x).replace(/\B(?=(\d{3})+$)/g, "\u202f"));

export const operationsText = ({ multiplications, additions }) =>
  `${inThousands(multiplications)} multiplications, ${inThousands(additions)} additions`;

// a duration in nanoseconds in its natural unit
export function inTime(nanoseconds, digits = 3) {
  const units = { s: 1e9, ms: 1e6, µs: 1e3, ns: 1 };
  const unit = Object.keys(units).find((name) => nanoseconds >= units[name]) ?? "ns";
  return `${inDigits(nanoseconds / units[unit], digits)} ${unit}`;
}

export const inEps = (eps) => (eps === Infinity ? "infinite" : eps < 1000 ? inText(eps.toFixed(1)) : inDigits(eps, 2));

// an error in eps of the largest torque; as a part of it, where that says more
const MOST_EPS = 1e6;
export const errorText = (eps) =>
  Number.isFinite(eps) && eps > MOST_EPS ? `${inDigits(100 * eps * Number.EPSILON, 2)} % of the largest torque`
    : `${inEps(eps)} eps`;

// the unit of the force or torque of a joint
export const effortUnit = (kind) => (kind === "P" ? "N" : "N m");
