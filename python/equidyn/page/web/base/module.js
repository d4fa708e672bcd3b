// The laboratory in a page: equidyn's C++ core, compiled to WebAssembly, behind one class.
//
//   const lab = await Lab.load(bytes);
//   const arm = lab.arm(description);       // as Arm.to_dict writes it, parsed JSON
//   arm.evaluate("kane", q, qd, qdd);
//
// The functions of the core are those of cpp/include/equidyn/interface/lab.h. Units are SI; rows of
// states follow one another without gaps.

/** An error of input, whose message names the argument, what was expected and what came. */
export class LabError extends Error {
  constructor(message) {
    super(message);
    this.name = "LabError";
  }
}

/** Checks of what a user gives, with the messages of the Python package. */
export const LabInput = {
  MOST_JOINTS: 1000,

  shown(value) {
    if (value === undefined) return "nothing";
    if (typeof value === "string") return LabInput.quoted(value.length > 60 ? `${value.slice(0, 60)}…` : value);
    if (typeof value === "number") return LabInput.digits(value);
    if (LabInput.isList(value)) return `a list of ${value.length}`;
    return value !== null && typeof value === "object" ? "an object" : String(value);
  },

  /** A text as Python shows it. */
  quoted(text) {
    const mark = text.includes("'") && !text.includes('"') ? '"' : "'";
    const plain = text.replaceAll("\\", "\\\\").replaceAll(mark, `\\${mark}`);
    return mark + plain.replaceAll("\n", "\\n").replaceAll("\r", "\\r").replaceAll("\t", "\\t") + mark;
  },

  /** Six digits of a number, as Python writes them. */
  digits(x) {
    if (!Number.isFinite(x)) return Number.isNaN(x) ? "nan" : x > 0 ? "inf" : "-inf";
    if (Object.is(x, -0)) return "-0";
    // halfway between two numbers of six digits, the even one
    const even = /^(-?\d\.\d{4}[02468])50*e/.exec(x.toExponential(50))?.[1];
    const [rounded, power] = x.toExponential(5).split("e").map(Number), mantissa = Number(even ?? rounded);
    if (power >= -4 && power < 6) return String(Number(`${mantissa}e${power}`));
    return `${mantissa}e${power < 0 ? "-" : "+"}${String(Math.abs(power)).padStart(2, "0")}`;
  },

  isList: (value) => Array.isArray(value) || (ArrayBuffer.isView(value) && !(value instanceof DataView)),

  /** The numbers of nested lists of this shape, row after row; `absent` stands for null. */
  numbers(name, value, shape, absent) {
    const found = [];
    const append = (item, axis, place) => {
      if (axis === shape.length) {
        const number = item === null && absent !== undefined ? absent[place.at(-1) % absent.length] : item;
        const at = place.length ? ` at entry ${place.map((k) => k + 1).join(", ")}` : "";
        if (typeof number !== "number")
          throw new LabError(`${name}: expected real numbers, got ${LabInput.shown(item)}${at}`);
        const unbounded = absent !== undefined && (number === Infinity || number === -Infinity);
        if (!Number.isFinite(number) && !unbounded) throw new LabError(`${name}: must be finite, got ${number}${at}`);
        found.push(number);
        return;
      }
      const row = place.length ? ` in row ${place.map((k) => k + 1).join(", ")}` : "";
      if (!LabInput.isList(item) || item.length !== shape[axis])
        throw new LabError(`${name}: shape must be (${shape.join(", ")}), got ${LabInput.shown(item)}${row}`);
      for (let k = 0; k < item.length; ++k) append(item[k], axis + 1, [...place, k]);
    };
    append(value, 0, []);
    return found;
  },

  /** Rows of numbers, flat or as a list for each row. */
  rows(name, value, rows, width) {
    const nested = LabInput.isList(value) && LabInput.isList(value[0]);
    const flat = nested ? Array.from(value, (row) => Array.from(row)).flat() : value;
    if (!LabInput.isList(flat) || flat.length !== rows * width)
      throw new LabError(`${name}: expected ${rows} x ${width} numbers, got ${LabInput.shown(flat)}`);
    for (let k = 0; k < flat.length; ++k)
      if (!Number.isFinite(flat[k])) {
        if (typeof flat[k] !== "number")
          throw new LabError(`${name}: expected real numbers, got ${LabInput.shown(flat[k])}`);
        throw new LabError(`${name}: must be finite, got ${flat[k]} at index ${k}`);
      }
    return flat;
  },

  count(name, value, smallest, largest) {
    if (!Number.isInteger(value)) throw new LabError(`${name}: expected an integer, got ${LabInput.shown(value)}`);
    if (value < smallest) throw new LabError(`${name}: must be at least ${smallest}, got ${value}`);
    if (value > largest) throw new LabError(`${name}: must be at most ${largest}, got ${value}`);
    return value;
  },

  positive(name, value) {
    if (typeof value !== "number" || !Number.isFinite(value))
      throw new LabError(`${name}: expected a finite number, got ${LabInput.shown(value)}`);
    if (value <= 0) throw new LabError(`${name}: must be positive, got ${value}`);
    return value;
  },
};

