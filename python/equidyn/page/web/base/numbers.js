// Numbers as users type them, and as text that gives the same number again.

const TWELFTH = Math.PI / 12;

// multiples of 15 degrees in degrees, other angles in radians
export function angleText(radians) {
  const twelfths = Math.round(radians / TWELFTH);
  const degrees = 15 * twelfths;
  return Math.abs(twelfths) <= 48 && inRadians(degrees) === radians && !Object.is(radians, -0)
    ? `${degrees}°` : String(radians);
}

const inRadians = (degrees) => (degrees * Math.PI) / 180;

const DECIMAL = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

// the number in a text, such as 0.5, 90°, pi/2, -3π/4; throws a sentence
export function typedNumber(text, { angle = false } = {}) {
  const plain = text.trim().replaceAll("\u2212", "-").replace(/π/g, "pi").replace(/\s+/g, "");
  const wanted = angle ? "an angle, such as 0.5, 90° or pi/2" : "a number";
  const refuse = () => {
    const got = plain ? (text.trim().length > 40 ? `${text.trim().slice(0, 40)}…` : text.trim()) : "nothing";
    throw new RangeError(`expected ${wanted}, got ${got}`);
  };
  if (DECIMAL.test(plain)) {
    const value = Number(plain);
    if (!Number.isFinite(value)) throw new RangeError(`expected a finite number, got ${plain.slice(0, 40)}`);
    return value;
  }
  if (!angle) return refuse();
  const degrees = /^(.+?)(°|deg)$/.exec(plain);
  if (degrees && DECIMAL.test(degrees[1]) && Number.isFinite(Number(degrees[1]))) return inRadians(Number(degrees[1]));
  const turns = /^([+-]?)(\d+\.?\d*)?\*?pi(?:\/(\d+))?$/.exec(plain);
  if (!turns || turns[3] === "0") return refuse();
  const value = ((turns[2] ? Number(turns[2]) : 1) * Math.PI) / Number(turns[3] ?? 1);
  if (!Number.isFinite(value)) return refuse();
  return turns[1] === "-" ? -value : value;
}
