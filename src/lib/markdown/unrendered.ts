const escapes: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** A Markdown source as safe HTML that shows the source itself, for texts that are not rendered yet. */
export const unrenderedHtml = (markdown: string): string =>
  markdown === "" ? "" : `<pre>${markdown.replace(/[&<>"]/g, (character) => escapes[character]!)}</pre>`;
