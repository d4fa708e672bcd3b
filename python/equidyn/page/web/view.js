// Two sliders for the view, besides pointer and keys.

import { camera } from "./arm/camera.js";
import { htmlItem } from "./base/pictures.js";
import { sliderItem } from "./base/sliders.js";
import { followers, setState } from "./base/state.js";

export function makeView() {
  const slide = (name, low, high) => sliderItem({
    label: name, name: `${name} the view`, low, high, step: 1, unit: "°", digits: 0,
    changed: (value) => {
      camera[name] = value;
      setState({});
    },
  });
  const [turn, tilt] = [slide("turn", -180, 180), slide("tilt", -90, 90)];
  followers.push(() => {
    turn.show(camera.turn - 360 * Math.round(camera.turn / 360));
    tilt.show(camera.tilt);
  });
  return htmlItem("details", { class: "view" }, htmlItem("summary", {}, "View"), turn.item, tilt.item);
}