/** The core in an instance of WebAssembly. */
export class Lab {
  /** The laboratory of a module: its bytes, or a promise of them. */
  static async load(bytes) {
    const lab = new Lab();
    const module = await WebAssembly.compile(await bytes);
    lab.start(await WebAssembly.instantiate(module, lab.imports(module)));
    return lab;
  }

  /** What the core asks of its host: to throw, and to write and read numbers. */
  host() {
    return {
      thrown: (pointer) => {
        const message = this.text(pointer);
        // the calls that it ends give nothing back
        this.core.__stack_pointer.value = this.stack;
        throw new LabError(message);
      },
      write_number: (number, all, pointer) => {
        const digits = all ? (Object.is(number, -0) ? "-0" : String(number)) : LabInput.digits(number);
        this.write(`${digits}\0`, pointer);
      },
      read_number: (pointer) => Number(this.text(pointer)),
    };
  }

  /** All that the module asks for: its host, and a system without files and environment. */
  imports(module) {
    const host = { equidyn: this.host() };
    const empty = (...counts) => {
      counts.forEach((pointer) => new DataView(this.core.memory.buffer).setUint32(pointer, 0, true));
      return 0;
    };
    const end = () => { throw new LabError("the core has stopped: out of memory"); };
    const answers = { environ_sizes_get: empty, proc_exit: end };
    for (const { module: from, name } of WebAssembly.Module.imports(module))
      if (from !== "equidyn") (host[from] ??= {})[name] = answers[name] ?? (() => 0);
    return host;
  }

  start(instance) {
    this.core = instance.exports;
    this.core._initialize?.();
    this.stack = this.core.__stack_pointer.value;
    const facts = JSON.parse(this.text(this.core.equidyn_facts()));
    // name, title, reference, degree, logarithm, frames, family, inertia, positions and restriction of each
    this.formulations = facts.formulations;
    // name, operands, shape (-1: joints, -2: parameters) and options of each
    this.quantities = facts.quantities;
    this.integrators = facts.integrators;
    this.laws = facts.laws;
    this.instructionSet = this.text(this.core.equidyn_instruction_set());
    this.ofDeleted = new FinalizationRegistry((free) => free());
  }

  /** A new arm; throws a LabError that names the field. `delete` gives its memory back. */
  arm(description) {
    return new LabArm(this, LabArm.data(this, description));
  }

  /** Links of a URDF, and its leaves, by name; `elements` as lab.h has them. Throws a LabError where it is no tree. */
  urdfLinks(elements) {
    return this.withMemory((place) => JSON.parse(this.text(this.core.equidyn_urdf_links(place(elements)))));
  }
  /** The arm between two links of a URDF, by default of its only chain: description, ends, and remarks. */
  readUrdf(elements, base = "", tip = "") {
    const asked = [elements, base, tip];
    return this.withMemory((place) => JSON.parse(this.text(this.core.equidyn_read_urdf(...asked.map(place)))));
  }

  /** The number of a name among known ones; the core says which one may be meant. */
  choice(name, value, known) {
    if (typeof value !== "string") throw new LabError(`${name}: expected a string, got ${LabInput.shown(value)}`);
    const number = known.indexOf(value);
    const words = [name, value, known.join("\x1f")];
    if (number < 0) this.withMemory((place) => this.core.equidyn_refuse_unknown(...words.map(place)));
    return number;
  }

