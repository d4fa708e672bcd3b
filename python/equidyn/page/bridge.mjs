// Runs in the notebook: connects its kernel with the pages of one laboratory, which several cells may show.

export default {
  initialize({ model }) {
    const channel = model.get("channel");
    const pages = () => [...document.querySelectorAll("iframe")]
      .filter(({ dataset }) => dataset.channel === channel).map((frame) => frame.contentWindow);
    const show = (page) => page.postMessage({ channel, shown: model.get("shown") }, origin);
    let teller = null;

    const hear = ({ source, origin: theirs, data }) => {
      if (theirs !== origin || data?.channel !== channel || !pages().includes(source)) return;
      if (!data.shown) return show(source);
      teller = source;
      try {
        model.set("shown", data.shown);
        model.save_changes();
      } catch {
        // the kernel has ended; the page continues without it
      } finally {
        teller = null;
      }
    };
    const showOthers = () => pages().filter((page) => page !== teller).forEach(show);

    addEventListener("message", hear);
    model.on("change:shown", showOthers);
    // pages may exist already
    showOthers();
    return () => {
      removeEventListener("message", hear);
      model.off("change:shown", showOthers);
    };
  },
};
