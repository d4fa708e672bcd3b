// Recovery of multiples of pi/4 that were written with few digits, as by arm/formats/urdf/angles.py.

const QUARTER_PI = Math.PI / 4;

// its first 51 digits
const QUARTER_PI_DIGITS = 785398163397448309615660845819875721049292349843776n;

// 1.57 means pi/2; 1.6 need not. Digits are mostly rounded; the last of many may be truncated
const ROUNDED_DIGITS = 3;
const CUT_DIGITS = 5;

// digits compared: more than identify a number
const DIGITS_READ = 40;
const MOST_QUARTERS = 16;

// smaller differences are not reported
const ANGLE_TOLD = 1e-11;

// a number as written: all its digits as an integer, how many these are, and how many stand behind the point
function decimal_of(word) {
  const [mantissa, power = "0"] = word.replace(/^[+-]/, "").toLowerCase().split("e");
  const [before, behind = ""] = mantissa.split(".");
  const digits = (before + behind).replace(/^0+(?=.)/, "");
  const places = behind.length - Number(power);
  const more = Math.max(0, digits.length - DIGITS_READ);
  const kept = BigInt(digits.slice(0, digits.length - more)) + (more && digits[DIGITS_READ] >= "5" ? 1n : 0n);
  return { integer: kept, count: digits.length - more, places: places - more };
}

// the multiple of pi/4 that a number equals to all digits written, else the number
function meant_angle(word) {
  const value = Number(word);
  const quarters = Math.abs(value) < 100 ? Math.round(value / QUARTER_PI) : 0;
  if (quarters === 0 || Math.abs(quarters) > MOST_QUARTERS) return value;
  const { integer, count, places } = decimal_of(word);
  if (count < ROUNDED_DIGITS) return value;
  const exact = QUARTER_PI_DIGITS * BigInt(Math.abs(quarters));
  const unit = 10n ** BigInt(51 - places);
  const cut = exact / unit;
  const rounded = (2n * exact + unit) / (2n * unit);
  return integer === rounded || (count >= CUT_DIGITS && integer === cut) ? quarters * QUARTER_PI : value;
}

const is_told_angle = (word) => Math.abs(meant_angle(word) - Number(word)) > ANGLE_TOLD;
