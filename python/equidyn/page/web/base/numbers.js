// Numbers as users type them, and as text that gives the same number again.

const TWELFTH = Math.PI / 12;
const WHOLE_TURN = 2 * Math.PI;

// multiples of 15 degrees in degrees, other angles in radians
export function angleText(radians) {
  const twelfths = Math.round(radians / TWELFTH);
  const degrees = 15 * twelfths;
  if (Math.abs(twelfths) <= 48 && inRadians(degrees) === radians && !Object.is(radians, -0)) return `${degrees}°`;
  // without its unit, it would be questioned when it is edited
  return Math.abs(radians) > WHOLE_TURN ? `${radians} rad` : String(radians);
}

const inRadians = (degrees) => (degrees * Math.PI) / 180;

// below this part of a scale, a number is a rounding error
const NOISE = 1e-12;

// a number in six digits, and 0 for a rounding error; the whole number is for editing
export const shortNumber = (x, scale = 0) => (Math.abs(x) < NOISE * scale ? 0 : Number(x.toPrecision(6)));

const DECIMAL = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;
const PI = /^([+-]?)(\d+\.?\d*|\.\d+)?\*?pi(?:\/(\d+))?$/i;
const ANGLE_UNIT = /(°|º|deg(?:rees?)?|rad(?:ians?)?)$/i;

// the number in a text, such as 0.5, 90°, -90 deg, pi/2, -3π/4 or 1.2 rad; throws a sentence. angles are returned in
// `angle`, "rad" or "°", which is also the unit of a bare number; any unit may stand behind the number, and the unit of
// time, "/s" or "/s²", behind an angle. with `asks`, a bare number of radians beyond a turn is questioned
export function typedNumber(text, { angle = "", unit = "", asks = false } = {}) {
  const plain = text.trim().replaceAll("\u2212", "-").replace(/π/g, "pi").replace(/\s+/g, "").replace(/\^2$/, "²");
  const wanted = angle ? "an angle, such as 0.5, 90° or pi/2" : "a number";
  const refuse = () => {
    const got = plain ? (text.trim().length > 40 ? `${text.trim().slice(0, 40)}…` : text.trim()) : "nothing";
    throw new RangeError(`expected ${wanted}, got ${got}`);
  };
  const number = unit && plain.endsWith(unit) ? plain.slice(0, -unit.length) : plain;
  const [given] = (angle && ANGLE_UNIT.exec(number)) || [""];
  const bare = given ? number.slice(0, -given.length) : number;
  const inDegrees = /^[°ºd]/i.test(given);
  const times = angle && !inDegrees && PI.exec(bare);
  if (!times && !DECIMAL.test(bare)) return refuse();
  if (times && times[3] && !Number(times[3])) return refuse();
  const value = times
    ? ((times[1] === "-" ? -1 : 1) * ((times[2] ? Number(times[2]) : 1) * Math.PI)) / Number(times[3] ?? 1)
    : Number(bare);
  if (!Number.isFinite(value)) throw new RangeError(`expected a finite number, got ${plain.slice(0, 40)}`);
  if (!angle) return value;
  const isBare = !given && !times;
  if (asks && isBare && Math.abs(value) > WHOLE_TURN)
    throw new RangeError(`${bare} rad is ${shortTurns(value)} turns. Did you mean ${bare}°? `
      + `Type ${bare}° or ${bare} rad`);
  const found = isBare ? angle : inDegrees ? "°" : "rad";
  if (found === angle) return value;
  return angle === "rad" ? inRadians(value) : (value * 180) / Math.PI;
}

const shortTurns = (radians) => Number((Math.abs(radians) / WHOLE_TURN).toPrecision(3));