  formulation(name) {
    return this.choice("formulation", name, this.formulations.map((each) => each.name));
  }
  quantity(name) {
    return this.choice("quantity", name, this.quantities.map((each) => each.name));
  }

  text(pointer) {
    const bytes = new Uint8Array(this.core.memory.buffer);
    return new TextDecoder().decode(bytes.slice(pointer, bytes.indexOf(0, pointer)));
  }
  write(text, pointer) {
    new Uint8Array(this.core.memory.buffer).set(new TextEncoder().encode(text), pointer);
  }
  /** Throws the reason of a failure where a result is 0. */
  succeeded(result) {
    if (!result) throw new LabError(this.text(this.core.equidyn_error()));
    return result;
  }

  /**
   * Calls `use` with memory, and frees it: `place(numbers)` copies, or a text, `room(count)` leaves free for numbers,
   * and `table(pointers)` makes an array of these.
   */
  withMemory(use) {
    const taken = [];
    const room = (count) => {
      const pointer = this.core.equidyn_allocate(count);
      if (!pointer) throw new LabError("rows: not enough memory");
      taken.push(pointer);
      return pointer;
    };
    const place = (given) => {
      if (typeof given === "string") {
        // a character of UTF-16 has three bytes at most
        const pointer = room(Math.ceil((3 * given.length + 1) / 8));
        this.write(`${given}\0`, pointer);
        return pointer;
      }
      const pointer = room(given.length);
      this.view(pointer, given.length).set(given);
      return pointer;
    };
    const table = (pointers) => {
      const pointer = room(Math.ceil(pointers.length / 2));
      new Uint32Array(this.core.memory.buffer, pointer, pointers.length).set(pointers);
      return pointer;
    };
    try {
      return use(place, room, table);
    } finally {
      taken.forEach((pointer) => this.core.equidyn_free(pointer));
    }
  }
  /** The numbers at an address: valid until memory grows. */
  view(pointer, count) {
    return new Float64Array(this.core.memory.buffer, pointer, count);
  }
  /** A copy of them. */
  numbers(pointer, count) {
    return this.view(pointer, count).slice();
  }
}

/** An arm, as the core holds it. */
class LabArm {
  static REQUIRED = ["convention", "joints", "a", "alpha", "d", "theta", "mass", "com", "inertia"];
  static OPTIONAL = [
    "format", "a_y", "gravity", "base", "tool", "motor_inertia", "gear_ratio", "viscous", "coulomb", "breakaway",
    "stribeck", "limits", "velocity_limits", "acceleration_limits", "jerk_limits", "effort_limits", "joint_names",
    "link_names", "tool_name", "frames", "configurations", "name",
  ];

  /** The shapes of the data that the core takes of an arm, in its order. */
  static shapes(n) {
    const each = (names, ...shape) => Object.fromEntries(names.map((name) => [name, shape]));
    return {
      ...each(["a", "a_y", "alpha", "d", "theta", "mass"], n), com: [n, 3], inertia: [n, 3, 3], gravity: [3],
      ...each(["base", "tool"], 4, 4), ...each(["motor_inertia", "gear_ratio", "viscous", "stribeck"], n),
      ...each(["coulomb", "breakaway", "limits"], n, 2),
      ...each(["velocity_limits", "acceleration_limits", "jerk_limits", "effort_limits"], n),
    };
  }
  static DEFAULTS = {
    gravity: [0, 0, -9.81],
    ...Object.fromEntries(["base", "tool"].map((name) =>
      [name, [[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]]])),
  };

