// page of a scene, and the legend of its arrows: preferred colour scheme, fit to the window, playback
/* global K3DInstance, legend */

const paint = (dark) => {
  const [paper, grid, ink] = dark ? [0x17181b, 0x2c2d32, 0xc8c8c4] : [0xffffff, 0xe6e6e2, 0x333338];
  K3DInstance.setClearColor(paper);
  K3DInstance.setGridColor?.(grid);
  K3DInstance.setLabelColor?.(ink);
};
const dark = window.matchMedia("(prefers-color-scheme: dark)");
dark.addEventListener("change", () => paint(dark.matches));
paint(dark.matches);

const style = document.createElement("style");
style.textContent = `
  body { font: 1rem system-ui, sans-serif; color: light-dark(#1d1d1f, #e6e6e3); color-scheme: light dark; }
  #unit { position: fixed; inset: .5rem auto auto 1rem; font-size: .875rem; pointer-events: none; }
  #canvasTarget { height: calc(100% - var(--bar, 0rem)); overflow: hidden; }
  #time { position: fixed; inset: auto 0 0 0; height: var(--bar); padding: 0 1rem; box-sizing: border-box;
    display: flex; gap: 1rem; align-items: center; background: light-dark(#ffffff, #17181b); }
  #time button { min-width: 2.75rem; height: 2rem; font: inherit; }
  #time input { flex: 1; min-width: 0; height: 2rem; }
  #time output { font-variant-numeric: tabular-nums; }`;
document.head.append(style);

const added = (id, html) => {
  const element = document.createElement("div");
  element.id = id;
  element.innerHTML = html;
  document.body.append(element);
  return element;
};
added("unit", legend.map(([colour, words]) => `<div style="color: ${colour}">${words}</div>`).join(""));
const times = K3DInstance.getTimeSeriesInfo();
if (times.max > times.min) play(times.max);
// in windows higher than wide the camera moves back to show the whole scene;
// k3d places it 10 ms after this script
setTimeout(() => {
  const canvas = document.getElementById("canvasTarget");
  const further = Math.max(1, canvas.clientHeight / canvas.clientWidth);
  const [x, y, z, a, b, c, ...up] = K3DInstance.getWorld().controls.getCameraArray();
  const away = (eye, target) => target + further * (eye - target);
  K3DInstance.setCamera([away(x, a), away(y, b), away(z, c), a, b, c, ...up]);
  K3DInstance.render();
}, 20);

// playback bar with button and slider; starts by itself unless reduced motion is preferred
function play(end) {
  document.body.style.setProperty("--bar", "3rem");
  const bar = added("time", `<button></button><input type="range" min="0"
    max="${end}" value="0" step="${end / 1000}" aria-label="time in seconds"><output></output>`);
  const [button, output] = [bar.querySelector("button"), bar.querySelector("output")];
  const slider = bar.querySelector("input");
  let started = null;
  const show = (time) => {
    slider.value = String(time);
    output.textContent = slider.ariaValueText = `${time.toFixed(2)} s`;
    return K3DInstance.setTime(time);
  };
  const step = async (now) => {
    if (started === null) return;
    await show(((now - started) / 1000) % end);
    requestAnimationFrame(step);
  };
  const run = (on) => {
    started = on ? performance.now() - 1000 * Number(slider.value) : null;
    button.textContent = on ? "❚❚" : "▶";
    button.ariaLabel = on ? "pause" : "play";
    if (on) requestAnimationFrame(step);
  };
  button.addEventListener("click", () => run(started === null));
  slider.addEventListener("input", () => { run(false); show(Number(slider.value)); });
  show(0);
  run(!window.matchMedia("(prefers-reduced-motion: reduce)").matches);
}
