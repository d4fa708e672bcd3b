// The kernel of a notebook that shows this page: the page and it tell each other the arm and the state.

import { pageData } from "./base/data.js";
import { followers, page, setState, state } from "./base/state.js";

export function makeKernel({ replace }) {
  const { channel } = pageData;
  // there is none around a page of its own, or in a file
  if (!channel || parent === window || origin === "null") return;
  let [listens, exchanged] = [false, ""];
  const tell = (message) => parent.postMessage({ channel, ...message }, origin);

  // what is wrong while it is typed is left to be typed on
  const take = (shown) => {
    exchanged = JSON.stringify(shown);
    if (JSON.stringify(shown.description) !== JSON.stringify(page.shown?.description)) replace(shown.description);
    if (shown.q) setState(Object.fromEntries(["q", "qd", "qdd"].map((name) => [name, Float64Array.from(shown[name])])));
  };

  addEventListener("message", ({ source, origin: theirs, data }) => {
    if (source !== parent || theirs !== origin || data?.channel !== channel) return;
    if (!listens) document.querySelector(".byline").append(" The kernel of the notebook shares the arm and its state.");
    listens = true;
    take(data.shown);
    setState({});
  });

  // an arm that is wrong is not told, and no number that overflowed
  followers.push(() => {
    const [q, qd, qdd] = [state.q, state.qd, state.qdd].map((numbers) => [...numbers]);
    if (!listens || !state.arm || ![...q, ...qd, ...qdd].every(Number.isFinite)) return;
    const shown = { description: state.description, q, qd, qdd };
    const text = JSON.stringify(shown);
    if (text === exchanged) return;
    exchanged = text;
    tell({ shown });
  });
  tell({});
}