  /** The data of an arm as flat lists of numbers, of which the core checks what they mean. */
  static data(lab, given) {
    if (given === null || typeof given !== "object" || Array.isArray(given))
      throw new LabError(`arm: expected an object, got ${LabInput.shown(given)}`);
    if (given.format !== undefined) lab.choice("format", given.format, ["equidyn arm 1"]);
    for (const key of Object.keys(given)) lab.choice("key", key, [...LabArm.REQUIRED, ...LabArm.OPTIONAL]);
    for (const key of LabArm.REQUIRED)
      if (given[key] === undefined || given[key] === null)
        throw new LabError(`${key}: key is missing; required: ${LabArm.REQUIRED.join(", ")}`);
    if (typeof given.joints !== "string" && !LabInput.isList(given.joints))
      throw new LabError(`joints: expected a letter for each joint, got ${LabInput.shown(given.joints)}`);
    const letters = typeof given.joints === "string" ? given.joints : given.joints.join("");
    const joints = letters.toUpperCase(), n = joints.length;
    if (n === 0) throw new LabError("joints: an arm must have at least one joint, got ''");
    if (n > LabInput.MOST_JOINTS) throw new LabError(`joints: at most ${LabInput.MOST_JOINTS} here, got ${n}`);
    if (typeof given.convention !== "string")
      throw new LabError(`convention: expected a string, got ${LabInput.shown(given.convention)}`);
    const data = { convention: given.convention, joints, n, loads: [] };
    for (const [key, shape] of Object.entries(LabArm.shapes(n))) {
      const value = (key === "inertia" ? LabArm.tensors(given.inertia) : given[key]) ?? LabArm.DEFAULTS[key];
      const absent = !key.endsWith("limits") ? undefined : key === "limits" ? [-Infinity, Infinity] : [Infinity];
      if (value != null) data[key] = LabInput.numbers(key, value, shape, absent);
    }
    data.friction = ["viscous", "coulomb", "breakaway"].some((name) => data[name] !== undefined);
    data.motors = data.motor_inertia !== undefined;
    return data;
  }
  /** Tensors, from tensors or principal moments. */
  static tensors(given) {
    const principal = LabInput.isList(given) && LabInput.isList(given[0]) && given[0].length === 3
      && !LabInput.isList(given[0][0]);
    if (!principal) return given;
    return given.map((moments) =>
      (LabInput.isList(moments) ? moments.map((x, i) => [0, 1, 2].map((j) => (i === j ? x : 0))) : moments));
  }

  constructor(lab, data) {
    this.lab = lab;
    this.data = data;
    this.n = data.n;
    const { core } = lab;
    this.pointer = lab.withMemory((place, _, table) => {
      const numbers = Object.keys(LabArm.shapes(data.n)).map((key) => (data[key] ? place(data[key]) : 0));
      const loads = [data.loads.length, place(data.loads.flat())];
      return core.equidyn_arm_new(place(data.convention), place(data.joints), table(numbers), ...loads);
    });
    const { pointer } = this;
    lab.ofDeleted.register(this, () => core.equidyn_arm_delete(pointer), this);
    /** Centres of mass of the links in their frames, loads included: n x 3. */
    this.com = Array.from(lab.numbers(core.equidyn_com(pointer), 3 * data.n));
    /** Why formulations refuse the arm, by name; those that take it are not in it. */
    this.refusals = {};
    lab.formulations.forEach(({ name }, k) => {
      const reason = lab.text(core.equidyn_refusal(pointer, k));
      if (reason) this.refusals[name] = reason;
    });
  }

  /** Suspect data, link by link: link, from 1, what, severe and message of each; with or without those of bodies. */
  findings(bodies = true) {
    return JSON.parse(this.lab.text(this.lab.core.equidyn_findings(this.pointer, Number(bodies))));
  }

  /** Gives the memory of the core back; every call after it fails. */
  delete() {
    if (this.pointer) this.lab.core.equidyn_arm_delete(this.address);
    this.lab.ofDeleted.unregister(this);
    this.pointer = 0;
  }
  get address() {
    if (!this.pointer) throw new LabError("arm: it has been deleted");
    return this.pointer;
  }

  /** Joint torques by a formulation, rows x n. */
  evaluate(formulation, q, qd, qdd, rows = 1) {
    const { lab, n } = this, k = lab.formulation(formulation);
    LabInput.count("rows", rows, 1, 1e6);
    const given = Object.entries({ q, qd, qdd }).map(([name, value]) => LabInput.rows(name, value, rows, n));
    return lab.withMemory((place, room) => {
      const tau = room(rows * n);
      lab.succeeded(lab.core.equidyn_evaluate(this.address, k, rows, ...given.map(place), tau));
      return lab.numbers(tau, rows * n);
    });
  }

