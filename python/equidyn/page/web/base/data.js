// Data that Python wrote into the page; empty without a page, as in tests.

const written = globalThis.document?.getElementById("data");
export const pageData = written ? JSON.parse(written.textContent) : {};
export const panelData = pageData.panels;
