// An equation of the recursion with the numbers of a state put in; rotation matrices and tensors stay letters.

import { shortNumber } from "../base/numbers.js";
import { inDigits } from "../base/text.js";
import { column, dot, minus } from "../base/vectors.js";

const UNITS_OF_LETTERS = {
  ω: "rad/s", α: "rad/s²", a: "m/s²", ā: "m/s²", F: "N", N: "N m", f: "N", n: "N m", m: "kg", c: "m", r: "m", P: "m",
};
const NAMES_OF_LETTERS = { ω: "omega", α: "alpha", ā: "abar" };
// a letter with the number of its link: q̇ and q̈ have two characters
const SYMBOL = /(q̇|q̈|ω|α|ā|[aFNfnmcrP])_(\d+)/gu;

// a vector of the world in axes of a frame
const inFrame = (pose, vector) => [0, 1, 2].map((j) => dot(column(pose, j), vector));

// the value of a letter for a link: a number, or three. given are poses of frames, mass, com, gravity, joints, qd, qdd
// and results of the recursion
function valueOf(letter, link, given) {
  const { poses, mass, com, gravity, joints, results } = given;
  const step = (k) => minus(column(poses[k], 3), column(poses[k - 1], 3));
  const none = [0, 0, 0];
  if (letter === "q̇" || letter === "q̈") return given[letter === "q̇" ? "qd" : "qdd"][link - 1];
  if (letter === "m") return mass[link - 1];
  if (letter === "c") return com.slice(3 * link - 3, 3 * link);
  if (letter === "r") return inFrame(poses[link], step(link));
  if (letter === "P") return link < poses.length ? inFrame(poses[link - 1], step(link)) : none;
  if (link === 0) return letter === "a" ? inFrame(poses[0], gravity.map((x) => -x)) : none;
  return link > joints.length ? none : results[`${NAMES_OF_LETTERS[letter] ?? letter}-${link}`];
}

function unitOfLetter(letter, link, joints) {
  if (!letter.startsWith("q")) return UNITS_OF_LETTERS[letter];
  return `${joints[link - 1] === "R" ? "rad" : "m"}/s${letter === "q̇" ? "" : "²"}`;
}

// the right side of an equation, with numbers of four digits and their units
export function rightSideInNumbers(equation, given) {
  const right = equation.slice(equation.indexOf("=") + 1).trim();
  return right.replace(SYMBOL, (_, letter, number) => {
    const value = valueOf(letter, Number(number), given);
    const unit = unitOfLetter(letter, Number(number), given.joints);
    if (!Array.isArray(value)) return `${inDigits(value, 4)} ${unit} `;
    const largest = Math.max(...value.map(Math.abs));
    return `(${value.map((x) => inDigits(shortNumber(x, largest), 4)).join(", ")}) ${unit}`;
  }).replace(/ {2,}/g, " ").trim();
}