  /**
   * A quantity by its kernel: `{q, qd, ...}`, besides tip_wrench (6), base_motion ({angular_velocity,
   * angular_acceleration, linear_acceleration}), friction, motors, frame ("world" or "tool").
   * Rows of numbers; where it has several results, an array of these.
   */
  quantity(name, given, rows = 1) {
    const { lab, n } = this, k = lab.quantity(name), facts = lab.quantities[k];
    LabInput.count("rows", rows, 1, 1e6);
    const motion = given.base_motion;
    const base = ["angular_velocity", "angular_acceleration", "linear_acceleration"].map((key) =>
      (motion ? LabInput.rows(`base_motion.${key}`, motion[key] ?? new Array(3 * rows).fill(0), rows, 3) : null));
    const operands = [
      ...facts.operands.map((operand) => LabInput.rows(operand, given[operand], rows, n)),
      given.tip_wrench ? LabInput.rows("tip_wrench", given.tip_wrench, rows, 6) : null,
      ...base,
    ];
    const options = this.options(facts, given);
    const sizes = facts.shapes.map((shape) => shape.reduce((size, extent) => size * this.extent(extent, options), 1));
    const total = sizes.reduce((a, b) => a + b, 0);
    return lab.withMemory((place, room, table) => {
      const pointers = operands.map((numbers) => (numbers ? place(numbers) : 0)), out = room(rows * total);
      lab.succeeded(lab.core.equidyn_quantity(this.address, k, rows, table(pointers), options, out));
      let at = out;
      const results = sizes.map((size) => {
        const numbers = lab.numbers(at, rows * size);
        at += 8 * rows * size;
        return numbers;
      });
      return results.length === 1 ? results[0] : results;
    });
  }
  options(facts, given) {
    const refuse = (key) => { throw new LabError(`${key}: ${facts.name} does not take it`); };
    for (const key of ["tip_wrench", "base_motion", "frame"])
      if (given[key] != null && !facts.options.includes(key)) refuse(key);
    for (const key of ["friction", "motors"]) {
      if (!given[key]) continue;
      if (!facts.options.includes(key) && !facts.options.includes("columns")) refuse(key);
      if (!this.data[key] && !facts.options.includes("columns"))
        throw new LabError(`${key}: the arm has no data for it`);
    }
    const inTool = given.frame != null && this.lab.choice("frame", given.frame, ["world", "tool"]) === 1;
    return (given.friction ? 1 : 0) | (given.motors ? 2 : 0) | (inTool ? 4 : 0);
  }
  extent(stated, options) {
    if (stated >= 0) return stated;
    return stated === -1 ? this.n : this.n * (10 + (options & 1 ? 3 : 0) + (options & 2 ? 1 : 0));
  }

  /** Operations of an evaluation, as equidyn.count_operations counts them: total, and by row. */
  counts(formulation) {
    const { lab, n } = this, k = lab.formulation(formulation);
    const { degree } = lab.formulations[k];
    if (n ** degree > LabArm.HIGHEST_ORDER)
      throw new LabError(`formulation: ${formulation} has too many operations to count for ${n} joints`);
    const rows = JSON.parse(lab.text(lab.succeeded(lab.core.equidyn_counts(this.address, k))));
    const total = (kind) => rows.reduce((sum, row) => sum + row[kind], 0);
    return {
      multiplications: total("multiplications"),
      additions: total("additions"),
      trigonometric: total("trigonometric"),
      divisions: total("divisions"),
      rows,
    };
  }
  // n to the power of a formulation's degree, as in Python
  static HIGHEST_ORDER = 30000;

  /** Nanoseconds of an evaluation by a formulation: the least of rounds that last so many seconds. */
  time(formulation, { seconds = 0.05, clock = () => performance.now() } = {}) {
    const { lab, n } = this, k = lab.formulation(formulation);
    LabInput.positive("seconds", seconds);
    return lab.withMemory((place, room) => {
      const of = (spread) => place(Float64Array.from({ length: 64 * n }, (_, i) => spread * Math.sin(1 + 7.3 * i)));
      const states = [of(1.5), of(2), of(5)], tau = room(64 * n);
      const evaluated = (rows) => {
        const start = clock();
        lab.succeeded(lab.core.equidyn_evaluate(this.address, k, rows, ...states, tau));
        return (clock() - start) / 1e3;
      };
      // clocks of browsers are coarse: a round repeats until it takes long beside their tick
      const rows = evaluated(1) > 1e-3 ? 1 : 64;
      let least = Infinity, repeat = 1;
      for (let spent = 0; spent < seconds;) {
        let taken = 0;
        for (let turn = 0; turn < repeat; ++turn) taken += evaluated(rows);
        spent += Math.max(taken, 1e-6);
        if (taken < Math.min(2e-3, seconds / 4)) repeat *= 2;
        else least = Math.min(least, (taken * 1e9) / (rows * repeat));
      }
      return least;
    });
  }

