// Places of arrows outside of a body, and of their symbols, so that none lies on another: the rules, penalties and
// distances of equidyn.draw.placing, where they are explained; in pixels instead of points.

import { dot, minus, plus, scaled } from "./vectors.js";

const TURNS = Array.from({ length: 12 }, (_, k) => (2 * Math.PI * k) / 12);
const AWAY = [14, 24, 36, 52, 74, 104, 140];
const BESIDE = [4, 9, 16, 27, 44];
const [STEP, CLEAR, CLEAR_OF_LEADER, ROOM_OF_SYMBOL] = [6, 9, 4, 2.5];
const [NEVER, ON_SYMBOL, ON_ARROW, ON_LEADER] = [1e4, 12, 6, 2];
const [FURTHER, OFF_LINE, TIP_AT_BODY, TURNED] = [0.05, 1.5, 0.5, 0.6];
const [AT_FREE, AT_BOUND] = [[0, 1, 2], [1, 0, 2]];
const [TRIED, DIGITS] = [6, 1e9];

const pointsAlong = (along) => 2 + Math.floor(Math.hypot(...along) / STEP);
const between = (start, end, number) =>
  Array.from({ length: number }, (_, k) => plus(start, scaled(k / (number - 1), minus(end, start))));

// points along a line of several corners
export const sampledLine = (line) =>
  line.slice(1).reduce((points, end, k) =>
    [...points, ...between(line[k], end, pointsAlong(minus(end, line[k]))).slice(1)], line.slice(0, 1));

const isIn = (point, box) => [0, 1].every((j) => point[j] > box[0][j] && point[j] < box[1][j]);
const grown = (box, by) => [box[0].map((x) => x - by), box[1].map((x) => x + by)];
const countOf = (points, test) => points.reduce((sum, point) => sum + (test(point) ? 1 : 0), 0);
const near = (points, others, distance) =>
  countOf(points, ([x, y]) => others.some(([u, v]) => (x - u) ** 2 + (y - v) ** 2 < distance ** 2));
const rounded = (x) => Math.round(x * DIGITS) / DIGITS;

// the box of a symbol
export const boxOf = (middle, size) => [minus(middle, scaled(0.5, size)), plus(middle, scaled(0.5, size))];

// places of arrows { point, along, size, bound }: { start, symbol, leader }. `body` is a list of lines that arrows keep
// clear of, `window` the corners of what can be used, and `boxes` those of texts that are there already
export function placesOf(wanted, body, window, boxes = []) {
  const taken = {
    window, body: body.flatMap(sampledLine), leaders: [], boxes: [...boxes],
    arrows: wanted.filter(({ bound }) => bound).flatMap(({ point, along }) => sampledLine([point, plus(point, along)])),
  };
  const lengthOf = ({ along }) => Math.hypot(...along);
  const rankOf = ({ bound }) => (bound ? 0 : 1);
  const order = [...wanted].sort((a, b) => rankOf(a) - rankOf(b) || lengthOf(b) - lengthOf(a));
  const found = new Map(order.map((each) => {
    const place = bestPlace(each, taken);
    taken.arrows.push(...sampledLine([place.start, plus(place.start, each.along)]));
    taken.leaders.push(...sampledLine([each.point, place.leader]));
    taken.boxes.push(boxOf(place.symbol, each.size));
    return [each, place];
  }));
  return wanted.map((each) => found.get(each));
}

function bestPlace(wanted, taken) {
  const arrows = arrowPlaces(wanted, taken);
  const order = arrows.map((_, k) => k)
    .sort((a, b) => rounded(arrows[a].cost) - rounded(arrows[b].cost) || a - b);
  let [best, least] = [null, Infinity];
  for (const { start, leader, cost } of order.slice(0, TRIED).map((k) => arrows[k])) {
    if (cost >= least) break;
    const symbol = symbolPlace(start, leader, wanted, taken);
    if (cost + symbol.cost < least - 1 / DIGITS) {
      best = { start, leader, symbol: symbol.middle };
      least = cost + symbol.cost;
    }
  }
  return best;
}

// possible starts of an arrow, with the ends of their leaders and their penalties
function arrowPlaces({ point, along, bound }, taken) {
  if (bound) return [{ start: point, leader: point, cost: 0 }];
  const angle = Math.atan2(along[1], along[0]);
  const number = pointsAlong(along);
  const onLeader = pointsAlong([AWAY.at(-1), 0]);
  const room = grown(taken.window, -ROOM_OF_SYMBOL);
  // the arrow starts beside the body, or its tip is there
  return [0, 1].flatMap((atTip) => AWAY.flatMap((away) => TURNS.map((turn) => {
    const leader = plus(point, [away * Math.cos(angle + turn), away * Math.sin(angle + turn)]);
    const start = atTip ? minus(leader, along) : leader;
    const arrow = between(start, plus(start, along), number);
    if (arrow.some(([x, y]) => x < room[0][0] || y < room[0][1] || x > room[1][0] || y > room[1][1]))
      return { start, leader, cost: NEVER + away };
    const led = between(point, leader, onLeader).slice(2);
    const symbols = taken.boxes.map((box) => grown(box, ROOM_OF_SYMBOL));
    const onSymbols = (points) => symbols.reduce((sum, box) => sum + countOf(points, (each) => isIn(each, box)), 0);
    const cost = FURTHER * away + OFF_LINE * (1 - Math.abs(Math.cos(turn))) + TIP_AT_BODY * atTip
      + ON_ARROW * (near(arrow, taken.body, CLEAR) + near(arrow, taken.arrows, CLEAR)
        + near(led, taken.arrows, CLEAR_OF_LEADER))
      + ON_LEADER * near(arrow, taken.leaders, CLEAR_OF_LEADER) + ON_SYMBOL * (onSymbols(arrow) + onSymbols(led));
    return { start, leader, cost };
  })));
}

// the best middle of the symbol of an arrow, and its penalty
function symbolPlace(start, leader, { point, along, size, bound }, taken) {
  const angle = Math.atan2(along[1], along[0]);
  const lines = [...taken.arrows, ...taken.leaders, ...sampledLine([start, plus(start, along)]),
    ...sampledLine([point, leader])];
  let best = { middle: null, cost: Infinity };
  [1, 0.5, 0].forEach((share, k) => BESIDE.forEach((beside) => TURNS.forEach((turn) => {
    const direction = [Math.cos(angle + turn), Math.sin(angle + turn)];
    // the box of the symbol keeps its distance in every direction
    const away = beside + 0.5 * dot(direction.map(Math.abs), size);
    const middle = plus(plus(start, scaled(share, along)), scaled(away, direction));
    const box = grown(boxOf(middle, size), ROOM_OF_SYMBOL);
    const outside = [0, 1].some((j) => box[0][j] < taken.window[0][j] || box[1][j] > taken.window[1][j]);
    const onSymbols =
      countOf(taken.boxes, (other) => [0, 1].every((j) => box[0][j] < other[1][j] && other[0][j] < box[1][j]));
    const cost = (bound ? AT_BOUND : AT_FREE)[k] + FURTHER * away + TURNED * (1 - Math.cos(turn))
      + NEVER * (onSymbols + (outside ? 1 : 0)) + ON_ARROW * countOf(taken.body, (each) => isIn(each, box))
      + ON_SYMBOL * countOf(lines, (each) => isIn(each, box));
    if (rounded(cost) < rounded(best.cost)) best = { middle, cost };
  })));
  return best;
}
