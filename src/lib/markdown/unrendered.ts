const escapes: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** Renders a Markdown source as safe HTML that shows the source, for texts that are not rendered yet. */
export const unrenderedHtml = (markdown: string): string =>
  markdown === "" ? "" : `<pre>${markdown.replace(/[&<>"]/g, (character) => escapes[character] ?? character)}</pre>`;