  /** Poses of the base, of the frames of the links and of the tool, in the world: arrays of 16. */
  poses(q) {
    const links = this.quantity("link_poses", { q });
    return [
      Float64Array.from(this.data.base),
      ...Array.from({ length: this.n }, (_, i) => links.slice(16 * i, 16 * i + 16)),
      this.quantity("forward_kinematics", { q }),
    ];
  }

  /**
   * Every formulation against extended precision, over random states of five situations: the largest
   * difference of a torque, that in eps of the largest torque of its situation, and whether it agrees.
   */
  verify({ states = 64, seed = 1 } = {}) {
    const { lab } = this, { formulations } = lab;
    LabInput.count("states", states, 1, 1e4);
    LabInput.count("seed", seed, 0, 2 ** 32 - 1);
    const found = lab.withMemory((_, room) => {
      const pointer = room(2 * formulations.length);
      lab.succeeded(lab.core.equidyn_verify(this.address, states, seed, pointer));
      return lab.numbers(pointer, 2 * formulations.length);
    });
    return formulations.map(({ name }, k) => {
      const refused = this.refusals[name] ?? "";
      const [error, eps] = refused ? [NaN, NaN] : found.slice(2 * k, 2 * k + 2);
      return { name, error, eps, agrees: eps <= LabArm.TOLERANCE, refused };
    });
  }
  // in eps of the largest torque, as in Python
  static TOLERANCE = 450;

  /** Results of the Newton-Euler recursion in the frames of the arm: values in axes of the link's frame. */
  recursion(q, qd, qdd) {
    const { lab, n } = this, width = 25;
    const given = Object.entries({ q, qd, qdd }).map(([name, value]) => LabInput.rows(name, value, 1, n));
    const all = lab.withMemory((place, room) => {
      const pointer = room(width * n);
      lab.succeeded(lab.core.equidyn_recursion(this.address, ...given.map(place), pointer));
      return lab.numbers(pointer, width * n);
    });
    return Array.from({ length: n }, (_, k) => Object.entries(LabArm.QUANTITIES).map(([quantity, at]) => {
      const start = width * k + at;
      return { quantity, link: k + 1, values: [...all.slice(start, start + (quantity === "tau" ? 1 : 3))] };
    })).flat();
  }
  // place of each quantity among the values of a link
  static QUANTITIES = { omega: 0, alpha: 3, a: 6, abar: 9, F: 12, N: 15, f: 18, n: 21, tau: 24 };

  /** Joint positions for a pose of the tool (4 x 4), within the limits of the arm. */
  inverseKinematics(pose, { start = null, tolerance = 1e-10, seed = 0 } = {}) {
    const { lab, n, data } = this;
    const flat = LabInput.isList(pose) && pose.length === 16;
    const H = flat ? [0, 1, 2, 3].map((i) => Array.from(pose.slice(4 * i, 4 * i + 4))) : pose;
    if (H == null) throw new LabError("pose: expected 4 x 4 numbers, got nothing");
    const wanted = LabInput.numbers("pose", H, [4, 4]);
    LabInput.positive("tolerance", tolerance);
    LabInput.count("seed", seed, 0, 2 ** 32 - 1);
    const { limits = Array.from({ length: 2 * n }, (_, k) => (k % 2 ? Infinity : -Infinity)) } = data;
    const middle = Array.from({ length: n }, (_, j) => {
      const [lower, upper] = limits.slice(2 * j, 2 * j + 2);
      return Number.isFinite(lower) && Number.isFinite(upper) ? (lower + upper) / 2 : 0;
    });
    const from = LabInput.rows("start", start ?? middle, 1, n);
    return lab.withMemory((place, room) => {
      const out = room(n + 2);
      const asked = [place(wanted), place(from), place(limits)];
      lab.succeeded(lab.core.equidyn_inverse_kinematics(this.address, ...asked, tolerance, seed, out));
      const found = lab.numbers(out, n + 2);
      return { q: found.slice(0, n), reached: found[n] <= tolerance, residual: found[n], iterations: found[n + 1] };
    });
  }

