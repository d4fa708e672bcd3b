// Numbers as text.

const MINUS = "\u2212";
const TOLERANCE = 450; // eps, as of verify

const in_text = (text) => String(text).replaceAll("-", MINUS);

// a number with so many significant digits, without zeros at its end
function in_digits(x, digits = 3) {
  if (!Number.isFinite(x)) return Number.isNaN(x) ? "not a number" : x > 0 ? "infinite" : `${MINUS}infinite`;
  if (x === 0) return "0";
  const size = Math.floor(Math.log10(Math.abs(x)));
  if (size < -4 || size > 6) {
    const [mantissa, power] = x.toExponential(digits - 1).split("e");
    return `${in_text(Number(mantissa))}e${in_text(Number(power))}`;
  }
  return in_text(Number(x.toPrecision(digits)));
}

// three digits behind the point, more where a number has none there otherwise, but not for a rounding error
const digits_behind = (x) =>
  Math.abs(x) > 5e-10 && Math.abs(x) < 0.05 ? Math.min(9, 2 - Math.floor(Math.log10(Math.abs(x)))) : 3;
const fixed_text = (x, digits = digits_behind(x)) =>
  in_text(Math.abs(x) >= 1e9 ? x.toExponential(3) : x.toFixed(digits).replace(/^-(?=[0.]*$)/, ""));

const in_thousands = (x) => in_text(String(x).replace(/\B(?=(\d{3})+$)/g, "\u202f"));

// a duration in nanoseconds in its natural unit
function in_time(nanoseconds) {
  const [size, unit] = [[1e9, "s"], [1e6, "ms"], [1e3, "µs"], [1, "ns"]].find(([size]) => nanoseconds >= size) ?? [1, "ns"];
  return `${in_digits(nanoseconds / size)} ${unit}`;
}

const in_eps = (eps) => (eps === Infinity ? "infinite" : eps < 1000 ? in_text(eps.toFixed(1)) : in_digits(eps, 2));

// the unit of what the drive of a joint gives
const effort_unit = (kind) => (kind === "P" ? "N" : "N m");
