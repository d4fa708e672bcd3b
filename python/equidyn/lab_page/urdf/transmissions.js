// Motors in a URDF, as by arm/formats/urdf/transmissions.py: reductions and rotor inertias of its transmissions, also as Drake has them.

// the first one that is there counts
const TAGS_OF_INERTIA = ["drake:rotor_inertia", "motorInertia", "motor_inertia"];
const TAGS_OF_REDUCTION = ["drake:gear_ratio", "mechanicalReduction", "mechanical_reduction"];

const COUPLED_MOTORS = { armature: 0, reduction: 1, not_taken: ["motors that a transmission couples"] };
const SEVERAL_MOTORS = { armature: 0, reduction: 1, not_taken: ["motors, of which several are given,"] };

const same_motor = (one, other) =>
  one.armature === other.armature && one.reduction === other.reduction && one.not_taken.join() === other.not_taken.join();

const driven_joints = (joints, motors) =>
  joints.map((joint) => (Object.hasOwn(MOVABLE, joint.kind) && motors.has(joint.name) ? { ...joint, ...motors.get(joint.name) } : joint));

// the motors in a URDF by the names of their joints
function motors_of_urdf(root) {
  const motors = new Map();
  for (const { names, element } of elements_of_drives(root)) {
    const own = motor_of_element(element);
    if (own.armature === 0 && own.reduction === 1 && !own.not_taken.length) continue;
    const coupled = names.length > 1 || element.children.filter(({ tag }) => tag === "actuator").length > 1;
    const motor = coupled ? COUPLED_MOTORS : own;
    // the same motor is listed for each interface to it
    for (const name of names) motors.set(name, same_motor(motors.get(name) ?? motor, motor) ? motor : SEVERAL_MOTORS);
  }
  return motors;
}

// elements that may describe a motor, with the names of its joints
function elements_of_drives(root) {
  const all = (parent, tag) => parent.children.filter((each) => each.tag === tag);
  const name_of = (joint) => find_attribute(joint, "name") ?? "";
  const transmissions = [...all(root, "transmission"), ...all(root, "ros2_control").flatMap((each) => all(each, "transmission"))];
  return [
    ...transmissions.map((element) => ({ names: [...new Set(all(element, "joint").map(name_of))], element })),
    ...all(root, "joint").map((element) => ({ names: [name_of(element)], element })),
  ];
}

function motor_of_element(element) {
  const not_taken = [];
  const armature = value_of_motor(element, TAGS_OF_INERTIA, 0, (x) => x >= 0, not_taken);
  const reduction = value_of_motor(element, TAGS_OF_REDUCTION, 1, (x) => x !== 0, not_taken);
  return not_taken.length ? { armature: 0, reduction: 1, not_taken } : { armature, reduction, not_taken };
}

// the number in the first of these elements; it is noted if no motor can have it
function value_of_motor(element, tags, otherwise, allowed, not_taken) {
  for (const found of tags.flatMap((tag) => elements_within(element, tag))) {
    const text = (find_attribute(found, "value") || found.text).trim();
    if (!text) continue;
    if (is_number_written(text) && allowed(Number(text))) return Number(text);
    not_taken.push(`the motor with <${found.tag}> ${quoted(cut_text(text))}`);
    break;
  }
  return otherwise;
}

const elements_within = (element, tag) => [...(element.tag === tag ? [element] : []), ...element.children.flatMap((each) => elements_within(each, tag))];
