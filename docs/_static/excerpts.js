// Parts of the laboratory in frames: each is as high as it says, and has the colours of the page.
/** @returns {HTMLIFrameElement[]} */
const excerpts = () => Array.from(document.querySelectorAll("iframe.excerpt"));
const tell = ({ contentWindow }) =>
  contentWindow.postMessage({ scheme: document.documentElement.dataset.theme === "dark" ? "dark" : "light" }, "*");

addEventListener("message", ({ source, data }) => {
  const frame = excerpts().find(({ contentWindow }) => contentWindow === source);
  if (!frame || !Number.isFinite(data?.height)) return;
  frame.style.height = `${data.height}px`;
  tell(frame);
});
new MutationObserver(() => excerpts().forEach(tell)).observe(document.documentElement,
  { attributeFilter: ["data-theme"] });
