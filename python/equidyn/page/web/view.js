// From where the arm is seen, as two sliders, for those who do not turn the picture by finger or keys.

function make_view() {
  const slide = (name, low, high) => slider_item({
    label: name, name: `${name} the view`, low, high, step: 1, unit: "°", digits: 0,
    changed: (value) => {
      camera[name] = value;
      set_state({});
    },
  });
  const [turn, tilt] = [slide("turn", -180, 180), slide("tilt", -90, 90)];
  followers.push(() => {
    turn.show(camera.turn - 360 * Math.round(camera.turn / 360));
    tilt.show(camera.tilt);
  });
  return html_item("details", { class: "view" }, html_item("summary", {}, "View"), turn.item, tilt.item);
}
