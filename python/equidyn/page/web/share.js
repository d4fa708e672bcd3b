// An excerpt elsewhere: in a page of its own, in another page, and on a slide.

import { asSvgFile, buttonItem, htmlItem, saveText } from "./base/pictures.js";

const SHARPNESS = 2; // pixels of a bitmap a pixel of the picture
const FRAME = 'width="720" height="480" style="border: 0"';

// a picture as PNG
export async function asPng(picture) {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(asSvgFile(picture))}`;
  await image.decode();
  const canvas = /** @type {HTMLCanvasElement} */ (document.createElement("canvas"));
  const { width, height } = picture.viewBox.baseVal;
  [canvas.width, canvas.height] = [width, height].map((x) => Math.round(SHARPNESS * x));
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((done) => canvas.toBlob(done, "image/png"));
}

// puts a PNG on the clipboard; saves it where that is refused
async function copyForSlides(picture) {
  const png = await asPng(picture);
  try {
    await navigator.clipboard.write([new ClipboardItem({ "image/png": png })]);
    return "Copied. Paste it into a slide.";
  } catch {
    saveText(png, "arm.png", "image/png");
    return "Saved as arm.png.";
  }
}

// buttons for slides: a sharp bitmap, and SVG
export function slideButtons(pictureOf, say) {
  return [
    buttonItem("Copy for slides", async () => {
      try {
        say(await copyForSlides(pictureOf()));
      } catch (error) {
        say(`The picture could not be copied: ${error.message}`);
      }
    }),
    buttonItem("Save SVG", () => saveText(asSvgFile(pictureOf()), "arm.svg", "image/svg+xml")),
  ];
}

// the row below an excerpt, with or without a picture; a page within a page has no address to share
export function makeShare(root, hasPicture) {
  if (location.protocol === "about:") return;
  const said = htmlItem("span", { class: "note", role: "status" });
  const frame = htmlItem("input", { type: "text", readonly: true, hidden: true, "aria-label": "HTML of the frame" });
  const say = (text) => { said.textContent = text; };
  const embed = () => {
    const address = location.href.replaceAll("&", "&amp;");
    frame.value = `<iframe src="${address}" title="${document.title}" ${FRAME}></iframe>`;
    frame.hidden = false;
    frame.focus();
    frame.select();
    navigator.clipboard?.writeText(frame.value).then(() => say("Copied."), () => say("Copy the text with Ctrl+C."));
  };
  const open = htmlItem("a", { target: "_blank", rel: "noopener" }, "Open");
  const follow = () => { open.href = location.href; };
  addEventListener("hashchange", follow);
  follow();
  const pictureOf = () => document.querySelector(".stage-picture, .panel .picture svg");
  root.append(htmlItem("p", { class: "controls share" }, open, buttonItem("Embed", embed),
    ...(hasPicture ? slideButtons(pictureOf, say) : []), said, frame));
}