  /**
   * Arms in motion by fixed steps.
   *
   *   q, qd       where they start: n numbers for all, or arms x n
   *   step        s; method: "rk4" or "semi_implicit_euler"
   *   controller  {law, kp, kv, friction, motors}: a law of lab.laws, gains as a number, n or n x n;
   *               without one no torque is applied
   *   trajectory  a position to hold, or {times, positions}: rest to rest by polynomials of degree 5
   *   payload     {mass, com, inertia} at the tool, of which the controller knows nothing
   *   friction, motors   of the moving arm, whether their effects are included
   */
  simulation(given) {
    return new LabSimulation(this, given);
  }

  /** The arm under another gravity, as Arm.with_gravity has it. */
  withGravity(gravity) {
    return new LabArm(this.lab, { ...this.data, gravity: LabInput.numbers("gravity", gravity, [3]) });
  }

  /** The arm with a load fixed to its last link, as Arm.with_payload has it. */
  withPayload({ mass, com = [0, 0, 0], inertia = null }) {
    const { data, lab } = this;
    const load =
      [["mass", [mass], [1]], ["com", com, [3]], ["inertia", inertia ?? new Array(3).fill([0, 0, 0]), [3, 3]]];
    const numbers = load.flatMap((given) => LabInput.numbers(...given));
    return new LabArm(lab, { ...data, loads: [...data.loads, numbers] });
  }
}

/** Arms in motion; `advance` moves all of them. */
class LabSimulation {
  constructor(arm, given) {
    const { lab, n } = arm;
    const { q, qd, step = 1e-3, method = "rk4", arms = 1, friction = false, motors = false } = given;
    const { controller = null, trajectory = null, payload = null } = given;
    this.arm = arm;
    this.lab = lab;
    this.arms = LabInput.count("arms", arms, 1, 1e5);
    this.step = LabInput.positive("step", step);
    this.t = 0;
    const { motor_inertia, gear_ratio } = arm.data;
    this.rotors = motors ? motor_inertia?.map((J, k) => J * (gear_ratio?.[k] ?? 1) ** 2) : null;
    const start = Object.entries({ q, qd: qd ?? new Array(n).fill(0) }).flatMap(([name, value]) => {
      const one = LabInput.isList(value) && value.length === n && !LabInput.isList(value[0]);
      const rows = Array.from(LabInput.rows(name, value, one ? 1 : arms, n));
      return one ? Array.from({ length: arms }, () => rows).flat() : rows;
    });
    const integrator = lab.choice("method", method, lab.integrators);
    const options = (of) => {
      for (const key of ["friction", "motors"])
        if (of[key] && !arm.data[key]) throw new LabError(`${key}: the arm has no data for it`);
      return (of.friction ? 1 : 0) | (of.motors ? 2 : 0);
    };
    const moving = options({ friction, motors }), law = controller ? this.law(controller) : null;
    const known = controller ? options(controller) : 0;
    const motion = controller ? this.motion(trajectory ?? start.slice(0, n)) : null;
    this.plant = payload ? arm.withPayload(payload) : arm;
    this.pointer = lab.withMemory((place) => {
      const control = controller
        ? [arm.address, law.number, known, place(law.gains), motion.pieces, 6, place(motion.numbers)]
        : [0, 0, 0, 0, 0, 0, 0];
      const moved = [this.plant.address, arms, place(start), step, integrator, moving];
      return lab.succeeded(lab.core.equidyn_simulation_new(...moved, ...control));
    });
    const { pointer, plant } = this, { core } = lab;
    // neither arm may be collected before it
    lab.ofDeleted.register(this, () => void [core.equidyn_simulation_delete(pointer), plant, arm], this);
    this.read();
  }

