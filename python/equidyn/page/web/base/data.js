// What Python wrote into the page: nothing where there is no page, as in tests.

const written = globalThis.document?.getElementById("data");
export const pageData = written ? JSON.parse(written.textContent) : {};
export const panelData = pageData.panels;
