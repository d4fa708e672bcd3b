// Synchronization of arm and state with the kernel of the notebook that shows this page.

import { pageData } from "./base/data.js";
import { followers, page, setState, state } from "./base/state.js";

export function makeKernel({ replace }) {
  const { channel } = pageData;
  // no kernel: the page is not in a notebook, or in a file
  if (!channel || parent === window || origin === "null") return;
  let [listens, exchanged] = [false, ""];
  const tell = (message) => parent.postMessage({ channel, ...message }, origin);

  // an invalid arm stays in its fields until it is corrected
  const take = (shown) => {
    exchanged = JSON.stringify(shown);
    if (JSON.stringify(shown.description) !== JSON.stringify(page.shown?.given)) replace(shown.description);
    if (shown.q) setState(Object.fromEntries(["q", "qd", "qdd"].map((name) => [name, Float64Array.from(shown[name])])));
  };

  addEventListener("message", ({ source, origin: theirs, data }) => {
    if (source !== parent || theirs !== origin || data?.channel !== channel) return;
    if (!listens) document.querySelector(".byline").append(" The kernel of the notebook shares the arm and its state.");
    listens = true;
    take(data.shown);
    setState({});
  });

  // the kernel gets only valid arms and finite numbers
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