  law({ law, kp, kv }) {
    const { lab } = this, { n } = this.arm;
    const matrix = (name, value) => {
      if (typeof value === "number") return matrix(name, new Array(n).fill(value));
      if (LabInput.isList(value) && LabInput.isList(value[0])) return LabInput.numbers(name, value, [n, n]);
      const diagonal = LabInput.numbers(name, value, [n]);
      return Array.from({ length: n * n }, (_, k) => (k % (n + 1) === 0 ? diagonal[k / (n + 1)] : 0));
    };
    const number = lab.choice("law", law, lab.laws);
    return { number, gains: [...matrix("kp", kp), ...matrix("kv", kv)] };
  }

  /** Start times and end time of the pieces, then coefficients by power, piece and joint. */
  motion(trajectory) {
    const { n } = this.arm;
    const held = LabInput.isList(trajectory);
    const times = held ? [0, 1] : [...LabInput.rows("times", trajectory.times, 1, trajectory.times?.length ?? 0)];
    if (times.length < 2) throw new LabError(`times: expected two or more, got ${times.length}`);
    times.forEach((t, k) => {
      if (k && !(t > times[k - 1])) throw new LabError(`times: must increase, got ${t} after ${times[k - 1]}`);
    });
    const positions = held ? [trajectory, trajectory] : trajectory.positions;
    const points = LabInput.rows("positions", positions, times.length, n);
    const pieces = times.length - 1;
    const numbers = [...times];
    // rest to rest: q + (10 u^3 - 15 u^4 + 6 u^5) times the way
    for (const factor of [null, 0, 0, 10, -15, 6])
      for (let piece = 0; piece < pieces; ++piece)
        for (let j = 0; j < n; ++j) {
          const from = points[piece * n + j];
          numbers.push(factor === null ? from : factor * (points[(piece + 1) * n + j] - from));
        }
    return { pieces, numbers };
  }

  get address() {
    if (!this.pointer) throw new LabError("simulation: it has been deleted");
    return this.pointer;
  }

  /** From now on a force of the world, N, acts at the tool of the first arm; zero: none. */
  pull(force) {
    const world = LabInput.numbers("force", force, [3]);
    const tool = this.plant.poses(this.q.slice(0, this.arm.n)).at(-1);
    // the wrench is that of the arm on its environment, in the axes of the tool
    const wrench = [0, 1, 2].map((k) => -(tool[k] * world[0] + tool[4 + k] * world[1] + tool[8 + k] * world[2]));
    this.lab.withMemory((place) => this.lab.core.equidyn_set_wrench(this.address, place([...wrench, 0, 0, 0])));
  }

  /** Moves all arms by so many steps; throws a LabError where one of them cannot go on. */
  advance(steps = 1) {
    LabInput.count("steps", steps, 1, 1e6);
    const going = this.lab.core.equidyn_advance(this.address, steps);
    this.t += steps * this.step;
    this.read();
    this.lab.succeeded(going);
  }

  /** Copies the states: q, qd and tau, arms x n; work and dissipated energy, J, of each arm. */
  read() {
    const { lab, arms } = this, { n } = this.arm;
    const pointer = lab.core.equidyn_states(this.address), size = arms * n;
    const all = lab.numbers(pointer, 3 * size + 3 * arms);
    this.q = all.subarray(0, size);
    this.qd = all.subarray(size, 2 * size);
    this.tau = all.subarray(2 * size, 3 * size);
    const rest = all.subarray(3 * size);
    this.work = rest.subarray(0, arms);
    this.dissipated = rest.subarray(arms, 2 * arms);
  }

  /**
   * Energies of each arm, J, those of rotors included where they move: kinetic + potential - work +
   * dissipated is constant but for the steps.
   */
  energy() {
    const given = { q: this.q, qd: this.qd }, { n } = this.arm;
    const kinetic = this.plant.quantity("kinetic_energy", given, this.arms);
    this.rotors?.forEach((inertia, j) => {
      for (let k = 0; k < this.arms; ++k) kinetic[k] += 0.5 * inertia * this.qd[k * n + j] ** 2;
    });
    return {
      kinetic,
      potential: this.plant.quantity("potential_energy", given, this.arms),
      work: this.work,
      dissipated: this.dissipated,
    };
  }

  delete() {
    if (!this.pointer) return;
    this.lab.core.equidyn_simulation_delete(this.address);
    this.lab.ofDeleted.unregister(this);
    this.pointer = 0;
    if (this.plant !== this.arm) this.plant.delete();
  }
}
